//! A binary arithmetic coder with adaptive probabilities: the range coder of G. N. N. Martin, "Range
//! encoding: an algorithm for removing redundancy from a digitised message", 1979, for two symbols.
//!
//! Integers only, so the same bytes and values come out on every target.

/// Bits of a probability.
const PRECISION: u32 = 16;
/// Below this the range is widened by a byte.
const MIN_RANGE: u32 = 1 << 24;

/// How likely a bit is 0, learnt from the bits before.
#[derive(Clone, Copy)]
pub(crate) struct Model {
    /// Of 65,536.
    zero: u16,
    /// How often it was used; the first bits count for more.
    uses: u8,
}

impl Model {
    pub const NEW: Model = Model {
        zero: 1 << 15,
        uses: 0,
    };
    /// Uses after which each further one counts the same.
    const MAX_USES: u8 = 250;

    /// Whether 1 is the likelier bit.
    pub fn guess(self) -> bool {
        self.zero < 1 << 15
    }

    #[inline]
    fn learn(&mut self, bit: bool) {
        let rate = i32::from(self.uses) + 2;
        self.uses += u8::from(self.uses < Model::MAX_USES);
        let target = if bit { 0 } else { 1 << PRECISION };
        let zero = i32::from(self.zero);
        self.zero = (zero + (target - zero) / rate).clamp(32, (1 << PRECISION) - 32) as u16;
    }
}

/// Writes bits.
pub(crate) struct Encoder {
    low: u64,
    range: u32,
    bytes: Vec<u8>,
}

impl Encoder {
    pub fn new() -> Encoder {
        Encoder {
            low: 0,
            range: u32::MAX,
            bytes: Vec::new(),
        }
    }

    pub fn write(&mut self, model: &mut Model, bit: bool) {
        let zero = (self.range >> PRECISION) * u32::from(model.zero);
        if bit {
            self.low += u64::from(zero);
            self.range -= zero;
        } else {
            self.range = zero;
        }
        model.learn(bit);
        while self.range < MIN_RANGE {
            self.shift();
            self.range <<= 8;
        }
    }

    /// Writes the highest byte of `low`; what is carried goes into the bytes before it.
    fn shift(&mut self) {
        if self.low > u64::from(u32::MAX) {
            self.low &= u64::from(u32::MAX);
            for byte in self.bytes.iter_mut().rev() {
                *byte = byte.wrapping_add(1);
                if *byte != 0 {
                    break;
                }
            }
        }
        self.bytes.push((self.low >> 24) as u8);
        self.low = self.low << 8 & u64::from(u32::MAX);
    }

    /// All bytes.
    pub fn finish(mut self) -> Vec<u8> {
        for _ in 0..4 {
            self.shift();
        }
        self.bytes
    }
}

/// Reads the bits that an [`Encoder`] wrote, by models that are asked in the same order.
///
/// Any bytes are read without a panic; where there are too few, zeros follow.
pub(crate) struct Decoder<'b> {
    value: u32,
    range: u32,
    bytes: std::slice::Iter<'b, u8>,
}

impl<'b> Decoder<'b> {
    pub fn new(bytes: &'b [u8]) -> Decoder<'b> {
        let mut decoder = Decoder {
            value: 0,
            range: u32::MAX,
            bytes: bytes.iter(),
        };
        for _ in 0..4 {
            decoder.value = decoder.value << 8 | decoder.next_byte();
        }
        decoder
    }

    #[inline]
    fn next_byte(&mut self) -> u32 {
        self.bytes.next().copied().unwrap_or(0).into()
    }

    #[inline]
    pub fn read(&mut self, model: &mut Model) -> bool {
        let zero = (self.range >> PRECISION) * u32::from(model.zero);
        let bit = self.value >= zero;
        if bit {
            self.value -= zero;
            self.range -= zero;
        } else {
            self.range = zero;
        }
        model.learn(bit);
        while self.range < MIN_RANGE {
            self.value = self.value << 8 | self.next_byte();
            self.range <<= 8;
        }
        bit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_written_is_read(bits in prop::collection::vec((0..4_usize, any::<bool>()), 0..5_000)) {
            let mut models = [Model::NEW; 4];
            let mut encoder = Encoder::new();
            for &(model, bit) in &bits {
                encoder.write(&mut models[model], bit);
            }
            let bytes = encoder.finish();
            let mut models = [Model::NEW; 4];
            let mut decoder = Decoder::new(&bytes);
            for &(model, bit) in &bits {
                prop_assert_eq!(decoder.read(&mut models[model]), bit);
            }
        }

        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut model = Model::NEW;
            let mut decoder = Decoder::new(&bytes);
            for _ in 0..5_000 {
                decoder.read(&mut model);
            }
        }
    }

    #[test]
    fn what_repeats_takes_few_bytes() {
        let mut model = Model::NEW;
        let mut encoder = Encoder::new();
        for _ in 0..100_000 {
            encoder.write(&mut model, true);
        }
        assert!(encoder.finish().len() < 100);
    }
}
