//! The engine's lines, live: up to five.

use client::analysis::{AnalysisEvent, AnalysisState, MAX_LINES};
use client::play::EngineState;
use client::worker::NetworkProgress;
use engine::rules::{Move, Position};
use engine::search::Score;
use leptos::prelude::*;
use wire::search::answer::{nps, pv_text};

use super::focus::focus_panel;
use crate::components::panels::line_moves::LineMoves;
use crate::components::shared::format::{counted, score, short_count};
use crate::components::shared::outcome_text::{reason_text, result_text};
use crate::controllers::analysis::AnalysisController;

/// The number of moves shown of a line.
const MAX_SHOWN_MOVES: usize = 12;

/// A line as it is shown.
#[derive(Clone, PartialEq)]
struct ShownLine {
    /// From White's side.
    score: Score,
    /// The position at its start.
    root: Position,
    moves: Vec<Move>,
}

#[component]
pub fn Lines(analysis: AnalysisController) -> impl IntoView {
    let on = analysis.read(|state| state.engine_on);
    let line_count = analysis.read(|state| state.multipv);
    let lines = analysis.read_search(shown_lines);
    let work = analysis.read_search(work);
    let evaluation_source = analysis.read(evaluation_source);
    let idle = analysis.read(|state| {
        !state.is_searching()
            && state
                .current_evaluation()
                .is_some_and(|found| found.finished && found.solved.is_none())
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
                    <select autocomplete="off" prop:value=move || line_count.get().to_string() on:change=choose>
                        {(1..=MAX_LINES)
                            .map(|lines| {
                                view! {
                                    <option value=lines.to_string() selected=move || line_count.get() == lines>
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
            <p class="judge" title=move || evaluation_source.get().1>
                {move || evaluation_source.get().0}
            </p>
            <EngineError analysis />
        </section>
    }
}

/// The line with this rank.
fn found_line(
    analysis: AnalysisController,
    lines: Memo<Vec<ShownLine>>,
    place: usize,
) -> impl IntoView {
    let line = Memo::new(move |_| lines.with(|lines| lines.get(place).cloned()));
    let figure = move || line.with(|line| line.as_ref().map(|line| score(line.score)));
    let sans = Memo::new(move |_| {
        let text = |line: &ShownLine| pv_text(&line.root, &line.moves).san;
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
            focus_panel();
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

/// The lines, best first. A line with the same first move as a better one is left out: it is of an
/// earlier depth.
fn shown_lines(state: &AnalysisState) -> Vec<ShownLine> {
    let Some(found) = state.current_evaluation().filter(|_| state.engine_on) else {
        return Vec::new();
    };
    let mut lines: Vec<ShownLine> = Vec::new();
    for line in found.lines.iter().take(usize::from(state.multipv)) {
        let behind = lines
            .iter()
            .any(|better| better.moves.first() == line.pv.first());
        if !behind {
            lines.push(ShownLine {
                score: line.score.for_white(state.position().side_to_move()),
                root: *state.position(),
                moves: line.pv.iter().copied().take(MAX_SHOWN_MOVES).collect(),
            });
        }
    }
    lines
}

/// Depth, positions and speed, or why there are no lines.
fn work(state: &AnalysisState) -> String {
    if let EngineState::Failed(_) = state.engine {
        return "The engine has stopped.".to_owned();
    }
    if let Some(outcome) = state.outcome() {
        return format!("{} {}", result_text(&outcome), reason_text(&outcome, None));
    }
    if !state.engine_on {
        return "The engine rests.".to_owned();
    }
    let waits = state
        .search
        .as_ref()
        .is_some_and(|search| search.for_review);
    let evaluation = state.current_evaluation();
    if let Some(solved) = evaluation.and_then(|found| found.solved) {
        return format!("Solved: {solved}");
    }
    match evaluation.and_then(|found| found.lines.first()) {
        Some(best) => {
            let mut text = format!(
                "Depth {} \u{b7} {}",
                best.depth,
                counted(best.nodes, "position")
            );
            let speed = nps(best.nodes, best.time_ms);
            if speed > 0 {
                text.push_str(&format!(" \u{b7} {}/s", short_count(speed)));
            }
            text
        }
        None if waits => "Waiting for the review.".to_owned(),
        None if state.network.is_pending() => "Waiting for the network\u{2026}".to_owned(),
        None => "Looking\u{2026}".to_owned(),
    }
}

/// The evaluation in use, and its details.
fn evaluation_source(state: &AnalysisState) -> (String, String) {
    if state
        .current_evaluation()
        .is_some_and(|found| found.solved.is_some())
    {
        let details = "Solved by counting backwards from every mate: nothing is judged here.";
        return (
            "Looked up in the endgame tables".to_owned(),
            details.to_owned(),
        );
    }
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
            let text = format!("Hand-made evaluation; the network: {percent} %");
            (text, String::new())
        }
        Some(NetworkProgress::Failed(why)) => {
            ("Judged by the hand-made evaluation".to_owned(), why.clone())
        }
        Some(NetworkProgress::Loading(_)) | None => Default::default(),
    }
}

/// The error line of a worker that has failed for good.
#[component]
fn EngineError(analysis: AnalysisController) -> impl IntoView {
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
