//! Fixed-point scales of a network's weights.

/// Feature transformer scale; SCReLU clips to `0..=QA`.
pub const QA: i16 = 255;

/// Output weight scale.
pub const QB: i32 = 64;

/// Neurons processed at once; divides every network's width.
pub const LANES: usize = 32;
