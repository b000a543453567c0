//! The loops in the vector instructions of WebAssembly.

use core::arch::wasm32::{
    i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8,
    i32x4_extract_lane, i32x4_splat, v128, v128_load, v128_store,
};

use super::ONE;

/// Numbers in a vector.
const WIDTH: usize = 8;
/// Vectors that are worked on at once.
const VECTORS: usize = super::LANES / WIDTH;

/// What [`Instructions::update`](super::Instructions::update) tells.
#[inline(always)]
pub fn update(out: &mut [i16], from: &[i16], come: &[&[i16]], gone: &[&[i16]]) {
    let pieces = out.as_chunks_mut::<{ super::LANES }>().0.iter_mut();
    for (piece, out) in pieces.enumerate() {
        let begin = piece * super::LANES;
        let mut sums = load(&from[begin..begin + super::LANES]);
        for row in come {
            let row = load(&row[begin..begin + super::LANES]);
            sums = std::array::from_fn(|at| i16x8_add(sums[at], row[at]));
        }
        for row in gone {
            let row = load(&row[begin..begin + super::LANES]);
            sums = std::array::from_fn(|at| i16x8_sub(sums[at], row[at]));
        }
        for (eight, sum) in out.as_chunks_mut::<WIDTH>().0.iter_mut().zip(sums) {
            // SAFETY: as many numbers as a vector has are there.
            unsafe { v128_store(eight.as_mut_ptr().cast(), sum) }
        }
    }
}

/// What [`Instructions::squares`](super::Instructions::squares) tells.
#[inline(always)]
pub fn squares(neurons: &[i16], weights: &[i16]) -> i32 {
    let (none, one) = (i16x8_splat(0), i16x8_splat(ONE));
    let mut sums = [i32x4_splat(0); VECTORS];
    let pieces = neurons.as_chunks::<{ super::LANES }>().0.iter();
    for (neurons, weights) in pieces.zip(weights.as_chunks::<{ super::LANES }>().0) {
        let (neurons, weights) = (load(neurons), load(weights));
        sums = std::array::from_fn(|at| {
            let cut = i16x8_min(i16x8_max(neurons[at], none), one);
            // At most 255 × 128: it fits.
            let weighted = i16x8_mul(cut, weights[at]);
            i32x4_add(sums[at], i32x4_dot_i16x8(weighted, cut))
        });
    }
    let sum = sums
        .into_iter()
        .fold(i32x4_splat(0), |all, sum| i32x4_add(all, sum));
    i32x4_extract_lane::<0>(sum)
        .wrapping_add(i32x4_extract_lane::<1>(sum))
        .wrapping_add(i32x4_extract_lane::<2>(sum))
        .wrapping_add(i32x4_extract_lane::<3>(sum))
}

#[inline(always)]
fn load(numbers: &[i16]) -> [v128; VECTORS] {
    let eights = numbers.as_chunks::<WIDTH>().0;
    std::array::from_fn(|at| {
        let eight = &eights[at];
        // SAFETY: as many numbers as a vector has are there.
        unsafe { v128_load(eight.as_ptr().cast()) }
    })
}
