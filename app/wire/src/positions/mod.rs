//! Answers about positions that need no search.

pub mod evaluate;
pub mod openings;
pub mod tablebase;
pub mod validate;
