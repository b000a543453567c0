//! Answers about positions that need no search.

pub mod evaluate;
pub mod openings;
pub mod validate;
