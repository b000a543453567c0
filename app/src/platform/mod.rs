//! The browser behind plain functions: storage, cookies, clock, randomness, sound, sockets.
//!
//! Architecture invariant: nothing here knows a controller, a component or a page.

#[cfg(feature = "hydrate")]
pub mod address;
#[cfg(feature = "hydrate")]
pub mod api_fetch;
#[cfg(feature = "hydrate")]
pub mod arena_storage;
pub mod browser_only;
pub mod clock;
#[cfg(feature = "hydrate")]
pub mod clock_text;
pub mod cookies;
#[cfg(feature = "hydrate")]
pub mod dojo_storage;
pub mod download;
#[cfg(feature = "hydrate")]
pub mod endgame_storage;
#[cfg(feature = "hydrate")]
pub mod exercise_storage;
pub mod files;
pub mod game_storage;
#[cfg(feature = "hydrate")]
pub mod idle;
pub mod ignore;
#[cfg(feature = "hydrate")]
pub mod import_storage;
#[cfg(feature = "hydrate")]
mod key_value_storage;
mod local_storage;
pub mod motion;
pub mod new_game;
pub mod online;
#[cfg(feature = "hydrate")]
pub mod opening_storage;
pub mod page_shown;
#[cfg(feature = "hydrate")]
pub mod panic;
pub mod random;
pub mod sharing;
pub mod size_observer;
pub mod sound;
pub mod style_sheets;
#[cfg(feature = "hydrate")]
pub mod tab_turn;
pub mod tasks;
pub mod timers;
#[cfg(feature = "hydrate")]
pub mod visibility;
#[cfg(feature = "hydrate")]
pub mod visitor_change;
pub mod web_lock;
pub mod web_socket;
