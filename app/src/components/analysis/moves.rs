//! The move list of the analysis: the main line as running text, variations indented below the move
//! that they replace.

use client::analysis::{AnalysisEvent, AnalysisState};
use engine::explain::Verdict;
use engine::rules::pgn::Annotations;
use engine::rules::{Color, GameTree, NodeId, san};
use leptos::html;
use leptos::prelude::*;

use super::comments::{comment_text, times_text};
use super::glyphs::{glyph_marks, is_move_glyph};
use crate::components::controls::actions::ShareButton;
use crate::components::panels::list_scroll::scroll_to_marked;
use crate::components::panels::move_list::{MovesPanel, opening_text};
use crate::components::panels::move_steps::MoveSteps;
use crate::components::shared::analysis_skeleton::NO_MOVES;
use crate::controllers::analysis::AnalysisController;
use crate::platform::timers::request_animation_frame;

/// Deeper variations are indented no further.
const MAX_INDENT: usize = 4;

/// Moves in one paragraph.
#[derive(Clone, PartialEq, Eq, Hash)]
struct MoveParagraph {
    /// 0 is the game itself, 1 a variation, 2 one of a variation…
    depth: usize,
    items: Vec<MoveItem>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct MoveItem {
    at: NodeId,
    /// `12.`, `12…` or nothing.
    number: String,
    san: String,
    verdict: Option<Verdict>,
    nags: Vec<u8>,
    comment_before: String,
    /// The comment after the move, evaluation and times before it.
    comment: String,
}

#[component]
pub fn Moves(
    analysis: AnalysisController,
    /// Opens the share dialog.
    share: RwSignal<bool>,
) -> impl IntoView {
    let paragraphs = analysis.read(paragraphs);
    let empty = analysis.read(|state| state.tree.is_empty());
    let current = analysis.read(|state| state.current);
    let opening = analysis.read(|state| opening_text(state.tree.game_at(state.current).keys()));
    let list = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        current.track();
        paragraphs.track();
        request_animation_frame(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                scroll_to_marked(&list);
            }
        });
    });
    let foreword = analysis.read(|state| {
        let annotations = state.annotations_at(NodeId::START);
        annotations.map_or_else(String::new, |annotations| annotations.comment().to_owned())
    });
    let content = view! {
            <div class="passages figures" hidden=move || empty.get() node_ref=list>
                <p class="passage" hidden=move || foreword.with(String::is_empty)>
                    {move || comment_text(&foreword.get())}
                </p>
                <For
                    each=move || paragraphs.get()
                    key=MoveParagraph::clone
                    children=move |one| paragraph(analysis, current, one)
                />
            </div>
            <p class="empty nothing" hidden=move || !empty.get()>
                {NO_MOVES}
            </p>
            <LineTools analysis />
            <Steps analysis share />
    }
    .into_any();
    view! { <MovesPanel opening content /> }
}

fn paragraph(
    analysis: AnalysisController,
    current: Memo<NodeId>,
    MoveParagraph { depth, items }: MoveParagraph,
) -> impl IntoView {
    let class = match depth.min(MAX_INDENT) {
        0 => "passage".to_owned(),
        depth => format!("passage beside depth-{depth}"),
    };
    let move_item = move |MoveItem {
                              at,
                              number,
                              san,
                              verdict,
                              nags,
                              comment_before,
                              comment,
                          }: MoveItem| {
        view! {
            {comment_text(&comment_before)}
            <span class="word">
            <span class="number">{number}</span>
            <button
                type="button"
                aria-current=move || (current.get() == at).then_some("step")
                on:click=move |_| analysis.dispatch(AnalysisEvent::GoTo(at))
            >
                {san}
                {verdict.map(verdict_mark)}
                {glyph_marks(&nags)}
            </button>
            </span>
            {comment_text(&comment)}
        }
    };
    view! { <p class=class>{items.into_iter().map(move_item).collect_view()}</p> }
}

/// A verdict as its annotation symbol.
pub fn verdict_mark(verdict: Verdict) -> impl IntoView {
    let (class, sign, name) = match verdict {
        Verdict::Inaccuracy => ("verdict inaccuracy", "?!", "inaccuracy"),
        Verdict::Mistake => ("verdict mistake", "?", "mistake"),
        Verdict::Blunder => ("verdict blunder", "??", "blunder"),
    };
    view! {
        <span class=class title=name>
            <span aria-hidden="true">{sign}</span>
            <span class="visually-hidden">" " {name}</span>
        </span>
    }
}

