//! The pages' handles on their states: signals to read, and one way to say what happened. What
//! happens then is decided by `client`; effects are carried out here, in the browser only.

#[cfg(feature = "hydrate")]
pub mod analysis;
#[cfg(feature = "hydrate")]
pub mod api_console;
pub mod live_game;
pub mod lobby;
pub mod play;
#[cfg(feature = "hydrate")]
mod play_effects;
pub mod server_calls;
#[cfg(feature = "hydrate")]
pub mod unsent_games;
