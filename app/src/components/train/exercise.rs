//! One exercise: the board, and beside it the task, hints, and what follows from the end.

use client::exercises::{
    Attempt, AttemptEnd, AttemptStage, TrainEvent, TrainState, hint_text, idea_text, origin_text,
    played_text, status_text, task_text,
};
use leptos::prelude::*;

use super::actions::Actions;
use super::exercise_board::ExerciseBoard;
use super::line_rows::LineRows;
use crate::controllers::train::TrainController;
use crate::platform::clock::local_time;

/// The id of the exercise, and of its heading.
pub const EXERCISE: &str = "exercise";
const HEADING: &str = "exercise-title";

/// The exercise that is shown.
pub fn exercise_view(train: TrainController) -> AnyView {
    let task = train.read(|state| text(state, |attempt| task_text(&attempt.exercise)));
    let origin = train.read(|state| text(state, |attempt| origin_text(&attempt.exercise)));
    view! {
        <section class="lesson exercise" id=EXERCISE tabindex="-1" aria-labelledby=HEADING>
            <ExerciseBoard train />
            <div class="panel lesson-panel">
                <div class="panel-head">
                    <h2 id=HEADING>{move || task.get()}</h2>
                    <button
                        type="button"
                        class="button quiet"
                        on:click=move |_| train.dispatch(TrainEvent::Leave(local_time()))
                    >
                        "Close"
                    </button>
                </div>
                <div class="panel-body">
                    <p class="empty figures">{move || origin.get()}</p>
                    <Status train />
                    <Actions train />
                    <Explanation train />
                    <LineRows train />
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// How far the exercise is, and the last hint.
#[component]
fn Status(train: TrainController) -> impl IntoView {
    let status = train.read(|state| text(state, status_text));
    // After the end the solution says it all.
    let hint = train.read(|state| {
        let open = state
            .shown
            .as_ref()
            .filter(|attempt| attempt.ending().is_none());
        open.and_then(hint_text)
    });
    let class = train.read(
        |state| match state.shown.as_ref().map(|attempt| attempt.stage) {
            Some(AttemptStage::Over(AttemptEnd::Solved | AttemptEnd::AlsoGood)) => {
                "lesson-status reached"
            }
            Some(AttemptStage::Wrong | AttemptStage::Over(AttemptEnd::Shown)) => {
                "lesson-status missed"
            }
            _ => "lesson-status",
        },
    );
    view! {
        <div class=move || class.get() role="status">
            <p>{move || status.get()}</p>
            {move || hint.get().map(|hint| view! { <p class="hint">{hint}</p> })}
        </div>
    }
}

/// What the solution does, and what was played in the game; after the end.
#[component]
fn Explanation(train: TrainController) -> impl IntoView {
    let sentences = train.read(|state| {
        let over = state
            .shown
            .as_ref()
            .filter(|attempt| attempt.ending().is_some());
        over.map_or_else(Vec::new, |attempt| {
            let idea = idea_text(&attempt.exercise);
            idea.into_iter()
                .chain([played_text(&attempt.exercise)])
                .collect()
        })
    });
    move || {
        let sentences = sentences.get().into_iter();
        sentences
            .map(|sentence: String| view! { <p class="explanation">{sentence}</p> })
            .collect_view()
    }
}

/// A text about the exercise that is shown.
fn text(state: &TrainState, write: impl Fn(&Attempt) -> String) -> String {
    state.shown.as_ref().map_or_else(String::new, write)
}
