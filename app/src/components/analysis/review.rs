//! The review of a game: the curve, the turning points, every move, then the figures.

use client::analysis::{
    AnalysisEvent, AnalysisState, FinishedReview, ReviewState, TurningPoint, fragment, numbered_san,
};
use engine::explain::MAX_TURNING_POINTS;
use engine::rules::pgn::Tags;
use engine::rules::{GameTree, NodeId, Position};
use leptos::prelude::*;

use super::focus::focus_panel;
use super::graph::Graph;
use super::moves::verdict_mark;
use super::review_figures::review_figures;
use super::review_sentences::sentence_list;
use super::scroll_down::scroll_down_to;
use crate::components::shared::analysis_skeleton::NO_GAME;
use crate::components::shared::scrolling::scroll_back_to;
use crate::controllers::analysis::AnalysisController;
use crate::platform::timers::request_animation_frame;
use crate::routes::{TRAIN, go_to};

/// The state of the panel.
#[derive(Clone, Copy, PartialEq, Eq)]
enum PanelState {
    None { empty: bool },
    Running,
    Done,
}

#[component]
pub fn ReviewPanel(analysis: AnalysisController) -> impl IntoView {
    let state = analysis.read(|analysis| match analysis.review {
        ReviewState::None => PanelState::None {
            empty: analysis.tree.is_empty(),
        },
        ReviewState::Running(_) => PanelState::Running,
        ReviewState::Done(_) => PanelState::Done,
    });
    // Who came for the review sees it at once.
    if !matches!(state.get_untracked(), PanelState::None { .. }) {
        request_animation_frame(|| scroll_down_to(".review"));
    }
    let content = move || match state.get() {
        PanelState::None { empty } => view! { <StartReview analysis empty /> }.into_any(),
        PanelState::Running => view! { <Progress analysis /> }.into_any(),
        PanelState::Done => view! { <ReviewResult analysis /> }.into_any(),
    };
    view! {
        <section class="panel review" data-panel="review" aria-label="Review" tabindex="-1">
            <div class="panel-head">
                <h2>"Review"</h2>
                <button
                    type="button"
                    class="button quiet"
                    hidden=move || state.get() != PanelState::Done
                    on:click=move |_| dispatch_and_focus(analysis, AnalysisEvent::StopReview)
                >
                    "Close"
                </button>
            </div>
            <Graph analysis />
            <div class="panel-body">{content}</div>
        </section>
    }
}

/// Dispatches an event that removes the pressed button, and keeps the focus in the panel.
fn dispatch_and_focus(analysis: AnalysisController, event: AnalysisEvent) {
    focus_panel();
    analysis.dispatch(event);
}

#[component]
fn StartReview(analysis: AnalysisController, empty: bool) -> impl IntoView {
    let text = match empty {
        true => NO_GAME,
        false => "I look at every position and say where the game turned.",
    };
    let error = analysis.read(|state| state.review_error);
    view! {
        <p class="empty">{text}</p>
        <p class="note" role="status" hidden=move || error.get().is_none()>
            {move || error.get().map(|error| error.to_string())}
        </p>
        <button
            type="button"
            class="button primary"
            disabled=empty
            on:click=move |_| dispatch_and_focus(analysis, AnalysisEvent::StartReview)
        >
            "Review the game"
        </button>
    }
}

#[component]
fn Progress(analysis: AnalysisController) -> impl IntoView {
    let progress = analysis.read(|state| match &state.review {
        ReviewState::Running(running) => running.progress(),
        _ => (0, 0),
    });
    view! {
        <h3>{moments_title(MAX_TURNING_POINTS)}</h3>
        <p class="empty figures">
            {move || {
                let (done, all) = progress.get();
                format!("They are known at the end: {done} of {all} positions so far.")
            }}
        </p>
        <div class="row">
            <progress
                aria-label="Progress of the review"
                max=move || progress.get().1.to_string()
                prop:value=move || progress.get().0 as f64
            ></progress>
            <button
                type="button"
                class="button quiet"
                on:click=move |_| dispatch_and_focus(analysis, AnalysisEvent::StopReview)
            >
                "Stop"
            </button>
        </div>
    }
}

