//! Pure client logic: the reducers of play, analysis, live games, the theatre, tournaments, the dojo, the
//! course of endings, the training with exercises and openings, the import of games, the formats of saved
//! games and links, and the messages between page and worker.
//!
//! Architecture invariant: no Leptos, no web-sys, no signal, and no clock or randomness of its own.
//! Events bring the time and the random numbers, effects name what the caller has to do. The crate
//! builds natively, so every reducer is tested without a browser.

pub mod analysis;
pub mod api_console;
pub mod arena;
mod character;
pub mod dojo;
pub mod endgames;
pub mod exercises;
pub mod game_import;
pub mod live;
pub mod navigation;
pub mod network;
pub mod openings;
pub mod phase_losses;
pub mod play;
pub mod prefs;
pub mod settings;
mod sorted;
pub mod theatre;
pub mod url_fragment;
pub mod worker;
