//! What the engine finds, as it finds it: up to five lines.

use engine::rules::{Move, Position};
use engine::search::Score;
use leptos::prelude::*;

use crate::analysis::{Analysis, Desk, Event, MOST_LINES};
use crate::api::answer::{nps, pv_text};
use crate::components::figures::{counted, score, short_count};
use crate::components::line_moves::LineMoves;
use crate::components::whole::IntoWhole;
use crate::session::state::EngineState;

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
pub fn Lines(desk: Desk) -> impl IntoView {
    let on = desk.read(|state| state.thinking);
    let wanted = desk.read(|state| state.lines);
    let lines = desk.read(shown);
    let work = desk.read(work);
    let idle =
        desk.read(|state| !state.is_looking() && state.here().is_some_and(|found| found.done));
    let choose = move |event| {
        if let Ok(lines) = event_target_value(&event).parse() {
            desk.dispatch(Event::Lines(lines));
        }
    };
    view! {
        <section class="panel engine-lines" data-panel="lines" aria-label="Engine">
            <div class="panel-head">
                <h2>"Engine"</h2>
                <label class="count">
                    <span class="empty">"Lines"</span>
                    <select autocomplete="off" prop:value=move || wanted.get().to_string() on:change=choose>
                        {(1..=MOST_LINES)
                            .map(|lines| {
                                view! {
                                    <option value=lines.to_string() selected=move || wanted.get() == lines>
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
                    on:click=move |_| desk.dispatch(Event::Think(!on.get_untracked()))
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
                    on:click=move |_| desk.dispatch(Event::Deeper)
                >
                    "Go deeper"
                </button>
            </div>
            <ol class="found-lines figures">
                {move || lines.get().into_iter().map(|line| found_line(desk, line)).collect_view()}
            </ol>
            <EngineTrouble desk />
        </section>
    }
    .into_whole()
}

fn found_line(desk: Desk, line: Shown) -> impl IntoView {
    let sans = pv_text(&line.root, &line.moves).san;
    let moves = StoredValue::new(line.moves);
    let first =
        move |plies: usize| moves.with_value(|moves| moves[..plies.min(moves.len())].to_vec());
    let look = move |plies: Option<usize>| desk.dispatch(Event::Preview(plies.map(first)));
    view! {
        <li>
            <span class="score">{score(line.score)}</span>
            <LineMoves
                sans
                on_look=look
                on_press=move |plies| desk.dispatch(Event::Take(first(plies)))
            />
        </li>
    }
}

/// The lines, best first; one that begins like a better one is a depth behind.
fn shown(state: &Analysis) -> Vec<Shown> {
    let Some(found) = state.here().filter(|_| state.thinking) else {
        return Vec::new();
    };
    let mut lines: Vec<Shown> = Vec::new();
    for line in found.lines.iter().take(usize::from(state.lines)) {
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
fn work(state: &Analysis) -> String {
    if !state.thinking {
        return "The engine rests.".to_owned();
    }
    if let Some(outcome) = state.outcome() {
        return format!("The game is over: {}.", outcome.result());
    }
    let waits = state.search.as_ref().is_some_and(|search| search.reviews);
    match state.here().and_then(|found| found.lines.first()) {
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
        None => "Looking\u{2026}".to_owned(),
    }
}

/// What is amiss with the worker, and the way out.
#[component]
fn EngineTrouble(desk: Desk) -> impl IntoView {
    let failed = desk.read(|state| match &state.engine {
        EngineState::Failed(message) => Some(message.clone()),
        _ => None,
    });
    move || {
        failed.get().map(|message| {
            view! {
                <p class="trouble broken" role="alert" title=message>
                    "The engine did not start. "
                    <button
                        type="button"
                        class="button quiet"
                        on:click=move |_| desk.dispatch(Event::RetryEngine)
                    >
                        "Try again"
                    </button>
                </p>
            }
        })
    }
}
