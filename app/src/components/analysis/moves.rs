//! All moves: the game in a flow, and what was tried beside it, indented below the move that it
//! replaces.

use client::analysis::{AnalysisEvent, AnalysisState, NavigationStep};
use engine::book::opening;
use engine::explain::Verdict;
use engine::rules::{Color, GameTree, NodeId, san};
use leptos::html;
use leptos::prelude::*;

use crate::components::controls::actions::ShareButton;
use crate::components::panels::move_list::keep_in_sight;
use crate::components::shared::analysis_skeleton::NO_MOVES;
use crate::components::shared::erased_view::Erase;
use crate::components::shared::icons::Icon;
use crate::controllers::analysis::AnalysisController;

/// Deeper variations are indented no further.
const MOST_INDENTED: usize = 4;

/// Moves that stand in one paragraph.
#[derive(Clone, PartialEq, Eq, Hash)]
struct Passage {
    /// 0 is the game itself, 1 a variation, 2 one of a variation…
    depth: usize,
    words: Vec<Word>,
}

#[derive(Clone, PartialEq, Eq, Hash)]
struct Word {
    at: NodeId,
    /// `12.`, `12…` or nothing.
    number: String,
    san: String,
    verdict: Option<Verdict>,
}

#[component]
pub fn Moves(
    analysis: AnalysisController,
    /// Set where a link is asked for.
    share: RwSignal<bool>,
) -> impl IntoView {
    let passages = analysis.read(passages);
    let empty = analysis.read(|state| state.tree.is_empty());
    let current = analysis.read(|state| state.current);
    let name = analysis.read(opening_name);
    let list = NodeRef::<html::Div>::new();
    Effect::new(move |_| {
        current.track();
        passages.track();
        request_animation_frame(move || {
            if let Some(list) = list.try_get_untracked().flatten() {
                keep_in_sight(&list);
            }
        });
    });
    view! {
        <section class="panel history" data-panel="history" aria-label="Moves">
            <div class="panel-head">
                <h2>"Moves"</h2>
                <span class="aside" data-panel="opening" title=move || name.get()>
                    {move || name.get()}
                </span>
            </div>
            <div class="passages figures" hidden=move || empty.get() node_ref=list>
                <For
                    each=move || passages.get()
                    key=Passage::clone
                    children=move |one| passage(analysis, current, one)
                />
            </div>
            <p class="empty nothing" hidden=move || !empty.get()>
                {NO_MOVES}
            </p>
            <LineTools analysis />
            <Steps analysis share />
        </section>
    }
    .erase()
}

fn passage(
    analysis: AnalysisController,
    current: Memo<NodeId>,
    Passage { depth, words }: Passage,
) -> impl IntoView {
    let class = match depth.min(MOST_INDENTED) {
        0 => "passage".to_owned(),
        depth => format!("passage beside depth-{depth}"),
    };
    let word = move |Word {
                         at,
                         number,
                         san,
                         verdict,
                     }: Word| {
        view! {
            <span class="word">
            <span class="number">{number}</span>
            <button
                type="button"
                aria-current=move || (current.get() == at).then_some("step")
                on:click=move |_| analysis.dispatch(AnalysisEvent::GoTo(at))
            >
                {san}
                {verdict.map(mark)}
            </button>
            </span>
        }
    };
    view! { <p class=class>{words.into_iter().map(word).collect_view()}</p> }
}

/// A verdict as players write it.
pub fn mark(verdict: Verdict) -> impl IntoView {
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

/// Where a passage begins.
struct Begin {
    /// Its first move, where it is not simply the next one.
    first: Option<NodeId>,
    /// The place before the moves that follow.
    at: NodeId,
    depth: usize,
}

/// The moves in reading order. Without recursion: how deep it goes is up to whoever made the link.
fn passages(state: &AnalysisState) -> Vec<Passage> {
    let tree = &state.tree;
    let mut passages = Vec::new();
    let mut todo = vec![Begin {
        first: None,
        at: NodeId::START,
        depth: 0,
    }];
    while let Some(Begin { first, at, depth }) = todo.pop() {
        let mut words: Vec<Word> = Vec::new();
        if let Some(first) = first {
            words.push(word(state, first, true));
        }
        let mut here = first.unwrap_or(at);
        while let Some((&next, others)) = tree.replies(here).split_first() {
            words.push(word(state, next, words.is_empty()));
            here = next;
            if !others.is_empty() {
                // What follows comes after the variations.
                todo.push(Begin {
                    first: None,
                    at: next,
                    depth,
                });
                todo.extend(others.iter().rev().map(|&other| Begin {
                    first: Some(other),
                    at: other,
                    depth: depth + 1,
                }));
                break;
            }
        }
        if !words.is_empty() {
            passages.push(Passage { depth, words });
        }
    }
    passages
}

fn word(state: &AnalysisState, at: NodeId, begins: bool) -> Word {
    let tree: &GameTree = &state.tree;
    let before = tree.position(tree.parent(at).unwrap_or(at));
    let number = before.fullmove_number();
    Word {
        at,
        number: match (before.side_to_move(), begins) {
            (Color::White, _) => format!("{number}."),
            (Color::Black, true) => format!("{number}\u{2026}"),
            (Color::Black, false) => String::new(),
        },
        san: tree
            .last_move(at)
            .map_or(String::new(), |mv| san::write(before, mv)),
        verdict: state
            .finished_review()
            .and_then(|review| review.verdict(at)),
    }
}

fn opening_name(state: &AnalysisState) -> String {
    opening(state.tree.game_at(state.current).keys())
        .map(|opening| format!("{} {}", opening.eco, opening.name))
        .unwrap_or_default()
}

/// What can be done with the line on the board.
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
    .erase()
}

#[component]
fn Steps(analysis: AnalysisController, share: RwSignal<bool>) -> impl IntoView {
    let button = move |(icon, name, step): (Icon, &'static str, NavigationStep)| {
        let can = analysis.read(move |state| state.navigation_target(step).is_some());
        view! {
            <button
                type="button"
                class="icon-button"
                aria-label=name
                disabled=move || !can.get()
                on:click=move |_| analysis.dispatch(AnalysisEvent::Navigate(step))
            >
                {icon.draw()}
            </button>
        }
    };
    let steps = [
        (Icon::First, "First position", NavigationStep::First),
        (Icon::Previous, "Previous move", NavigationStep::Previous),
        (Icon::Next, "Next move", NavigationStep::Next),
        (Icon::Last, "Last move", NavigationStep::Last),
    ];
    view! {
        <div class="steps">
            {steps.map(button).into_iter().collect_view()}
            <ShareButton enabled=Signal::derive(|| true) on_press=move |()| share.set(true) />
        </div>
    }
    .erase()
}