#[component]
fn ReviewResult(analysis: AnalysisController) -> impl IntoView {
    let reviewed = analysis.read(|state| state.finished_review().cloned());
    let show = move || {
        reviewed.get().map(|reviewed| {
            let all = rows(&reviewed, analysis);
            let figures = review_figures(&reviewed);
            view! {
                <TurningPoints analysis turns=reviewed.turning_points />
                <details class="all-moves">
                    <summary>"All moves"</summary>
                    <table class="figures">
                        <thead>
                            <tr>
                                <th scope="col">"Move"</th>
                                <th scope="col" title="Points of the chance to win that it cost">"Lost"</th>
                                <th scope="col">"Accuracy"</th>
                            </tr>
                        </thead>
                        <tbody>{all}</tbody>
                    </table>
                </details>
                {figures}
                {solved_text(reviewed.solved)}
            }
        })
    };
    // The training knows games from the usual start.
    let is_usual = analysis.read(|state| *state.tree.start() == Position::startpos());
    view! {
        {show}
        <button
            type="button"
            class="button quiet"
            hidden=move || !is_usual.get()
            title="Your side is the one below the board"
            on:click=move |_| go_to(&analysis.with_untracked(training_address))
        >
            "Exercises from this game"
        </button>
    }
}

/// The training with the reviewed moves.
fn training_address(state: &AnalysisState) -> String {
    let reviewed = state.finished_review();
    let end = reviewed.and_then(|done| done.nodes.last().copied());
    let line = GameTree::from_game(&state.tree.game_at(end.unwrap_or(NodeId::START)));
    let fragment = fragment(&line, NodeId::START, &Tags::new(), state.flipped);
    format!("{TRAIN}#{fragment}")
}

/// How many positions were judged by endgame tables.
fn solved_text(solved: usize) -> Option<impl IntoView> {
    let text = match solved {
        0 => return None,
        1 => "One position was looked up in the endgame tables.".to_owned(),
        _ => format!("{solved} positions were looked up in the endgame tables."),
    };
    Some(view! { <p class="empty">{text}</p> })
}

/// The heading of so many turning points.
fn moments_title(count: usize) -> &'static str {
    match count {
        1 => "The moment that turned the game",
        2 => "The two moments that turned the game",
        _ => "The three moments that turned the game",
    }
}

/// The turning points, each with the better move and the reason.
#[component]
fn TurningPoints(analysis: AnalysisController, turns: Vec<TurningPoint>) -> impl IntoView {
    let count = turns.len();
    if count == 0 {
        return view! { <p class="empty">"Nobody made a mistake that turned the game."</p> }
            .into_any();
    }
    let turn = move |TurningPoint {
                         node,
                         mv,
                         verdict,
                         better_sans,
                         better_moves,
                         sentences,
                     }: TurningPoint| {
        let before = analysis.with_untracked(|state| state.tree.parent(node));
        let before = before.unwrap_or(NodeId::START);
        let show_better = move |_| {
            analysis.dispatch(AnalysisEvent::ShowLine {
                from: before,
                moves: better_moves.clone(),
            });
            scroll_back_to(".analysis > .table");
        };
        view! {
            <li>
                <button type="button" class="step" on:click=move |_| go_to_node(analysis, node)>
                    {mv}
                    {verdict.map(verdict_mark)}
                </button>
                {sentence_list(analysis, before, sentences)}
                <button type="button" class="step better" on:click=show_better>
                    <span class="empty">"Better "</span>
                    {better_sans.join(" ")}
                </button>
            </li>
        }
    };
    view! {
        <h3>{moments_title(count)}</h3>
        <ol class="turns">{turns.into_iter().map(turn).collect_view()}</ol>
    }
    .into_any()
}

fn go_to_node(analysis: AnalysisController, at: NodeId) {
    analysis.dispatch(AnalysisEvent::GoTo(at));
    scroll_back_to(".analysis > .table");
}

/// The rows of all moves with their losses.
fn rows(reviewed: &FinishedReview, analysis: AnalysisController) -> impl IntoView + use<> {
    let moves = reviewed.review.moves.iter().zip(reviewed.nodes.windows(2));
    moves
        .zip(&reviewed.sentences)
        .map(|((found, places), sentences)| {
            let (before, at) = (places[0], places[1]);
            let sentences = sentence_list(analysis, before, sentences.clone());
            let text = analysis.with_untracked(|state| numbered_move(state, before, at));
            view! {
                <tr>
                    <td>
                        <button type="button" class="step" on:click=move |_| go_to_node(analysis, at)>
                            {text}
                            {found.verdict.map(verdict_mark)}
                        </button>
                        {sentences}
                    </td>
                    <td>{percent(found.loss)}</td>
                    <td>{percent(found.accuracy)}</td>
                </tr>
            }
        })
        .collect_view()
}

/// A percentage without decimals.
fn percent(share: f64) -> String {
    format!("{} %", share.round() as u32)
}

fn numbered_move(state: &AnalysisState, before: NodeId, at: NodeId) -> String {
    let mv = state.tree.last_move(at);
    mv.map_or(String::new(), |mv| {
        numbered_san(state.tree.position(before), mv)
    })
}
