//! The board of a lesson.

use client::endgames::{EndgameEvent, EndgameState};
use engine::rules::{Color, Move};
use leptos::prelude::*;

use super::map_layer::map_layer;
use crate::components::Board;
use crate::components::side_effects::announcer::side_move_text;
use crate::controllers::endgames::EndgameController;
use crate::preferences::use_prefs;

#[component]
pub fn LessonBoard(endgames: EndgameController) -> impl IntoView {
    let prefs = use_prefs();
    let position = endgames.read(|state| *state.game.position());
    let last_move = endgames.read(|state| state.game.moves().last().copied());
    let flipped = endgames.read(|state| state.side() == Color::Black);
    let active = endgames.read(EndgameState::may_move);
    let arrows = endgames.read(|state| {
        let shown = state.shown.into_iter();
        shown.map(|mv| (mv, 100)).collect::<Vec<(Move, u8)>>()
    });
    let announcement = endgames.read(announcement);
    view! {
        <section class="lesson-board" aria-label="Board">
            <Board
                position
                last_move
                flipped
                active
                hints=Signal::derive(move || prefs.with(|prefs| prefs.settings.hints))
                auto_queen=Signal::derive(move || prefs.with(|prefs| prefs.settings.auto_queen))
                arrows
                above=move || map_layer(endgames)
                on_move=move |mv| endgames.dispatch(EndgameEvent::Play(mv))
                on_pick_up=move |square| endgames.dispatch(EndgameEvent::PickUp(square))
            />
            <p class="visually-hidden" role="status">
                {move || announcement.get()}
            </p>
        </section>
    }
}

/// The last move, for screen readers.
fn announcement(state: &EndgameState) -> String {
    let (Some(ply), Some(&mv)) = (state.game.ply().checked_sub(1), state.game.moves().last())
    else {
        return String::new();
    };
    side_move_text(&state.game.position_at(ply), mv)
}
