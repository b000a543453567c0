//! The training of openings, `/train/openings`: the repertoires, the line that is drilled or looked at, and the
//! form for a new repertoire.

#[cfg(feature = "hydrate")]
mod actions;
pub mod lead;
#[cfg(feature = "hydrate")]
mod line;
#[cfg(feature = "hydrate")]
mod new_repertoire;
#[cfg(feature = "hydrate")]
mod page;
#[cfg(feature = "hydrate")]
mod repertoires;

#[cfg(feature = "hydrate")]
pub use page::openings;
