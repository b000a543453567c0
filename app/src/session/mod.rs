//! One game against the engine: the page's handle on it, and what carries its effects out.
//!
//! [`Session`] is the handle: signals to read and [`Session::dispatch`] to say what happened; what
//! happens then is decided by `client::play`. `browser` and `runner`, compiled for the browser
//! only, carry the effects out; `unsent` sends finished games from other pages.

#[cfg(feature = "hydrate")]
pub(crate) mod browser;
mod handle;
#[cfg(feature = "hydrate")]
mod runner;
#[cfg(feature = "hydrate")]
pub(crate) mod unsent;

pub use handle::{Session, tags};

/// Milliseconds by a clock that never goes back; 0 on the server.
pub fn now() -> u64 {
    #[cfg(feature = "hydrate")]
    return browser::now();
    #[cfg(not(feature = "hydrate"))]
    0
}
