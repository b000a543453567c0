//! Games that have an address of their own: played live between people or against a mind, or
//! shared when they were played elsewhere.
//!
//! `link` is that address, `view` the game as anybody may see it, `typed_name` what names may
//! be typed into it and how they are shown, `protocol` what goes over the
//! socket while it is played. `state` is a page's side of that: a pure reducer, tested natively.
//! [`Room`] is the page's handle on it, `lobby` the same for who waits for an opponent; `socket`, compiled for the browser only, carries out what it
//! wants done.

mod handle;
pub mod link;
pub mod lobby;
pub mod protocol;
#[cfg(feature = "hydrate")]
mod socket;
pub mod state;
pub mod typed_name;
pub mod view;

pub use handle::Room;
pub use link::GameLink;
pub use view::GameView;
