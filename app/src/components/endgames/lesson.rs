//! One lesson: the board, and beside it the goal, the clock of best play, and what can be done.

use client::endgames::{
    EndgameEvent, EndgameState, Lesson, LessonStage, Trouble, goal_text, status_text, truth_text,
};
use leptos::prelude::*;

use super::lesson_board::LessonBoard;
use super::map_choice::MapChoice;
use super::spread_bar::SpreadBar;
use crate::components::shared::focus::focus;
use crate::components::shared::icons::Icon;
use crate::controllers::endgames::EndgameController;

/// The id of the lesson, and of its heading.
pub const LESSON: &str = "lesson";
const HEADING: &str = "lesson-title";

/// The lesson.
pub fn lesson_view(endgames: EndgameController, lesson: &'static Lesson) -> AnyView {
    view! {
        <section class="lesson" id=LESSON tabindex="-1" aria-labelledby=HEADING>
            <LessonBoard endgames />
            <div class="panel lesson-panel">
                <div class="panel-head">
                    <h2 id=HEADING>{lesson.title}</h2>
                    <a class="button quiet" href="#">
                        "All endings"
                    </a>
                </div>
                <div class="panel-body">
                    <p class="goal">{goal_text(lesson)}</p>
                    <p class="idea">{lesson.idea}</p>
                    <Status endgames />
                    <Actions endgames lesson />
                    <MapChoice endgames />
                    <SpreadBar endgames />
                </div>
            </div>
        </section>
    }
    .into_any()
}

/// How far the lesson is, and what best play would do.
#[component]
fn Status(endgames: EndgameController) -> impl IntoView {
    let status = endgames.read(status_text);
    let truth = endgames.read(truth_text);
    let class = endgames.read(|state| match state.stage {
        LessonStage::Over { reached: true } => "lesson-status reached",
        LessonStage::Slipped | LessonStage::Over { reached: false } => "lesson-status missed",
        _ => "lesson-status",
    });
    let trouble = endgames.read(|state| state.trouble.clone());
    let trouble_line = move || {
        trouble.get().map(|trouble| {
            let text = match trouble {
                Trouble::NoTables => "The tables of this ending can\u{2019}t be had now: the server makes them in the minutes after its first start, and without a connection only those that you have used are here.".to_owned(),
                Trouble::Broken(reason) => format!("The engine broke ({reason})."),
            };
            view! {
                <p class="trouble" role="alert">
                    {text}
                    " "
                    <button
                        type="button"
                        class="button quiet"
                        on:click=move |_| endgames.dispatch(EndgameEvent::TryAgain)
                    >
                        "Try again"
                    </button>
                </p>
            }
        })
    };
    view! {
        <p class=move || class.get() role="status">
            {move || status.get()}
        </p>
        <p class="truth empty figures">{move || truth.get()}</p>
        {trouble_line}
    }
}

/// Take back, show, begin again; after the end the next lesson.
#[component]
fn Actions(endgames: EndgameController, lesson: &'static Lesson) -> impl IntoView {
    let slipped = endgames.read(|state| state.stage == LessonStage::Slipped);
    let reached = endgames.read(|state| state.stage == LessonStage::Over { reached: true });
    let can_take_back = endgames.read(EndgameState::can_take_back);
    let can_show = endgames.read(EndgameState::can_show);
    let has_tables = endgames.read(EndgameState::has_tables);
    let next = lesson.next();
    view! {
        <div class="lesson-actions">
            <button
                type="button"
                class="button"
                disabled=move || !can_take_back.get()
                on:click=move |_| endgames.dispatch(EndgameEvent::TakeBack)
            >
                {Icon::TakeBack.draw()}
                "Take back"
            </button>
            <button
                type="button"
                class="button"
                hidden=move || !slipped.get()
                on:click=move |_| {
                    endgames.dispatch(EndgameEvent::GoOn);
                    // The button is gone.
                    focus(LESSON);
                }
            >
                "Go on"
            </button>
            <button
                type="button"
                class="button"
                hidden=move || slipped.get() || !has_tables.get()
                disabled=move || !can_show.get()
                on:click=move |_| endgames.dispatch(EndgameEvent::Show)
            >
                {Icon::Hint.draw()}
                "Best move"
            </button>
            <button
                type="button"
                class="button"
                disabled=move || !can_take_back.get()
                on:click=move |_| endgames.dispatch(EndgameEvent::Restart)
            >
                "Restart"
            </button>
            {move || {
                next.filter(|_| reached.get())
                    .map(|next| {
                        view! {
                            <a class="button primary" href=format!("#{}", next.id)>
                                {format!("Next: {}", next.title)}
                            </a>
                        }
                    })
            }}
        </div>
    }
}
