//! Limits of a network's numbers that the inner loops rely on.

/// The largest scale: the product of an activation and a weight of 8 bits fits into 16 bits.
pub const MAX_QA: u16 = 255;

/// Neurons processed at once; divides every network's width.
pub const LANES: usize = 32;
