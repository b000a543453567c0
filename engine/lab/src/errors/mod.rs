//! How a player errs: how often, by how much, in which phase of the game, and in what order.

mod counts;
mod error_meter;

pub use counts::{ErrorCounts, MoveLoss};
pub use error_meter::ErrorMeter;