/// The beginning of a paragraph that is still to be written.
struct PendingLine {
    /// Its first move, if it is a variation.
    first: Option<NodeId>,
    /// The node before the moves that follow.
    at: NodeId,
    depth: usize,
}

/// The moves in reading order. Not recursive, since the depth of a tree from a link is not limited.
fn paragraphs(state: &AnalysisState) -> Vec<MoveParagraph> {
    let tree = &state.tree;
    let mut paragraphs = Vec::new();
    let mut todo = vec![PendingLine {
        first: None,
        at: NodeId::START,
        depth: 0,
    }];
    while let Some(PendingLine { first, at, depth }) = todo.pop() {
        let mut items: Vec<MoveItem> = Vec::new();
        if let Some(first) = first {
            items.push(move_item(state, first, true));
        }
        let mut here = first.unwrap_or(at);
        while let Some((&next, others)) = tree.replies(here).split_first() {
            items.push(move_item(state, next, items.is_empty()));
            here = next;
            if !others.is_empty() {
                // The main line goes on after the variations.
                todo.push(PendingLine {
                    first: None,
                    at: next,
                    depth,
                });
                todo.extend(others.iter().rev().map(|&other| PendingLine {
                    first: Some(other),
                    at: other,
                    depth: depth + 1,
                }));
                break;
            }
        }
        if !items.is_empty() {
            paragraphs.push(MoveParagraph { depth, items });
        }
    }
    paragraphs
}

fn move_item(state: &AnalysisState, at: NodeId, begins: bool) -> MoveItem {
    let tree: &GameTree = &state.tree;
    let before = tree.position(tree.parent(at).unwrap_or(at));
    let number = before.fullmove_number();
    let none = Annotations::default();
    let annotations = state.annotations_at(at).unwrap_or(&none);
    let nags = annotations.nags().to_vec();
    let words = [times_text(annotations), annotations.comment().to_owned()];
    let words: Vec<String> = words.into_iter().filter(|text| !text.is_empty()).collect();
    // A number is written where something stands between a move of White and the answer.
    let begins = begins || is_after_comment(state, at) || !annotations.comment_before().is_empty();
    MoveItem {
        at,
        number: match (before.side_to_move(), begins) {
            (Color::White, _) => format!("{number}."),
            (Color::Black, true) => format!("{number}\u{2026}"),
            (Color::Black, false) => String::new(),
        },
        san: tree
            .last_move(at)
            .map_or(String::new(), |mv| san::write(before, mv)),
        // The visitor's own mark, or the author's, is shown in place of the review's.
        verdict: state
            .finished_review()
            .and_then(|review| review.verdict(at))
            .filter(|_| !nags.iter().copied().any(is_move_glyph)),
        nags,
        comment_before: annotations.comment_before().to_owned(),
        comment: words.join(" "),
    }
}

fn is_after_comment(state: &AnalysisState, at: NodeId) -> bool {
    let before = state
        .tree
        .parent(at)
        .and_then(|before| state.annotations_at(before));
    before.is_some_and(|before| !before.comment().is_empty() || !times_text(before).is_empty())
}

/// Buttons to promote and delete the line on the board.
#[component]
fn LineTools(analysis: AnalysisController) -> impl IntoView {
    let beside = analysis.read(|state| {
        state.tree.parent(state.current).is_some()
            && !state.tree.main_line().contains(&state.current)
    });
    let moved = analysis.read(|state| state.tree.parent(state.current).is_some());
    view! {
        <div class="line-tools">
            <button
                type="button"
                class="button quiet"
                disabled=move || !beside.get()
                on:click=move |_| analysis.dispatch(AnalysisEvent::PromoteLine)
            >
                "Promote to main line"
            </button>
            <button
                type="button"
                class="button quiet"
                disabled=move || !moved.get()
                on:click=move |_| analysis.dispatch(AnalysisEvent::RemoveMove)
            >
                "Delete following moves"
            </button>
        </div>
    }
}

#[component]
fn Steps(analysis: AnalysisController, share: RwSignal<bool>) -> impl IntoView {
    let current = analysis.read(|state| state.tree.ply(state.current));
    let end = analysis.read(|state| state.current_line().len());
    let on_ply = Callback::new(move |ply: usize| {
        let line = analysis.with_untracked(AnalysisState::current_line);
        let node = ply.checked_sub(1).and_then(|index| line.get(index));
        analysis.dispatch(AnalysisEvent::GoTo(node.copied().unwrap_or(NodeId::START)));
    });
    view! {
        <MoveSteps current end on_ply>
            <ShareButton enabled=Signal::derive(|| true) on_press=move |()| share.set(true) />
        </MoveSteps>
    }
}
