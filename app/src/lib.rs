//! The Leptos application: compiled into the server (`ssr`) and for the browser (`hydrate`).
//!
//! `routes` has the addresses, `app` chooses the page for one, `shell` is the document around it, `preview` what others show of its address, `public_origin` where that address begins, `pages` has one file per
//! page, `components` what pages are made of, `lazy` what of it is loaded later. `controllers` are
//! the pages' handles on the states of `client`, `engine_client` is the way to the worker,
//! `platform` the browser behind plain functions.

#![recursion_limit = "256"]

mod app;
mod components;
mod controllers;
pub mod engine_client;
mod lazy;
mod pages;
mod platform;
mod preferences;
#[cfg(feature = "ssr")]
mod preview;
#[cfg(feature = "ssr")]
pub mod public_origin;
pub mod retention;
mod routes;
pub mod server_fns;
#[cfg(feature = "ssr")]
mod shell;

pub use crate::app::App;
pub use crate::routes::Page;
#[cfg(feature = "ssr")]
pub use crate::shell::shell;

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
