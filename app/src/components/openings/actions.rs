//! What can be done with a line.

use client::exercises::AnalysisTarget;
use client::openings::{LineEnd, LineStage, OpeningsEvent, OpeningsState, add_text};
use engine::rules::{Color, Move, Position, san};
use leptos::prelude::*;

use crate::components::shared::icons::Icon;
use crate::components::shared::lazy_content::sure_button::sure_button;
use crate::controllers::openings::OpeningsController;
use crate::platform::clock::local_time;
use crate::routes::ANALYZE;

/// What can be pressed now.
#[derive(Clone, PartialEq)]
struct Possible {
    can_take_back: bool,
    can_hint: bool,
    is_over: bool,
    can_play_on: bool,
    /// The name of the button that adds the move.
    add: Option<String>,
    /// The address of the analysis, where the answer is known.
    analysis: Option<String>,
    /// The moves that can be looked at.
    browsed: Vec<(Move, String)>,
}

impl Possible {
    fn of(state: &OpeningsState) -> Option<Possible> {
        let (line, repertoire) = (state.line.as_ref()?, state.shown()?);
        let is_over = matches!(line.stage, LineStage::Over(_));
        let position = line.position();
        let browsed = match line.stage {
            LineStage::YourMove if line.is_browsed => repertoire.moves_at(position),
            _ => Vec::new(),
        };
        let shows_all = is_over || line.is_left() || line.is_browsed;
        let target = || {
            let mut moves = line.game.moves().to_vec();
            moves.extend(line.tried());
            AnalysisTarget {
                start: Position::startpos(),
                moves,
                flipped: state.bottom() == Color::Black,
            }
        };
        Some(Possible {
            can_take_back: line.tried().is_some() || line.is_browsed && line.game.ply() > 0,
            can_hint: line.stage == LineStage::YourMove && !line.asked.is_empty(),
            is_over,
            can_play_on: line.stage == LineStage::Over(LineEnd::NoAnswer),
            add: add_text(state),
            analysis: shows_all.then(|| format!("{ANALYZE}#{}", target().fragment())),
            browsed: browsed
                .into_iter()
                .map(|mv| (mv, san::write(position, mv)))
                .collect(),
        })
    }
}

#[component]
pub fn Actions(openings: OpeningsController) -> impl IntoView {
    let possible = openings.read(Possible::of);
    move || possible.get().map(|possible| buttons(openings, possible))
}

fn buttons(openings: OpeningsController, possible: Possible) -> impl IntoView {
    let button = move |name: String, class, icon: Option<Icon>, event: fn() -> OpeningsEvent| {
        view! {
            <button type="button" class=class on:click=move |_| openings.dispatch(event())>
                {icon.map(Icon::draw)}
                {name}
            </button>
        }
    };
    let next = possible.is_over.then(|| {
        button(
            "Next line".to_owned(),
            "button primary",
            Some(Icon::Next),
            || OpeningsEvent::Next(local_time()),
        )
    });
    let play_on = possible.can_play_on.then(|| {
        button("Play on".to_owned(), "button", None, || {
            OpeningsEvent::PlayOn(local_time())
        })
    });
    let take_back = possible.can_take_back.then(|| {
        button(
            "Take back".to_owned(),
            "button",
            Some(Icon::TakeBack),
            || OpeningsEvent::TakeBack,
        )
    });
    let hint = possible.can_hint.then(|| {
        button("Hint".to_owned(), "button", Some(Icon::Hint), || {
            OpeningsEvent::Hint
        })
    });
    let add = possible.add.map(|name| {
        button(
            name,
            "button",
            None,
            || OpeningsEvent::AddMove(local_time()),
        )
    });
    let analysis = possible.analysis.map(|address| {
        view! {
            <a class="button" href=address>
                {Icon::Analyze.draw()}
                "Analyze"
            </a>
        }
    });
    let browsed = possible.browsed.into_iter();
    let browsed = browsed.map(|(mv, san)| known_move(openings, mv, san));
    view! {
        <ul class="set-aside known-moves">{browsed.collect_view()}</ul>
        <div class="lesson-actions">{next} {play_on} {take_back} {hint} {add} {analysis}</div>
    }
}

/// A move of the repertoire: go on by it, or remove it.
fn known_move(openings: OpeningsController, mv: Move, san: String) -> impl IntoView {
    let play = move |_| {
        let time = local_time();
        openings.dispatch(OpeningsEvent::Play { mv, time });
    };
    view! {
        <li>
            <button type="button" class="button" on:click=play>
                {san}
            </button>
            {sure_button(
                "Remove",
                "Remove it with what follows?",
                move || openings.dispatch(OpeningsEvent::RemoveMove(mv)),
            )}
        </li>
    }
}
