//! The two loops in which a network's time is spent. Plain Rust that the compiler turns into vector
//! instructions, on x86-64 twice, for what every such processor has and for AVX2; in a browser by
//! hand (`simd128`), where it does not see them. Only whole numbers are added, so the answer is the
//! same, to the unit, however they are grouped.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use simd128::{squares, update};

/// Numbers that are worked on at once: a divisor of every network's width.
pub const LANES: usize = 32;

/// What a hidden neuron may add up to, and is cut to: 1 in units of the first layer.
pub const ONE: i16 = 255;

/// Which instructions there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// Those of the target that was built for.
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Instructions {
    /// The best ones that this machine has.
    pub fn best() -> Instructions {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Instructions::Avx2;
        }
        Instructions::Plain
    }

    /// `out` becomes `from` with the rows of `come` added and those of `gone` taken away. All have
    /// the same length, a multiple of [`LANES`]. Sums wrap around.
    #[inline]
    pub fn update(self, out: &mut [i16], from: &[i16], come: &[&[i16]], gone: &[&[i16]]) {
        match self {
            Instructions::Plain => update(out, from, come, gone),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` has found AVX2 here.
            Instructions::Avx2 => unsafe { update_avx2(out, from, come, gone) },
        }
    }

    /// The sum over all neurons of the square of what each adds up to, cut to 0 … [`ONE`], times its
    /// weight. A weight has to be between −128 and 128, and all of it has to fit.
    #[inline]
    pub fn squares(self, neurons: &[i16], weights: &[i16]) -> i32 {
        match self {
            Instructions::Plain => squares(neurons, weights),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` has found AVX2 here.
            Instructions::Avx2 => unsafe { squares_avx2(neurons, weights) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn update_avx2(out: &mut [i16], from: &[i16], come: &[&[i16]], gone: &[&[i16]]) {
    update(out, from, come, gone);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn squares_avx2(neurons: &[i16], weights: &[i16]) -> i32 {
    squares(neurons, weights)
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn update(out: &mut [i16], from: &[i16], come: &[&[i16]], gone: &[&[i16]]) {
    let width = out.len();
    let mut begin = 0;
    while begin < width {
        let lanes = begin..begin + LANES;
        let mut sums = [0; LANES];
        sums.copy_from_slice(&from[lanes.clone()]);
        for row in come {
            for (sum, weight) in sums.iter_mut().zip(&row[lanes.clone()]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for row in gone {
            for (sum, weight) in sums.iter_mut().zip(&row[lanes.clone()]) {
                *sum = sum.wrapping_sub(*weight);
            }
        }
        out[lanes].copy_from_slice(&sums);
        begin += LANES;
    }
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn squares(neurons: &[i16], weights: &[i16]) -> i32 {
    let mut sums = [0i32; LANES / 2];
    for (neurons, weights) in neurons.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for (lane, sum) in sums.iter_mut().enumerate() {
            let mut square = |at: usize| {
                let cut = neurons[at].clamp(0, ONE);
                // At most 255 × 128: it fits.
                let weighted = cut.wrapping_mul(weights[at]);
                *sum = sum.wrapping_add(i32::from(weighted) * i32::from(cut));
            };
            // Side by side, as one instruction takes them.
            square(2 * lane);
            square(2 * lane + 1);
        }
    }
    sums.iter().fold(0, |all, sum| all.wrapping_add(*sum))
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::*;

    #[test]
    fn every_set_of_instructions_gives_the_same_sums() {
        let mut rng = crate::rng(1);
        for width in [LANES, 2 * LANES, 8 * LANES] {
            let mut row = |most: i16| -> Vec<i16> {
                (0..width).map(|_| rng.random_range(-most..=most)).collect()
            };
            let (from, weights) = (row(i16::MAX), row(128));
            let rows: Vec<Vec<i16>> = (0..5).map(|_| row(500)).collect();
            let rows: Vec<&[i16]> = rows.iter().map(Vec::as_slice).collect();
            let answer = |instructions: Instructions| {
                let mut out = vec![0; width];
                instructions.update(&mut out, &from, &rows[..3], &rows[3..]);
                let squares = instructions.squares(&out, &weights);
                (out, squares)
            };
            let (plain, sum) = answer(Instructions::Plain);
            assert_eq!(answer(Instructions::best()), (plain.clone(), sum));
            for at in 0..width {
                let come = rows[..3].iter().map(|row| i32::from(row[at])).sum::<i32>();
                let gone = rows[3..].iter().map(|row| i32::from(row[at])).sum::<i32>();
                assert_eq!(plain[at], (i32::from(from[at]) + come - gone) as i16);
            }
            let by_hand = plain.iter().zip(&weights).map(|(&neuron, &weight)| {
                let cut = i64::from(neuron.clamp(0, ONE));
                cut * cut * i64::from(weight)
            });
            assert_eq!(by_hand.sum::<i64>(), i64::from(sum));
        }
    }
}
