//! What several pages show or use.

pub mod analysis_skeleton;
pub mod current_time;
pub mod error_lines;
pub mod error_text;
pub mod face;
pub mod focus;
pub mod form;
pub mod format;
pub mod header;
pub mod hydrated;
pub mod icons;
#[cfg(feature = "hydrate")]
pub mod lazy_content;
#[cfg(feature = "hydrate")]
pub mod marked_board;
pub mod notices;
pub mod offline_sign;
pub mod outcome_text;
pub mod scrolling;
pub mod shortcuts;
pub mod static_html;
pub mod status_box;
