//! The learner's table, as the drawer and the account page show it.

mod statistics;
mod transfer;

pub use statistics::MemoryStatistics;
pub use transfer::{MemoryErrors, MemoryTransfer};
