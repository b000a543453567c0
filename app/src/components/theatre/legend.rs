//! The legend: a colour and a pattern for each cause, with its share of the tree; a press shows one alone.

use std::collections::BTreeMap;

use client::theatre::{TheatreEvent, TheatreState};
use engine::search::{Cause, CauseFamily};
use leptos::prelude::*;

use super::swatch::swatch;
use super::text::{cause_name, cause_term, family_name};
use crate::components::shared::format::count;
use crate::controllers::theatre::TheatreController;

const FAMILIES: [CauseFamily; 3] = [
    CauseFamily::Proof,
    CauseFamily::Bet,
    CauseFamily::Evaluation,
];

#[component]
pub fn Legend(theatre: TheatreController) -> impl IntoView {
    let counts = theatre.read_search(counts);
    let only = theatre.read(|state| state.cause);
    let family = move |family: CauseFamily| {
        let causes = move || {
            counts.with(|counts| {
                let some = Cause::ALL.iter().copied();
                some.filter(|cause| cause.family() == family && counts.contains_key(cause))
                    .collect::<Vec<_>>()
            })
        };
        view! {
            <div class="legend-family" hidden=move || causes().is_empty()>
                <h3>{family_name(family)}</h3>
                <For each=causes key=|cause| *cause children=move |cause| entry(theatre, counts, only, cause) />
            </div>
        }
    };
    view! {
        <section class="panel legend" data-panel="legend" aria-label="Legend">
            {FAMILIES.map(family)}
        </section>
    }
}

fn entry(
    theatre: TheatreController,
    counts: Memo<BTreeMap<Cause, u32>>,
    only: Memo<Option<Cause>>,
    cause: Cause,
) -> impl IntoView {
    let is_only = move || only.get() == Some(cause);
    let toggle = move |_| {
        let next = (!is_only()).then_some(cause);
        theatre.dispatch(TheatreEvent::Highlight(next));
    };
    view! {
        <button
            type="button"
            class="legend-entry"
            title=cause_term(cause)
            aria-pressed=move || is_only().to_string()
            on:click=toggle
        >
            {swatch(cause)}
            <span>{cause_name(cause)}</span>
            <span class="figures">
                {move || counts.with(|counts| count(counts.get(&cause).copied().unwrap_or_default().into()))}
            </span>
        </button>
    }
}

/// Nodes and moves by cause in the branch on the stage, folded ones included.
fn counts(state: &TheatreState) -> BTreeMap<Cause, u32> {
    let mut counts = BTreeMap::new();
    let Some(view) = &state.view else {
        return counts;
    };
    for index in state.top..view.branch_end(state.top) {
        *counts.entry(view.node(index).cause).or_insert(0) += 1;
        for (cause, folded) in view.tree().folded(index) {
            *counts.entry(cause).or_insert(0) += folded;
        }
    }
    counts
}
