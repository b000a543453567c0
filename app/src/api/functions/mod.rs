//! The server functions: the only way by which the page reads and writes what is the visitor's.

mod games;

pub use games::{record_game, results};
