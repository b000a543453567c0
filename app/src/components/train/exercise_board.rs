//! The board of an exercise.

use client::exercises::{Attempt, TrainEvent, TrainState};
use engine::rules::{BitBoard, Color, Position};
use leptos::prelude::*;

use crate::components::shared::marked_board::MarkedBoard;
use crate::controllers::train::TrainController;
use crate::platform::clock::local_time;

#[component]
pub fn ExerciseBoard(train: TrainController) -> impl IntoView {
    let play = move |mv| {
        let time = local_time();
        train.dispatch(TrainEvent::Play { mv, time });
    };
    view! {
        <MarkedBoard
            position=train.read(|state| state.position().unwrap_or(Position::startpos()))
            last_move=train.read(|state| of(state, Attempt::last_move).flatten())
            flipped=train.read(|state| of(state, Attempt::bottom) == Some(Color::Black))
            active=train.read(|state| of(state, Attempt::movable).flatten().is_some())
            arrows=train.read(|state| of(state, Attempt::arrows).unwrap_or_default())
            marked=train.read(|state| of(state, Attempt::marked).unwrap_or(BitBoard::EMPTY))
            on_move=play
        />
    }
}

fn of<T>(state: &TrainState, part: impl Fn(&Attempt) -> T) -> Option<T> {
    state.shown.as_ref().map(part)
}
