//! The pages' controllers: parts of a state to read, and one way to say what happened. What follows
//! from it is decided by `client`; effects are carried out here, in the browser only.

#[cfg(feature = "hydrate")]
pub mod analysis;
#[cfg(feature = "hydrate")]
pub mod api_console;
#[cfg(feature = "hydrate")]
pub mod arena;
pub mod controller;
#[cfg(feature = "hydrate")]
pub mod dojo;
#[cfg(feature = "hydrate")]
pub mod endgames;
#[cfg(feature = "hydrate")]
pub mod exercise_sync;
#[cfg(feature = "hydrate")]
pub mod game_import;
#[cfg(feature = "hydrate")]
pub mod keeping;
#[cfg(feature = "hydrate")]
mod kept_analysis;
pub mod known_rating;
pub mod live_game;
#[cfg(feature = "hydrate")]
pub mod openings;
pub mod play;
mod play_effects;
#[cfg(feature = "hydrate")]
pub mod public_list;
pub mod server_calls;
#[cfg(feature = "hydrate")]
pub mod theatre;
#[cfg(feature = "hydrate")]
pub mod train;
#[cfg(feature = "hydrate")]
pub mod unsent_games;
