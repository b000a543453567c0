//! The lines of an exercise: the solution, the game, the proof of the idea; each plays on the board.

use client::exercises::{LineKind, TrainEvent, TrainState};
use leptos::prelude::*;

use crate::components::panels::line_moves::LineMoves;
use crate::components::panels::proof_steps::sans;
use crate::controllers::train::TrainController;

#[component]
pub fn LineRows(train: TrainController) -> impl IntoView {
    let kinds = train.read(|state| {
        let has = |kind: &LineKind| {
            let attempt = state.shown.as_ref();
            attempt.is_some_and(|attempt| attempt.line(*kind).is_some())
        };
        LineKind::ALL.into_iter().filter(has).collect::<Vec<_>>()
    });
    let back = train.read(|state| {
        let attempt = state.shown.as_ref();
        attempt.is_some_and(|attempt| attempt.line.is_some())
    });
    view! {
        <div class="exercise-lines">
            <For each=move || kinds.get() key=|kind| *kind as u8 children=move |kind| row(train, kind) />
            <button
                type="button"
                class="button quiet"
                hidden=move || !back.get()
                on:click=move |_| train.dispatch(TrainEvent::PlayLine(None))
            >
                "Back to the exercise"
            </button>
        </div>
    }
}

fn row(train: TrainController, kind: LineKind) -> impl IntoView {
    let sans = train.read(move |state: &TrainState| {
        let line = state.shown.as_ref().and_then(|attempt| attempt.line(kind));
        line.map_or_else(Vec::new, |line| sans(&line))
    });
    let at = train.read(move |state| {
        let line = state.shown.as_ref()?.line?;
        (line.kind == kind).then_some(line.plies)
    });
    let name = match kind {
        LineKind::Solution => "Solution",
        LineKind::Game => "In the game",
        LineKind::Idea => "Why",
    };
    view! {
        <div class="exercise-line">
            <button
                type="button"
                class="button quiet"
                aria-label=format!("Play: {name}")
                on:click=move |_| train.dispatch(TrainEvent::PlayLine(Some(kind)))
            >
                {name}
            </button>
            <LineMoves
                sans
                at
                on_look=|_| {}
                on_press=move |plies| train.dispatch(TrainEvent::ShowPly(kind, plies))
            />
        </div>
    }
}
