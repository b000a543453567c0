//! The panels beside the board of the playing page.

pub mod drawers;
pub mod evaluation;
pub mod line_moves;
pub mod list_scroll;
pub mod memory;
pub mod move_list;
pub mod move_rows;
pub mod move_steps;
mod own_move;
pub mod position_report;
pub mod proof_steps;
pub mod root_moves;
pub mod search_details;
pub mod seen_moves;
pub mod status;
pub mod thinking;
pub mod threat;
pub mod tree_moves;
