//! The line that is drilled or looked at: the board, and beside it what is asked and what is found.

use client::openings::{
    LineEnd, LineStage, OpeningLine, OpeningsEvent, OpeningsState, departure_text, line_text,
    prompt,
};
use engine::rules::{BitBoard, Color, Position};
use leptos::prelude::*;

use super::actions::Actions;
use crate::components::shared::focus::focus;
use crate::components::shared::marked_board::MarkedBoard;
use crate::controllers::openings::OpeningsController;
use crate::platform::clock::local_time;

/// The id of the line, and of its heading.
pub const LINE: &str = "line";
const HEADING: &str = "line-title";

/// The line on the board.
pub fn line_view(openings: OpeningsController) -> AnyView {
    let name = openings.read(|state| {
        let shown = state.shown();
        shown.map_or_else(String::new, |known| known.name().to_owned())
    });
    let moves = openings.read(|state| of(state, line_text).unwrap_or_default());
    let stage = openings.read(|state| of(state, |line| (line.stage, line.game.ply())));
    // A button that was pressed may be gone: the focus stays in the line.
    Effect::new(move |before: Option<Option<(LineStage, usize)>>| {
        let now = stage.get();
        let active = document().active_element();
        let is_lost = active.is_none_or(|active| active.tag_name() == "BODY");
        if is_lost && now.is_some() && before.is_some_and(|before| before != now) {
            focus(LINE);
        }
        now
    });
    view! {
        <section class="lesson exercise" id=LINE tabindex="-1" aria-labelledby=HEADING>
            <LineBoard openings />
            <div class="panel lesson-panel">
                <div class="panel-head">
                    <h2 id=HEADING>{move || name.get()}</h2>
                    <button
                        type="button"
                        class="button quiet"
                        on:click=move |_| openings.dispatch(OpeningsEvent::Leave)
                    >
                        "Close"
                    </button>
                </div>
                <div class="panel-body">
                    <Status openings />
                    <Actions openings />
                    <Why openings />
                    <p class="empty figures line-moves">{move || moves.get()}</p>
                </div>
            </div>
        </section>
    }
    .into_any()
}

#[component]
fn LineBoard(openings: OpeningsController) -> impl IntoView {
    let position = |state: &OpeningsState| {
        of(state, OpeningLine::shown_position).unwrap_or(Position::startpos())
    };
    let play = move |mv| {
        let time = local_time();
        openings.dispatch(OpeningsEvent::Play { mv, time });
    };
    view! {
        <MarkedBoard
            position=openings.read(position)
            last_move=openings.read(|state| of(state, OpeningLine::last_move).flatten())
            flipped=openings.read(|state| state.bottom() == Color::Black)
            active=openings.read(OpeningsState::is_movable)
            arrows=openings.read(OpeningsState::arrows)
            marked=openings.read(|state| of(state, OpeningLine::marked).unwrap_or(BitBoard::EMPTY))
            on_move=play
        />
    }
}

/// What is asked, or said of the last move.
#[component]
fn Status(openings: OpeningsController) -> impl IntoView {
    let prompt = openings.read(prompt);
    let class = openings.read(|state| match of(state, |line| line.stage) {
        Some(LineStage::Over(LineEnd::Done)) => "lesson-status reached",
        Some(LineStage::Left(_)) => "lesson-status missed",
        _ => "lesson-status",
    });
    view! {
        <div class=move || class.get() role="status">
            <p class="prompt">{move || prompt.get()}</p>
        </div>
    }
}

/// What is found of a move that is not the repertoire's.
#[component]
fn Why(openings: OpeningsController) -> impl IntoView {
    let sentences = openings.read(|state| {
        let Some(line) = state.line.as_ref().filter(|line| line.is_left()) else {
            return Vec::new();
        };
        let found = line.departure.as_ref();
        let found = found.map_or(&[][..], |found| &found.sentences);
        let refused = line.refused.as_ref().map(ToString::to_string);
        let said = departure_text(line).or_else(|| {
            let is_awaited = !line.is_browsed && state.trouble.is_none();
            is_awaited.then(|| "Looking at the difference\u{2026}".to_owned())
        });
        let proved = found.iter().map(|sentence| sentence.text.clone());
        refused.into_iter().chain(said).chain(proved).collect()
    });
    view! {
        <div role="status">
            {move || {
                let sentences = sentences.get().into_iter();
                sentences
                    .map(|sentence: String| view! { <p class="explanation">{sentence}</p> })
                    .collect_view()
            }}
        </div>
    }
}

fn of<T>(state: &OpeningsState, part: impl Fn(&OpeningLine) -> T) -> Option<T> {
    state.line.as_ref().map(part)
}
