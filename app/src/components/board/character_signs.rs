//! The name and the face of a character on its player card.

use client::play::PlayState;
use leptos::portal::Portal;
use leptos::prelude::*;

use super::players::{Edge, side};
use crate::components::shared::face::face;
use crate::controllers::play::PlayController;

/// The cards above and below the board.
const CARDS: [(&str, Edge); 2] = [
    (".table > .opponent .player", Edge::Top),
    (".table > .own .player", Edge::Bottom),
];

/// A face over the king of each card whose side a character plays, and "as" with its name behind its mind's.
pub fn character_signs(play: PlayController) -> AnyView {
    CARDS
        .into_iter()
        .map(|(card, edge)| signs(play, card, edge))
        .collect_view()
        .into_any()
}

fn signs(play: PlayController, card: &str, edge: Edge) -> AnyView {
    let character = play.read(move |state: &PlayState| {
        let engine = state.engine_for(side(state, edge))?;
        state.strength_of(engine).and_then(|_| engine.character())
    });
    let room = |part| {
        document()
            .query_selector(&format!("{card} {part}"))
            .ok()
            .flatten()
    };
    let picture = move || character.get().as_ref().map(face);
    let name = move || character.get().map(|character| format!("as {character}"));
    view! {
        {room(".avatar").map(|mount| view! { <Portal mount>{picture}</Portal> })}
        {room(".name").map(|mount| view! { <Portal mount>{name}</Portal> })}
    }
    .into_any()
}
