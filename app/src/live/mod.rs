//! Live games in the browser: the page's handles on a game and on the lobby, whose states are
//! `client::live`, and the socket that carries their messages.

mod handle;
mod lobby_controller;
#[cfg(feature = "hydrate")]
mod socket;

pub use handle::Room;
pub use lobby_controller::LobbyController;
