//! Games that have an address of their own: played live between people or against a mind, or
//! shared when they were played elsewhere.
//!
//! `link` is that address, `view` the game as anybody may see it, `protocol` what goes over the
//! socket while it is played. `state` is a page's side of that: a pure reducer, tested natively.

pub mod link;
pub mod protocol;
pub mod state;
pub mod view;

pub use link::GameLink;
pub use view::GameView;
