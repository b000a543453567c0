//! The review of a game: accuracies, turning points, then every move.

use client::analysis::{
    AnalysisEvent, AnalysisState, FinishedReview, ReviewState, TurningPoint, numbered_san,
};
use engine::explain::Verdict;
use engine::rules::{Color, NodeId};
use leptos::prelude::*;

use super::focus::focus_panel;
use super::graph::Graph;
use super::moves::verdict_mark;
use super::review_sentences::sentence_list;
use crate::components::shared::analysis_skeleton::NO_GAME;
use crate::components::shared::format::color_name;
use crate::components::shared::scrolling::scroll_back_to;
use crate::controllers::analysis::AnalysisController;

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
        <p class="empty figures">
            {move || format!("{} of {} positions", progress.get().0, progress.get().1)}
        </p>
    }
}

#[component]
fn ReviewResult(analysis: AnalysisController) -> impl IntoView {
    let reviewed = analysis.read(|state| state.finished_review().cloned());
    let show = move || {
        reviewed.get().map(|reviewed| {
            let all = rows(&reviewed, analysis);
            view! {
                <Accuracies reviewed=reviewed.clone() />
                {solved_text(reviewed.solved)}
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
            }
        })
    };
    view! { {show} }
}

/// The accuracy and mistakes of both sides.
#[component]
fn Accuracies(reviewed: FinishedReview) -> impl IntoView {
    let side = |color: Color| {
        let accuracy = reviewed.review.accuracy[color.index()];
        let count = |verdict| {
            let moves = reviewed.review.moves.iter();
            moves
                .filter(|mv| mv.mover == color && mv.verdict == Some(verdict))
                .count()
        };
        let figure =
            accuracy.map_or_else(|| "\u{2013}".to_owned(), |share| format!("{share:.0} %"));
        view! {
            <tr>
                <th scope="row">{color_name(color)}</th>
                <td>
                    <strong>{figure}</strong>
                </td>
                <td>{count(Verdict::Inaccuracy)}</td>
                <td>{count(Verdict::Mistake)}</td>
                <td>{count(Verdict::Blunder)}</td>
            </tr>
        }
    };
    view! {
        <table class="results figures accuracies">
            <thead>
                <tr>
                    <td></td>
                    <th scope="col">"Accuracy"</th>
                    <th scope="col">{verdict_mark(Verdict::Inaccuracy)}</th>
                    <th scope="col">{verdict_mark(Verdict::Mistake)}</th>
                    <th scope="col">{verdict_mark(Verdict::Blunder)}</th>
                </tr>
            </thead>
            <tbody>{side(Color::White)} {side(Color::Black)}</tbody>
        </table>
    }
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

/// The turning points, each with the better move and the reason.
#[component]
fn TurningPoints(analysis: AnalysisController, turns: Vec<TurningPoint>) -> impl IntoView {
    if turns.is_empty() {
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
        <h3>"Where the game turned"</h3>
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
