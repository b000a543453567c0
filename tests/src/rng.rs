//! Seeded random numbers, the same on every machine (SplitMix64).

/// A generator of random numbers.
#[derive(Clone, Debug)]
pub struct Rng(u64);

impl Rng {
    /// Starts at a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Any number.
    pub fn number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ (mixed >> 31)
    }

    /// A number from 0 to 1.
    pub fn fraction(&mut self) -> f64 {
        self.number() as f64 / u64::MAX as f64
    }

    /// A number less than `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.number() % end as u64) as usize
    }

    /// True once in so many tries, on average.
    pub fn one_in(&mut self, tries: usize) -> bool {
        self.below(tries) == 0
    }

    /// One of these; the slice is not empty.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> &'a T {
        &of[self.below(of.len())]
    }
}
