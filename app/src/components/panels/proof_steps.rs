//! The proof of a sentence: played on the board, step by step, with a link that goes on from its end.

use client::analysis::fragment;
use client::play::{PlayEvent, PlayState};
use engine::explain::ClaimProof;
use engine::rules::{Color, GameTree, NodeId, Position, pgn, san};
use leptos::prelude::*;

use super::line_moves::LineMoves;
use crate::components::board::column_and_row;
use crate::components::shared::scrolling::scroll_back_to;
use crate::controllers::play::PlayController;
use crate::routes::ANALYZE;

/// A pass among the steps.
const PASS: &str = "pass";

/// The button that plays the proof of the shown sentence; on a page that was scrolled to the panel the
/// board comes back.
#[component]
pub fn ProofButton(play: PlayController) -> impl IntoView {
    let can_show = play.read(|state| state.provable().is_some());
    let shown = play.read(|state| state.shown_proof.is_some());
    let press = move |_| {
        let on = !shown.get_untracked();
        play.dispatch(PlayEvent::ShowProof(on));
        if on {
            scroll_back_to(".table");
        }
    };
    view! {
        <button
            type="button"
            class="button quiet"
            hidden=move || !can_show.get()
            aria-pressed=move || shown.get().to_string()
            on:click=press
        >
            {move || if shown.get() { "Hide it" } else { "Show it" }}
        </button>
    }
}

/// The steps of the proof that was asked for, and the way to the analysis of its end.
#[component]
pub fn ProofSteps(play: PlayController) -> impl IntoView {
    let shown = play.read(|state| state.shown_proof.is_some());
    let plies = play.read(|state| state.shown_proof.and_then(|shown| shown.plies));
    let steps = play.read(|state| state.provable().map(|(before, proof)| sans(&before, proof)));
    let address = play.read(address);
    // A pressed step stays when the pointer or the focus leaves it.
    let held = StoredValue::new(false);
    let look = move |plies: Option<usize>| {
        let was_held = held.try_update_value(std::mem::take);
        if plies.is_some() || was_held != Some(true) {
            play.dispatch(PlayEvent::PreviewProof(plies));
        }
    };
    let press = move |plies| {
        held.try_set_value(true);
        play.dispatch(PlayEvent::HoldProof(plies));
    };
    move || {
        shown.get().then(|| {
            let sans = Signal::derive(move || steps.get().unwrap_or_default());
            view! {
                <div class="proof">
                    <LineMoves sans at=plies on_look=look on_press=press />
                    <a href=move || address.get()>"Go on from there"</a>
                </div>
            }
        })
    }
}

/// The steps in Standard Algebraic Notation.
fn sans(before: &Position, proof: &ClaimProof) -> Vec<String> {
    let steps = proof.moves.iter().enumerate();
    let steps = steps.filter_map(|(plies, mv)| {
        let position = proof.position_after(before, plies)?;
        Some(mv.map_or_else(|| PASS.to_owned(), |mv| san::write(&position, mv)))
    });
    steps.collect()
}

/// The analysis of the proof's position on the board, or of its last one.
fn address(state: &PlayState) -> String {
    let shown = state.shown_proof.and_then(|shown| shown.plies);
    let end = state.provable().and_then(|(before, proof)| {
        proof.position_after(&before, shown.unwrap_or(proof.moves.len()))
    });
    let tree = GameTree::new(end.unwrap_or(*state.game.position()));
    let black_below = state.bottom() == Color::Black;
    let fragment = fragment(&tree, NodeId::START, &pgn::Tags::new(), black_below);
    format!("{ANALYZE}#{fragment}")
}

/// The squares that the proof on the board speaks of, as rings.
pub fn proof_overlay(play: PlayController) -> AnyView {
    let squares = play.read(|state| state.proof_squares().to_vec());
    let flipped = play.read(|state| state.bottom() == Color::Black);
    let rings = move || {
        let ring = |square| {
            let (column, row) = column_and_row(square, flipped.get());
            let (x, y) = (format!("{column}.5"), format!("{row}.5"));
            view! { <circle cx=x cy=y r=".43" fill="none" stroke="#007f7f" stroke-width=".1" /> }
        };
        squares.get().into_iter().map(ring).collect_view()
    };
    view! {
        <svg class="layer" width="100%" height="100%" viewBox="0 0 8 8" aria-hidden="true">
            {rings}
        </svg>
    }
    .into_any()
}
