//! The lazy bundle of the playing page and the header.

use std::pin::Pin;

use client::play::PlayEvent;
use leptos::lazy;
use leptos::prelude::IntoAny as _;
use leptos::task::spawn_local;
use leptos::wasm_split::SplitLoaderError;

use crate::components::{
    engine_room, move_box, network_overlay, opening_name,
    panels::{drawers, proof_steps::proof_overlay, seen_moves::seen_moves_overlay},
    preferences, search_details, side_effects,
};
use crate::controllers::known_rating::tell_rating;
use crate::controllers::server_calls::ServerCalls;
use crate::lazy::Parts;
use crate::platform::game_storage;
use crate::platform::style_sheets::{LATER_SHEET, load_sheet};
use crate::server_fns;

/// The functions of the playing page's bundle.
struct LazyBundle {
    /// Done once the parts' style sheet is there.
    styled: Pin<Box<dyn Future<Output = ()>>>,
    parts: Parts,
    server_calls: ServerCalls,
}

/// Loads the bundle, the first time.
///
/// # Errors
/// It cannot be had now; another call tries again.
#[lazy(lazy_parts, fallible)]
fn load_lazy_bundle() -> Result<Box<LazyBundle>, SplitLoaderError> {
    Ok(Box::new(LazyBundle {
        styled: load_sheet(LATER_SHEET),
        parts: Parts {
            memory: drawers::memory,
            results: drawers::results,
            transfer: drawers::transfer,
            position: drawers::position,
            engine_room,
            board_overlays: |play| {
                let overlays = (
                    network_overlay(play),
                    seen_moves_overlay(play),
                    proof_overlay(play),
                );
                overlays.into_any()
            },
            search_details,
            move_box,
            side_effects,
            preferences,
            opening_name,
        },
        server_calls: ServerCalls {
            unsent_games: game_storage::unsent,
            record_game: |game| Box::pin(server_fns::record_game(game)),
            tell_rating,
            tell_results: |play| {
                spawn_local(async move {
                    if let Ok(results) = server_fns::results().await {
                        play.dispatch(PlayEvent::ResultsLoaded(results));
                    }
                });
            },
        },
    }))
}

/// Loads the parts of the playing page and the header.
pub fn load_parts() -> Pin<Box<dyn Future<Output = Option<Parts>>>> {
    Box::pin(async {
        let bundle = load_lazy_bundle().await.ok()?;
        bundle.styled.await;
        Some(bundle.parts)
    })
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
