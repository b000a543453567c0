//! The two inner loops of a network. Plain Rust that the compiler vectorises, on x86-64 for the
//! baseline and for AVX2; for WebAssembly by hand (`simd128`), where the compiler does not vectorise
//! it. Only integers are added, so the result does not depend on the grouping.

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
mod simd128;

#[cfg(all(target_arch = "wasm32", target_feature = "simd128"))]
use simd128::{screlu_dot, update};

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
use super::scale::LANES;

/// The instruction set in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Instructions {
    /// The baseline of the build target.
    Plain,
    #[cfg(target_arch = "x86_64")]
    Avx2,
}

impl Instructions {
    /// The best set that this machine supports.
    pub fn best() -> Instructions {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            return Instructions::Avx2;
        }
        Instructions::Plain
    }

    /// Sets `out` to `from` plus the rows `added` minus the rows `removed`. All have the same length,
    /// a multiple of [`LANES`](super::scale::LANES). Sums wrap around.
    #[inline]
    pub fn update(self, out: &mut [i16], from: &[i16], added: &[&[i16]], removed: &[&[i16]]) {
        match self {
            Instructions::Plain => update(out, from, added, removed),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` has detected AVX2.
            Instructions::Avx2 => unsafe { update_avx2(out, from, added, removed) },
        }
    }

    /// The dot product of SCReLU(`neurons`), clipped to `0..=qa` and squared, with `weights`. `qa` is at
    /// most [`MAX_QA`](super::scale::MAX_QA), weights have 8 bits. The sum must fit.
    #[inline]
    pub fn screlu_dot(self, neurons: &[i16], weights: &[i16], qa: i16) -> i32 {
        match self {
            Instructions::Plain => screlu_dot(neurons, weights, qa),
            #[cfg(target_arch = "x86_64")]
            // SAFETY: `best` has detected AVX2.
            Instructions::Avx2 => unsafe { screlu_dot_avx2(neurons, weights, qa) },
        }
    }
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn update_avx2(out: &mut [i16], from: &[i16], added: &[&[i16]], removed: &[&[i16]]) {
    update(out, from, added, removed);
}

#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn screlu_dot_avx2(neurons: &[i16], weights: &[i16], qa: i16) -> i32 {
    screlu_dot(neurons, weights, qa)
}

#[cfg(not(all(target_arch = "wasm32", target_feature = "simd128")))]
#[inline(always)]
fn update(out: &mut [i16], from: &[i16], added: &[&[i16]], removed: &[&[i16]]) {
    let width = out.len();
    let mut begin = 0;
    while begin < width {
        let lanes = begin..begin + LANES;
        let mut sums = [0; LANES];
        sums.copy_from_slice(&from[lanes.clone()]);
        for row in added {
            for (sum, weight) in sums.iter_mut().zip(&row[lanes.clone()]) {
                *sum = sum.wrapping_add(*weight);
            }
        }
        for row in removed {
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
fn screlu_dot(neurons: &[i16], weights: &[i16], qa: i16) -> i32 {
    let mut sums = [0i32; LANES / 2];
    for (neurons, weights) in neurons.chunks_exact(LANES).zip(weights.chunks_exact(LANES)) {
        for (lane, sum) in sums.iter_mut().enumerate() {
            let mut add = |at: usize| {
                let clipped = neurons[at].clamp(0, qa);
                // At most 255 × 128: it fits.
                let weighted = clipped.wrapping_mul(weights[at]);
                *sum = sum.wrapping_add(i32::from(weighted) * i32::from(clipped));
            };
            // Adjacent pairs, as `pmaddwd` takes them.
            add(2 * lane);
            add(2 * lane + 1);
        }
    }
    sums.iter().fold(0, |all, sum| all.wrapping_add(*sum))
}

#[cfg(test)]
mod tests {
    use rand::RngExt;

    use super::super::scale::{LANES, MAX_QA};
    use super::*;

    #[test]
    fn every_set_of_instructions_gives_the_same_sums() {
        let mut rng = crate::rng(1);
        for width in [LANES, 2 * LANES, 8 * LANES] {
            let mut row = |max: i16| -> Vec<i16> {
                (0..width).map(|_| rng.random_range(-max..=max)).collect()
            };
            let (from, mut weights) = (row(i16::MAX), row(127));
            weights[3] = -128;
            let qa = MAX_QA as i16;
            let rows: Vec<Vec<i16>> = (0..5).map(|_| row(500)).collect();
            let rows: Vec<&[i16]> = rows.iter().map(Vec::as_slice).collect();
            let result = |instructions: Instructions| {
                let mut out = vec![0; width];
                instructions.update(&mut out, &from, &rows[..3], &rows[3..]);
                let sum = instructions.screlu_dot(&out, &weights, qa);
                (out, sum)
            };
            let (plain, sum) = result(Instructions::Plain);
            assert_eq!(result(Instructions::best()), (plain.clone(), sum));
            for at in 0..width {
                let added = rows[..3].iter().map(|row| i32::from(row[at])).sum::<i32>();
                let removed = rows[3..].iter().map(|row| i32::from(row[at])).sum::<i32>();
                assert_eq!(plain[at], (i32::from(from[at]) + added - removed) as i16);
            }
            let expected = plain.iter().zip(&weights).map(|(&neuron, &weight)| {
                let clipped = i64::from(neuron.clamp(0, qa));
                clipped * clipped * i64::from(weight)
            });
            assert_eq!(expected.sum::<i64>(), i64::from(sum));
        }
    }
}
