//! What can be done with an exercise: hints and the solution, then the grade and the next one.

use client::exercises::{Attempt, AttemptStage, TrainEvent, grade_name};
use engine::exercises::HintStage;
use leptos::prelude::*;
use wire::visitor::exercises::AnswerGrade;

use crate::components::shared::icons::Icon;
use crate::controllers::train::TrainController;
use crate::platform::clock::local_time;
use crate::routes::ANALYZE;

/// The grades that a visitor can choose.
const GRADES: [AnswerGrade; 4] = [
    AnswerGrade::Again,
    AnswerGrade::Hard,
    AnswerGrade::Good,
    AnswerGrade::Easy,
];

#[component]
pub fn Actions(train: TrainController) -> impl IntoView {
    let is_over = train.read(|state| {
        let over = state.shown.as_ref().and_then(Attempt::ending);
        over.is_some()
    });
    move || match is_over.get() {
        true => view! { <AfterTheEnd train /> }.into_any(),
        false => view! { <BeforeTheEnd train /> }.into_any(),
    }
}

/// Take back, hint, solution.
#[component]
fn BeforeTheEnd(train: TrainController) -> impl IntoView {
    let stage = train.read(|state| state.shown.as_ref().map(|attempt| attempt.stage));
    let is_wrong = move || stage.get() == Some(AttemptStage::Wrong);
    let hint = train.read(|state| state.shown.as_ref().and_then(|attempt| attempt.hint));
    let can_hint =
        move || stage.get() == Some(AttemptStage::YourMove) && hint.get() != Some(HintStage::Move);
    view! {
        <div class="lesson-actions">
            <button
                type="button"
                class="button"
                disabled=move || !is_wrong()
                on:click=move |_| train.dispatch(TrainEvent::TakeBack)
            >
                {Icon::TakeBack.draw()}
                "Take back"
            </button>
            <button
                type="button"
                class="button"
                disabled=move || !can_hint()
                on:click=move |_| train.dispatch(TrainEvent::Hint)
            >
                {Icon::Hint.draw()}
                "Hint"
            </button>
            <button
                type="button"
                class="button"
                on:click=move |_| train.dispatch(TrainEvent::ShowSolution(local_time()))
            >
                "Solution"
            </button>
        </div>
    }
}

/// How well it went, the next exercise, the analysis.
#[component]
fn AfterTheEnd(train: TrainController) -> impl IntoView {
    let chosen = train.read(|state| state.shown.as_ref().and_then(Attempt::grade));
    let analysis = train.read(|state| {
        let target = state.shown.as_ref().map(Attempt::analysis);
        target.map_or_else(String::new, |target| {
            format!("{ANALYZE}#{}", target.fragment())
        })
    });
    let grade = move |grade: AnswerGrade| {
        view! {
            <button
                type="button"
                class="button quiet"
                aria-pressed=move || (chosen.get() == Some(grade)).to_string()
                on:click=move |_| train.dispatch(TrainEvent::Grade(grade))
            >
                {grade_name(grade)}
            </button>
        }
    };
    view! {
        <div class="grades" role="group" aria-label="How well it went">
            {GRADES.map(grade).into_iter().collect_view()}
        </div>
        <div class="lesson-actions">
            <button
                type="button"
                class="button primary"
                on:click=move |_| train.dispatch(TrainEvent::Next(local_time()))
            >
                {Icon::Next.draw()}
                "Next"
            </button>
            <a class="button" href=move || analysis.get()>
                {Icon::Analyze.draw()}
                "Analyze"
            </a>
            <button
                type="button"
                class="button quiet"
                on:click=move |_| train.dispatch(TrainEvent::SetAside(local_time()))
            >
                "Set aside"
            </button>
        </div>
    }
}
