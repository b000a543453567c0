//! What is known of the node that is shown, and why it ended.

use client::theatre::{BetOutcome, TheatreEvent, TheatreState, TreeView};
use engine::search::BetScope;
use leptos::prelude::*;

use super::figure_list::figure_list;
use super::swatch::swatch;
use super::text::{cause_name, cause_term, cost_text, figures, kind_name, move_name};
use crate::controllers::theatre::TheatreController;

/// Moves of a line that are shown.
const MAX_LINE: usize = 12;

/// A node as it is shown.
#[derive(Clone, PartialEq)]
struct ShownNode {
    name: String,
    kind: Option<&'static str>,
    cause: engine::search::Cause,
    /// The moves that the score comes from.
    line: Option<String>,
    figures: Vec<(&'static str, String)>,
    /// What a check of its bet has found.
    checked: Option<String>,
}

#[component]
pub fn NodeCard(theatre: TheatreController) -> impl IntoView {
    let shown = theatre.read_search(shown_node);
    let content = move || {
        shown.get().map(|node| {
            view! {
                <div class="panel-head">
                    <h2>{node.name}</h2>
                    <span class="aside">{node.kind}</span>
                </div>
                <div class="panel-body">
                    <p class="cause">
                        {swatch(node.cause)}
                        " "
                        <b>{cause_name(node.cause)}</b>
                        " "
                        <span class="empty">{cause_term(node.cause)}</span>
                    </p>
                    {node
                        .line
                        .map(|line| {
                            view! {
                                <p class="line figures">
                                    <span class="empty">"Best line "</span>
                                    {line}
                                </p>
                            }
                        })}
                    {node.checked.map(|text| view! { <p class="checked">{text}</p> })}
                    {figure_list(node.figures)}
                </div>
            }
        })
    };
    let can_open = theatre.read(TheatreState::can_open_branch);
    let is_branch = theatre.read(|state| state.branch.is_some());
    let button = move || match (is_branch.get(), can_open.get()) {
        (true, _) => Some(("Back to the whole tree", TheatreEvent::CloseBranch)),
        (false, true) => Some(("Unfold this branch", TheatreEvent::OpenBranch)),
        (false, false) => None,
    };
    let branch_button = move || {
        button().map(|(name, event)| {
            view! {
                <button
                    type="button"
                    class="button quiet branch-button"
                    on:click=move |_| theatre.dispatch(event.clone())
                >
                    {name}
                </button>
            }
        })
    };
    view! {
        <section class="panel node-card" data-panel="node" aria-label="Why">
            {content}
            {branch_button}
        </section>
    }
}

fn shown_node(state: &TheatreState) -> Option<ShownNode> {
    let (view, shown) = (state.view.as_ref()?, state.shown()?);
    let node = view.node(shown);
    Some(ShownNode {
        name: move_name(view, shown),
        kind: kind_name(node.kind),
        cause: node.cause,
        line: best_line(view, shown),
        figures: figures(view, shown),
        checked: state.bets.by_node.get(&shown).map(checked_text),
    })
}

/// The moves from a node that its score comes from; `None` where there are none.
fn best_line(view: &TreeView, index: u32) -> Option<String> {
    let line = std::iter::successors(view.best_child(index), |&child| view.best_child(child));
    let names: Vec<String> = line
        .take(MAX_LINE)
        .map(|child| move_name(view, child))
        .collect();
    (!names.is_empty()).then(|| names.join(" "))
}

/// What a check of a bet has found.
pub fn checked_text(outcome: &BetOutcome) -> String {
    match outcome {
        BetOutcome::Held => "Checked without this rule: the bet held.".to_owned(),
        BetOutcome::Unchecked => "Not checked: it took too many positions.".to_owned(),
        BetOutcome::Failed {
            cost, other_move, ..
        } => format!(
            "Checked without this rule: the bet was wrong. What it cost at the root: {}.",
            cost_text(*cost, *other_move)
        ),
    }
}

/// What a bet is on.
pub fn scope_name(scope: BetScope) -> &'static str {
    match scope {
        BetScope::Node => "position",
        BetScope::SkippedMove => "move left out",
        BetScope::ReducedMove => "move searched less deep",
    }
}
