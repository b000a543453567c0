//! The inner loops in WebAssembly's vector instructions.

use core::arch::wasm32::{
    i16x8_add, i16x8_max, i16x8_min, i16x8_mul, i16x8_splat, i16x8_sub, i32x4_add, i32x4_dot_i16x8,
    i32x4_extract_lane, i32x4_splat, v128, v128_load, v128_store,
};

use super::super::scale::LANES;

/// Lanes of a vector.
const WIDTH: usize = 8;
/// Vectors processed at once.
const VECTORS: usize = LANES / WIDTH;

/// See [`Instructions::update`](super::Instructions::update).
#[inline(always)]
pub fn update(out: &mut [i16], from: &[i16], added: &[&[i16]], removed: &[&[i16]]) {
    let pieces = out.as_chunks_mut::<{ LANES }>().0.iter_mut();
    for (piece, out) in pieces.enumerate() {
        let begin = piece * LANES;
        let mut sums = load(&from[begin..begin + LANES]);
        for row in added {
            let row = load(&row[begin..begin + LANES]);
            sums = std::array::from_fn(|at| i16x8_add(sums[at], row[at]));
        }
        for row in removed {
            let row = load(&row[begin..begin + LANES]);
            sums = std::array::from_fn(|at| i16x8_sub(sums[at], row[at]));
        }
        for (eight, sum) in out.as_chunks_mut::<WIDTH>().0.iter_mut().zip(sums) {
            // SAFETY: the chunk is as long as a vector.
            unsafe { v128_store(eight.as_mut_ptr().cast(), sum) }
        }
    }
}

/// See [`Instructions::screlu_dot`](super::Instructions::screlu_dot).
#[inline(always)]
pub fn screlu_dot(neurons: &[i16], weights: &[i16], qa: i16) -> i32 {
    let (none, most) = (i16x8_splat(0), i16x8_splat(qa));
    let mut sums = [i32x4_splat(0); VECTORS];
    let pieces = neurons.as_chunks::<{ LANES }>().0.iter();
    for (neurons, weights) in pieces.zip(weights.as_chunks::<{ LANES }>().0) {
        let (neurons, weights) = (load(neurons), load(weights));
        sums = std::array::from_fn(|at| {
            let clipped = i16x8_min(i16x8_max(neurons[at], none), most);
            // At most 255 × 128: it fits.
            let weighted = i16x8_mul(clipped, weights[at]);
            i32x4_add(sums[at], i32x4_dot_i16x8(weighted, clipped))
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
        // SAFETY: the chunk is as long as a vector.
        unsafe { v128_load(eight.as_ptr().cast()) }
    })
}
