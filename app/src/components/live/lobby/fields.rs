//! The fields of a challenge as the server calls them.

pub const BASE: &str = "control.base_s";
pub const INCREMENT: &str = "control.increment_s";
pub const START: &str = "start_fen";
pub const STRATEGY: &str = "against.strategy";
pub const LEVEL: &str = "against.level";
