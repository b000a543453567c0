//! One game: what the page knows about it and what happens next, without markup.
//!
//! `state` is a pure reducer, tested natively: every event gives a new state and effects. `saved`
//! is the form in which a game survives a reload, `link` and `shared` those in
//! which it goes to others, `aside` is one that made room for a game from a link. [`Session`] is the handle for the page: signals
//! to read and [`Session::dispatch`] to say what happened. `browser` and `runner`, compiled for
//! the browser only, carry the effects out; `unsent` sends finished games from other pages.

pub mod aside;
#[cfg(feature = "hydrate")]
pub(crate) mod browser;
mod handle;
pub mod link;
#[cfg(feature = "hydrate")]
mod runner;
pub mod saved;
pub mod shared;
pub mod state;
#[cfg(feature = "hydrate")]
pub(crate) mod unsent;

pub use handle::{Session, tags};
pub use state::{Effect, Event, State, Status};

/// Milliseconds by a clock that never goes back; 0 on the server.
pub fn now() -> u64 {
    #[cfg(feature = "hydrate")]
    return browser::now();
    #[cfg(not(feature = "hydrate"))]
    0
}
