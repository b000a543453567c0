//! The training with exercises, `/train`: what is due, the exercise that is shown, the import of games and its
//! report.

#[cfg(feature = "hydrate")]
mod actions;
#[cfg(feature = "hydrate")]
mod exercise;
#[cfg(feature = "hydrate")]
mod exercise_board;
#[cfg(feature = "hydrate")]
mod import;
#[cfg(feature = "hydrate")]
mod keys;
pub mod lead;
#[cfg(feature = "hydrate")]
mod line_rows;
#[cfg(feature = "hydrate")]
mod names;
#[cfg(feature = "hydrate")]
mod page;
#[cfg(feature = "hydrate")]
mod report;
#[cfg(feature = "hydrate")]
mod report_mistakes;
#[cfg(feature = "hydrate")]
mod report_tables;
#[cfg(feature = "hydrate")]
mod today;

#[cfg(feature = "hydrate")]
pub use page::train;
