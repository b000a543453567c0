//! The lazy bundles: the lazy parts of the playing page and the header, and the contents of the other
//! pages.

use std::pin::Pin;

#[cfg(feature = "hydrate")]
use leptos::prelude::*;
use leptos::wasm_split::{SplitLoaderError, wasm_split};

use crate::components::{
    engine_room, move_box, network_overlay, opening_name, panels::drawers, preferences,
    search_details, side_effects,
};
use crate::controllers::server_calls::ServerCalls;
use crate::lazy::Parts;
use crate::server_fns;

/// The functions of the playing page's bundle.
struct LazyBundle {
    parts: Parts,
    server_calls: ServerCalls,
}

/// Loads the bundle, the first time.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[wasm_split(lazy_parts, wasm_split_path = leptos::wasm_split, fallible)]
fn load_lazy_bundle() -> Result<Box<LazyBundle>, SplitLoaderError> {
    Ok(Box::new(LazyBundle {
        parts: Parts {
            memory: drawers::memory,
            results: drawers::results,
            transfer: drawers::transfer,
            position: drawers::position,
            engine_room,
            network_overlay,
            search_details,
            move_box,
            side_effects,
            preferences,
            opening_name,
        },
        server_calls: ServerCalls {
            record_game: |game| Box::pin(server_fns::record_game(game)),
            results_so_far: || Box::pin(server_fns::results()),
            sync_learner: |request| Box::pin(server_fns::sync_learner(request)),
        },
    }))
}

/// Loads the parts of the playing page and the header.
pub fn load_parts() -> Pin<Box<dyn Future<Output = Option<Parts>>>> {
    Box::pin(async { load_lazy_bundle().await.ok().map(|bundle| bundle.parts) })
}

/// Loads the playing page's calls to the server.
pub fn load_server_calls() -> Pin<Box<dyn Future<Output = Option<ServerCalls>>>> {
    Box::pin(async {
        load_lazy_bundle()
            .await
            .ok()
            .map(|bundle| bundle.server_calls)
    })
}

/// Loads the content of the API page.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[cfg(feature = "hydrate")]
#[wasm_split(api_console, wasm_split_path = leptos::wasm_split, fallible)]
pub fn load_api_console() -> Result<Box<fn() -> AnyView>, SplitLoaderError> {
    Ok(Box::new(crate::components::api_console))
}

/// Loads the content of the analysis page.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[cfg(feature = "hydrate")]
#[wasm_split(analysis, wasm_split_path = leptos::wasm_split, fallible)]
pub fn load_analysis() -> Result<Box<fn() -> AnyView>, SplitLoaderError> {
    Ok(Box::new(crate::components::analysis))
}

/// Loads the content of the account page.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[cfg(feature = "hydrate")]
#[wasm_split(me, wasm_split_path = leptos::wasm_split, fallible)]
pub fn load_me() -> Result<Box<fn() -> AnyView>, SplitLoaderError> {
    Ok(Box::new(crate::components::me))
}

/// Loads the content of live games and the lobby.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[cfg(feature = "hydrate")]
#[wasm_split(live, wasm_split_path = leptos::wasm_split, fallible)]
pub fn load_live() -> Result<Box<fn() -> AnyView>, SplitLoaderError> {
    Ok(Box::new(crate::components::live::content))
}
