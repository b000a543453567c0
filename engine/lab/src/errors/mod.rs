//! How a player errs: how often, by how much, in which phase of the game, and in what order.

mod counts;
mod judge;

pub use counts::{ErrorCounts, JudgedMove};
pub use judge::ErrorJudge;
