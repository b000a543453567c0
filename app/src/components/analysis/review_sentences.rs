//! What a review says of a move: sentences, each with a line that plays on the board.

use std::time::Duration;

use client::analysis::{AnalysisEvent, ReviewSentence};
use engine::rules::{Move, NodeId};
use leptos::prelude::*;

use crate::components::shared::scrolling::scroll_back_to;
use crate::controllers::analysis::AnalysisController;
use crate::platform::timers::set_timeout;

/// Between two moves of a line that plays.
const STEP: Duration = Duration::from_millis(900);

/// Sentences about the move after a node.
pub fn sentence_list(
    analysis: AnalysisController,
    before: NodeId,
    sentences: Vec<ReviewSentence>,
) -> AnyView {
    let sentence = move |ReviewSentence { text, moves }: ReviewSentence| {
        let can_show = !moves.is_empty();
        let show = can_show.then(|| {
            view! {
                <button
                    type="button"
                    class="step show"
                    aria-label=format!("Show: {text}")
                    on:click=move |_| play_line(analysis, before, &moves)
                >
                    "Show it"
                </button>
            }
        });
        view! { <p>{text.clone()} " " {show}</p> }
    };
    sentences
        .into_iter()
        .map(sentence)
        .collect_view()
        .into_any()
}

/// Adds a line and plays it on the board, until the visitor goes elsewhere.
fn play_line(analysis: AnalysisController, before: NodeId, moves: &[Move]) {
    analysis.dispatch(AnalysisEvent::ShowLine {
        from: before,
        moves: moves.to_vec(),
    });
    scroll_back_to(".analysis > .table");
    step_on(analysis, nodes_of(analysis, before, moves));
}

/// A node, and those after each of these moves.
fn nodes_of(analysis: AnalysisController, before: NodeId, moves: &[Move]) -> Vec<NodeId> {
    analysis.with_untracked(|state| {
        let tree = &state.tree;
        let mut nodes = vec![before];
        for &mv in moves {
            let replies = nodes.last().map_or(&[][..], |&at| tree.replies(at));
            let after = |&&at: &&NodeId| tree.last_move(at) == Some(mv);
            nodes.extend(replies.iter().find(after).copied());
        }
        nodes
    })
}

/// Shows the node after the shown one after a moment, and so on, until the visitor goes elsewhere.
fn step_on(analysis: AnalysisController, nodes: Vec<NodeId>) {
    let shown = analysis.with_untracked(|state| state.current);
    let next = nodes.iter().skip_while(|&&at| at != shown).nth(1);
    let Some(&next) = next else {
        return;
    };
    let step = move || {
        // Otherwise the visitor, or another line, has gone on, or the page is gone.
        if analysis.try_with_untracked(|state| state.current) == Some(shown) {
            analysis.dispatch(AnalysisEvent::GoTo(next));
            step_on(analysis, nodes);
        }
    };
    set_timeout(step, STEP);
}
