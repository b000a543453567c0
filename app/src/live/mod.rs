//! A page's side of a game that is played live: `state` is a pure reducer, tested natively, [`Room`]
//! the page's handle on it, `lobby` the same for who waits for an opponent; `socket`, compiled for the
//! browser only, carries out what they want done.

mod handle;
pub mod lobby;
mod lobby_controller;
#[cfg(feature = "hydrate")]
mod socket;
pub mod state;

pub use handle::Room;
pub use lobby_controller::LobbyController;
