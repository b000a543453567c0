//! What the engine finds, as it finds it: up to five lines.

use client::analysis::{AnalysisEvent, AnalysisState, MAX_LINES};
use client::play::EngineState;
use client::worker::NetworkProgress;
use engine::rules::{Move, Position};
use engine::search::Score;
use leptos::prelude::*;
use wire::search::answer::{nps, pv_text};

use super::focus::keep_focus;
use crate::components::panels::line_moves::LineMoves;
use crate::components::panels::status::reason;
use crate::components::shared::erased_view::Erase;
use crate::components::shared::format::{counted, score, short_count};
use crate::controllers::analysis::AnalysisController;

/// So many moves of a line are shown.
const SHOWN: usize = 12;

/// A line as it is shown.
#[derive(Clone, PartialEq)]
struct Shown {
    /// White's view.
    score: Score,
    /// The position that it starts in.
    root: Position,
    moves: Vec<Move>,
}

#[component]
pub fn Lines(analysis: AnalysisController) -> impl IntoView {
    let on = analysis.read(|state| state.engine_on);
    let dialogs = analysis.read(|state| state.multipv);
    let lines = analysis.read_search(shown);
    let work = analysis.read_search(work);
    let judge = analysis.read(judge);
    let idle = analysis.read(|state| {
        !state.is_searching()
            && state
                .current_evaluation()
                .is_some_and(|found| found.finished)
    });
    let choose = move |event| {
        if let Ok(lines) = event_target_value(&event).parse() {
            analysis.dispatch(AnalysisEvent::SetMultipv(lines));
        }
    };
    view! {
        <section class="panel engine-lines" data-panel="lines" aria-label="Engine" tabindex="-1">
            <div class="panel-head">
                <h2>"Engine"</h2>
                <label class="count">
                    <span class="empty">"Lines"</span>
                    <select autocomplete="off" prop:value=move || dialogs.get().to_string() on:change=choose>
                        {(1..=MAX_LINES)
                            .map(|lines| {
                                view! {
                                    <option value=lines.to_string() selected=move || dialogs.get() == lines>
                                        {lines}
                                    </option>
                                }
                            })
                            .collect_view()}
                    </select>
                </label>
                <button
                    type="button"
                    class="button quiet"
                    aria-pressed=move || on.get().to_string()
                    on:click=move |_| analysis.dispatch(AnalysisEvent::SetEngineOn(!on.get_untracked()))
                >
                    {move || if on.get() { "Stop" } else { "Start" }}
                </button>
            </div>
            <div class="row work figures">
                <span>{move || work.get()}</span>
                <button
                    type="button"
                    class="button quiet"
                    hidden=move || !(idle.get() && on.get())
                    on:click=move |_| analysis.dispatch(AnalysisEvent::SearchDeeper)
                >
                    "Go deeper"
                </button>
            </div>
            <ol class="found-lines figures">
                {(0..usize::from(MAX_LINES)).map(|place| found_line(analysis, lines, place)).collect_view()}
            </ol>
            <p class="judge" title=move || judge.get().1>
                {move || judge.get().0}
            </p>
            <EngineTrouble analysis />
        </section>
    }
    .erase()
}

/// The line at a place, as it changes.
fn found_line(
    analysis: AnalysisController,
    lines: Memo<Vec<Shown>>,
    place: usize,
) -> impl IntoView {
    let line = Memo::new(move |_| lines.with(|lines| lines.get(place).cloned()));
    let figure = move || line.with(|line| line.as_ref().map(|line| score(line.score)));
    let sans = Memo::new(move |_| {
        let text = |line: &Shown| pv_text(&line.root, &line.moves).san;
        line.with(|line| line.as_ref().map(text).unwrap_or_default())
    });
    let first = move |plies: usize| {
        let line = line.try_get_untracked().flatten()?;
        line.moves.get(..plies).map(<[Move]>::to_vec)
    };
    let look = move |plies: Option<usize>| {
        analysis.dispatch(AnalysisEvent::Preview(plies.and_then(first)))
    };
    let press = move |plies: usize| {
        if let Some(moves) = first(plies) {
            keep_focus();
            analysis.dispatch(AnalysisEvent::PlayLine(moves));
        }
    };
    view! {
        <li hidden=move || line.with(Option::is_none)>
            <span class="score">{figure}</span>
            <LineMoves sans on_look=look on_press=press />
        </li>
    }
}

/// The lines, best first; one that begins like a better one is a depth behind.
fn shown(state: &AnalysisState) -> Vec<Shown> {
    let Some(found) = state.current_evaluation().filter(|_| state.engine_on) else {
        return Vec::new();
    };
    let mut lines: Vec<Shown> = Vec::new();
    for line in found.lines.iter().take(usize::from(state.multipv)) {
        let behind = lines
            .iter()
            .any(|better| better.moves.first() == line.pv.first());
        if !behind {
            lines.push(Shown {
                score: line.score.for_white(state.position().side_to_move()),
                root: *state.position(),
                moves: line.pv.iter().copied().take(SHOWN).collect(),
            });
        }
    }
    lines
}

/// How much work stands behind the lines, or why there are none.
fn work(state: &AnalysisState) -> String {
    if let EngineState::Failed(_) = state.engine {
        return "The engine has stopped.".to_owned();
    }
    if let Some(outcome) = state.outcome() {
        return format!("{} {}", outcome.result(), reason(&outcome));
    }
    if !state.engine_on {
        return "The engine rests.".to_owned();
    }
    let waits = state
        .search
        .as_ref()
        .is_some_and(|search| search.for_review);
    match state
        .current_evaluation()
        .and_then(|found| found.lines.first())
    {
        Some(best) => {
            let mut words = format!(
                "Depth {} \u{b7} {}",
                best.depth,
                counted(best.nodes, "position")
            );
            let speed = nps(best.nodes, best.time_ms);
            if speed > 0 {
                words.push_str(&format!(" \u{b7} {}/s", short_count(speed)));
            }
            words
        }
        None if waits => "Waiting for the review.".to_owned(),
        None if state.network.is_pending() => "Waiting for the network\u{2026}".to_owned(),
        None => "Looking\u{2026}".to_owned(),
    }
}

/// What judges the positions, and what there is to know of it.
fn judge(state: &AnalysisState) -> (String, String) {
    let network = &state.network;
    match &network.progress {
        Some(NetworkProgress::Ready(info)) => {
            let details = format!("Network {}: {}", info.name, info.provenance);
            (
                "Judged by Ponder\u{2019}s neural network".to_owned(),
                details,
            )
        }
        Some(NetworkProgress::Loading(percent)) if !network.is_pending() => {
            let words = format!("Hand-made evaluation; the network: {percent} %");
            (words, String::new())
        }
        Some(NetworkProgress::Failed(why)) => {
            ("Judged by the hand-made evaluation".to_owned(), why.clone())
        }
        Some(NetworkProgress::Loading(_)) | None => Default::default(),
    }
}

/// What is amiss with the worker, and the way out.
#[component]
fn EngineTrouble(analysis: AnalysisController) -> impl IntoView {
    let failed = analysis.read(|state| match &state.engine {
        EngineState::Failed(message) => Some(message.clone()),
        _ => None,
    });
    move || {
        failed.get().map(|message| {
            view! {
                <p class="trouble broken" role="alert" title=message>
                    "The engine broke again and again. "
                    <button
                        type="button"
                        class="button quiet"
                        on:click=move |_| analysis.dispatch(AnalysisEvent::RetryEngine)
                    >
                        "Try again"
                    </button>
                </p>
            }
        })
    }
}
