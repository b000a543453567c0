//! The names of a challenge's fields in the server's errors.

pub const BASE: &str = "control.base_s";
pub const INCREMENT: &str = "control.increment_s";
pub const START: &str = "start_fen";
pub const STRATEGY: &str = "against.strategy";
pub const LEVEL: &str = "against.level";
