//! The board of an exercise.

use client::exercises::{Attempt, TrainEvent, TrainState};
use engine::rules::{BitBoard, Color, Move, Position};
use leptos::prelude::*;

use crate::components::Board;
use crate::components::board::rings::rings_layer;
use crate::controllers::train::TrainController;
use crate::platform::clock::local_time;
use crate::preferences::use_prefs;

#[component]
pub fn ExerciseBoard(train: TrainController) -> impl IntoView {
    let prefs = use_prefs();
    let position = train.read(|state| state.position().unwrap_or(Position::startpos()));
    let last_move = train.read(|state| of(state, Attempt::last_move).flatten());
    let flipped = train.read(|state| of(state, Attempt::bottom) == Some(Color::Black));
    let active = train.read(|state| of(state, Attempt::movable).flatten().is_some());
    let arrows = train.read(|state| {
        let arrows = of(state, Attempt::arrows).unwrap_or_default().into_iter();
        arrows.map(|mv| (mv, 100)).collect::<Vec<(Move, u8)>>()
    });
    let marked = train.read(|state| of(state, Attempt::marked).unwrap_or(BitBoard::EMPTY));
    let play = move |mv| {
        let time = local_time();
        train.dispatch(TrainEvent::Play { mv, time });
    };
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
                above=move || rings_layer(marked.into(), flipped.into())
                on_move=play
            />
        </section>
    }
}

fn of<T>(state: &TrainState, part: impl Fn(&Attempt) -> T) -> Option<T> {
    state.shown.as_ref().map(part)
}
