//! The course of endings, `/endgames`: the list of lessons, and the lesson of the address.

pub mod course;
#[cfg(feature = "hydrate")]
mod keys;
#[cfg(feature = "hydrate")]
mod lesson;
#[cfg(feature = "hydrate")]
mod lesson_board;
#[cfg(feature = "hydrate")]
mod map_choice;
#[cfg(feature = "hydrate")]
mod map_layer;
#[cfg(feature = "hydrate")]
mod page;
#[cfg(feature = "hydrate")]
mod spread_bar;

#[cfg(feature = "hydrate")]
pub use page::endgames;
