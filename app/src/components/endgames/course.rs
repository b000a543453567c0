//! The list of lessons. The server renders it, too, so that it is there without a script.

use client::endgames::{CHAPTERS, Chapter, Lesson, Progress, Solution, goal_text};
use engine::rules::Color;
use leptos::prelude::*;

use crate::components::board::still_board::still_squares;

/// The id of the list.
pub const COURSE: &str = "course";

/// What the course is about.
const LEAD: &str = "Twenty-four endings that everybody should know, to be won or held. Up to four men the other side plays by endgame tables and never errs: it keeps the result, holds out as long as possible and leaves you as few good answers as it can.";

/// The list as the server sends it.
pub fn still_course() -> AnyView {
    course(&Progress::default())
}

/// The list, with what was solved.
pub fn course(progress: &Progress) -> AnyView {
    let solved = progress.solved();
    let count = Lesson::all().count();
    let chapter = |chapter: &'static Chapter| {
        let cards = chapter.lessons.iter();
        let cards = cards.map(|lesson| card(lesson, progress.of(lesson)));
        view! {
            <section class="chapter">
                <h2>{chapter.title}</h2>
                <ul class="lessons">{cards.collect_view()}</ul>
            </section>
        }
    };
    view! {
        <section class="course" id=COURSE tabindex="-1" aria-label="The course">
            <p class="lead">{LEAD}</p>
            <p class="solved-count figures" role="status">
                {(solved > 0).then(|| format!("{solved} of {count} solved."))}
            </p>
            {CHAPTERS.iter().map(chapter).collect_view()}
        </section>
    }
    .into_any()
}

fn card(lesson: &'static Lesson, solution: Option<Solution>) -> impl IntoView {
    let mark = match solution {
        None => String::new(),
        Some(Solution::WithHelp) => "Solved with help".to_owned(),
        Some(Solution::Alone(_)) if lesson.goal == client::endgames::Goal::Draw => {
            "Held".to_owned()
        }
        Some(Solution::Alone(moves)) => format!("Solved in {moves}"),
    };
    let flipped = (lesson.side() == Color::Black).then_some("flipped");
    view! {
        <li>
            <a class="lesson-card" href=format!("#{}", lesson.id) data-lesson=lesson.id>
                <span class="still-board" aria-hidden="true" data-side=flipped>
                    {still_squares(&lesson.position(), None)}
                </span>
                <b>{lesson.title}</b>
                <span class="empty">{goal_text(lesson)}</span>
                <span class="mark" hidden=mark.is_empty()>
                    {mark.clone()}
                </span>
            </a>
        </li>
    }
}
