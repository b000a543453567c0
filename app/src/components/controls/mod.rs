//! Buttons, keys and fields of the playing page.

pub mod actions;
pub mod move_box;
pub mod setup;
pub mod shortcuts;
pub mod skip_replay;
