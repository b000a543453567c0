//! The Leptos application: compiled into the server (`ssr`) and for the browser (`hydrate`).
//!
//! Layers, each of which uses only those before it:
//!
//! 1. `platform`: the browser behind plain functions
//! 2. `server_fns`: server functions
//! 3. `engine_client`: the engine's worker and the page's client of it
//! 4. `controllers`: the pages' handles on the state machines of the crate `client`
//! 5. `components`: what pages are made of, in folders by what one sees
//! 6. `pages`: one file for each page, and the lazy bundles
//!
//! Beside them: `routes` has the addresses, `preferences` the visitor's preferences, `lazy` the lazy
//! parts of the playing page. `app` selects the page of an address, `document` renders the document
//! around it.
//!
//! Architecture invariants:
//! - No layer imports a later one, and no files import each other in a loop (`cargo run -p xtask --
//!   loops`).
//! - Rules of games and state transitions live in `client`; this crate renders states, sends events
//!   and runs effects.
//! - The first render in the browser equals the server's: browser functions are called only in effects
//!   and handlers.

#![recursion_limit = "256"]

mod app;
mod components;
mod controllers;
#[cfg(feature = "ssr")]
pub mod document;
pub mod engine_client;
mod lazy;
mod pages;
mod platform;
mod preferences;
pub mod retention;
mod routes;
pub mod server_fns;

pub use crate::app::App;
pub use crate::components::shared::outcome_text;
pub use crate::routes::Page;

/// The page's entry in the browser: takes over the HTML that the server sent.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    platform::panic::install_hook();
    leptos::mount::hydrate_body(App);
    if let Some(root) = leptos::prelude::document().document_element() {
        // Tests and the early taps' script wait for it; setting it can't fail on an element.
        root.set_attribute("data-hydrated", "").ok();
    }
}
