//! The browser behind plain functions: storage, cookies, clock, chance, sound, sockets.
//!
//! Architecture invariant: nothing here knows a controller, a component or a page.

#[cfg(feature = "hydrate")]
pub mod api_fetch;
pub mod clock;
#[cfg(feature = "hydrate")]
pub mod cookies;
#[cfg(feature = "hydrate")]
pub mod download;
#[cfg(feature = "hydrate")]
pub mod game_storage;
#[cfg(feature = "hydrate")]
pub mod ignore;
#[cfg(feature = "hydrate")]
pub mod motion;
#[cfg(feature = "hydrate")]
pub mod new_game;
pub mod online;
#[cfg(feature = "hydrate")]
pub mod panic;
#[cfg(feature = "hydrate")]
pub mod random;
pub mod sound;
#[cfg(feature = "hydrate")]
pub mod tasks;
#[cfg(feature = "hydrate")]
pub mod web_socket;
