//! The proof of a sentence: played on the board, step by step, with a link that goes on from its end.

use std::time::Duration;

use client::analysis::fragment;
use client::play::{MoveProof, PlayState, ProofEvent, ProofPlayer};
use engine::rules::{BitBoard, Color, GameTree, NodeId, pgn, san};
use leptos::prelude::*;

use super::line_moves::LineMoves;
use crate::components::board::rings::rings_layer;
use crate::components::shared::scrolling::scroll_back_to;
use crate::controllers::play::PlayController;
use crate::platform::timers::set_timeout;
use crate::routes::ANALYZE;

/// A pass among the steps.
const PASS: &str = "pass";

/// The proofs of a page's sentences, and the one that plays.
#[derive(Clone, Copy)]
pub struct ProofView {
    play: PlayController,
    player: RwSignal<ProofPlayer>,
}

impl ProofView {
    /// Nothing plays yet.
    pub fn new(play: PlayController) -> Self {
        let player = RwSignal::new(ProofPlayer::default());
        Self { play, player }
    }

    fn dispatch(self, event: ProofEvent) {
        let handled = self.play.try_with_untracked(|state| {
            self.player.try_update(|player| player.handle(state, event))
        });
        let Some(update) = handled.flatten() else {
            return;
        };
        for event in update.events {
            self.play.dispatch(event);
        }
        for (after_ms, event) in update.timers {
            let after = Duration::from_millis(after_ms.into());
            set_timeout(move || self.dispatch(event), after);
        }
    }

    /// The plies on the board of a proof that is listed; see [`ProofPlayer::listed`].
    fn listed(self) -> Memo<Option<Option<usize>>> {
        let Self { play, player } = self;
        play.read(move |state| player.with(|player| player.listed(state)))
    }
}

/// The button that plays the proof of the shown sentence; on a page that was scrolled to the panel the
/// board comes back.
#[component]
pub fn ProofButton(view: ProofView) -> impl IntoView {
    let can_show = view.play.read(|state| MoveProof::shown(state).is_some());
    let listed = view.listed();
    let shown = move || listed.with(Option::is_some);
    let press = move |_| {
        let on = listed.with_untracked(Option::is_none);
        view.dispatch(ProofEvent::Show(on));
        if on {
            scroll_back_to(".table");
        }
    };
    view! {
        <button
            type="button"
            class="button quiet"
            hidden=move || !can_show.get()
            aria-pressed=move || shown().to_string()
            on:click=press
        >
            {move || if shown() { "Hide it" } else { "Show it" }}
        </button>
    }
}

/// The steps of the proof that was asked for, and the way to the analysis of its end.
#[component]
pub fn ProofSteps(view: ProofView) -> impl IntoView {
    let listed = view.listed();
    let shown = Memo::new(move |_| listed.with(Option::is_some));
    let plies = Memo::new(move |_| listed.get().flatten());
    let steps = view
        .play
        .read(|state| MoveProof::shown(state).map(|shown| sans(&shown)));
    let address = view.play.read(move |state| address(state, plies.get()));
    // A pressed step stays when the pointer or the focus leaves it.
    let held = StoredValue::new(false);
    let look = move |plies: Option<usize>| {
        let was_held = held.try_update_value(std::mem::take);
        if plies.is_some() || was_held != Some(true) {
            view.dispatch(ProofEvent::Look(plies));
        }
    };
    let press = move |plies| {
        held.try_set_value(true);
        view.dispatch(ProofEvent::Hold(plies));
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
pub fn sans(shown: &MoveProof) -> Vec<String> {
    let steps = shown.proof.moves.iter().enumerate();
    let steps = steps.filter_map(|(plies, mv)| {
        let position = shown.proof.position_after(&shown.before, plies)?;
        Some(mv.map_or_else(|| PASS.to_owned(), |mv| san::write(&position, mv)))
    });
    steps.collect()
}

/// The analysis of the proof's position on the board, or of its last one.
fn address(state: &PlayState, plies: Option<usize>) -> String {
    let end = MoveProof::shown(state).and_then(|MoveProof { before, proof, .. }| {
        proof.position_after(&before, plies.unwrap_or(proof.moves.len()))
    });
    let tree = GameTree::new(end.unwrap_or(*state.game.position()));
    let black_below = state.bottom() == Color::Black;
    let fragment = fragment(&tree, NodeId::START, &pgn::Tags::new(), black_below);
    format!("{ANALYZE}#{fragment}")
}

/// The squares that the proof on the board speaks of, as rings.
pub fn proof_overlay(play: PlayController) -> AnyView {
    let squares = play.read(|state| state.preview.map_or(BitBoard::EMPTY, |shown| shown.marked));
    let flipped = play.read(|state| state.bottom() == Color::Black);
    rings_layer(squares.into(), flipped.into())
}
