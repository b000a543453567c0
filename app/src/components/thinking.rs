//! The panel of thoughts: a line for each depth as it is reached, and the move looked at now.

use crate::components::whole::IntoWhole;
use leptos::prelude::*;

use super::figures::{counted, score, short_count};
use super::icons::Icon;
use super::read::read;
use crate::session::state::{Seats, ThoughtLine};
use crate::session::{Event, Session, State, Status};

/// A fixed height; deeper lines push the shallow ones down. A sheet on a phone.
#[component]
pub fn ThinkingPanel(session: Session, sheet: RwSignal<bool>) -> impl IntoView {
    let lines = read(session, shown_lines);
    let root = read(session, root_move);
    let aside = read(session, |state| match state.status() {
        Status::Thinking { slowed: true } => "slowed down",
        Status::Thinking { .. } => "live",
        Status::Waking => "waking up",
        _ => "",
    });
    view! {
        <section
            class="panel thinking sheet"
            class:open=sheet
            data-panel="thinking"
            aria-label="Thinking"
        >
            <div class="panel-head">
                <h2>"Thinking"</h2>
                <span class="aside">{move || aside.get()}</span>
                <Reply session />
                <button
                    type="button"
                    class="icon-button sheet-close"
                    aria-label="Close thinking"
                    on:click=move |_| sheet.set(false)
                >
                    {Icon::Close.draw()}
                </button>
            </div>
            <div class="root-move figures">
                {move || {
                    root.with(|(number, mv)| {
                        view! {
                            <span>{number.clone()}</span>
                            <strong>{mv.clone()}</strong>
                        }
                    })
                }}
            </div>
            <ol class="depths figures">
                <For each=move || lines.get() key=|line| (line.depth, line.nodes, line.pv.clone()) children=depth_line />
            </ol>
        </section>
    }
    .into_whole()
}

fn depth_line(line: ThoughtLine) -> impl IntoView {
    let mut pv = line.pv.into_iter();
    let first = pv.next().unwrap_or_default();
    let rest = pv.collect::<Vec<_>>().join(" ");
    let mut work = match line.simulations {
        Some(simulations) => counted(simulations, "simulation"),
        None => counted(line.nodes, "position"),
    };
    // Too quick to measure: no speed rather than a wrong one.
    if line.nps > 0 {
        work.push_str(&format!(" \u{b7} {}/s", short_count(line.nps)));
    }
    view! {
        <li>
            <span class="depth" title="Depth">
                {line.depth.to_string()}
            </span>
            <span class="score">{score(line.score)}</span>
            <span class="line">
                <b>{first}</b>
                " "
                {rest}
            </span>
            <span class="nodes">{work}</span>
        </li>
    }
}

/// The deepest line first. Once the move is made only that move is shown: the rest would tell the
/// visitor what to answer.
fn shown_lines(state: &State) -> Vec<ThoughtLine> {
    let Some(thought) = &state.thought else {
        return Vec::new();
    };
    let folded = reply_is_folded(state);
    let fold = |line: &ThoughtLine| {
        let mut line = line.clone();
        if folded && line.pv.len() > 1 {
            line.pv.truncate(1);
            line.pv.push("\u{2026}".to_owned());
        }
        line
    };
    thought.lines.iter().rev().map(fold).collect()
}

fn reply_is_folded(state: &State) -> bool {
    state
        .thought
        .as_ref()
        .is_some_and(|thought| thought.finished)
        && !state.reply_shown
        && state.outcome().is_none()
}

/// The move that is looked at now, and its place among all.
fn root_move(state: &State) -> (String, String) {
    let Some(thought) = state.thought.as_ref() else {
        let invitation = match state.seats {
            Seats::Engine { .. } | Seats::Engines => {
                "While I think, each depth that I reach appears here, with my best line and how \
                 many positions I looked at."
            }
            Seats::People => {
                "Between two players I keep my thoughts to myself. The bar beside the board shows \
                 who stands better."
            }
        };
        return (invitation.to_owned(), String::new());
    };
    match thought.root_moves.last() {
        Some(found) if !thought.finished => (
            format!(
                "Depth {}, move {} of {}",
                found.depth, found.number, found.of
            ),
            engine::rules::san::write(&thought.root, found.mv),
        ),
        _ => match thought.live_line() {
            Some(line) if thought.finished => ("Chose".to_owned(), line.best),
            Some(line) => ("Leaning to".to_owned(), line.best),
            None => (String::new(), String::new()),
        },
    }
}

/// The expected reply, folded until asked for.
#[component]
fn Reply(session: Session) -> impl IntoView {
    let can_show = read(session, |state| {
        state.thought.as_ref().is_some_and(|thought| {
            thought.finished && thought.live_line().is_some_and(|line| line.reply.is_some())
        })
    });
    let shown = read(session, |state| state.reply_shown);
    view! {
            <button
                type="button"
                class="button quiet"
                hidden=move || !can_show.get()
                aria-pressed=move || shown.get().to_string()
                on:click=move |_| session.dispatch(Event::ShowReply(!shown.get_untracked()))
            >
                {move || if shown.get() { "Hide what I expect" } else { "Show what I expect" }}
            </button>
    }
    .into_whole()
}
