//! The legend: a colour and a pattern for each cause, with its share of the tree; a press shows one alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use client::theatre::{TheatreEvent, TreeView};
use engine::search::{Cause, CauseFamily};
use leptos::prelude::*;

use super::swatch::swatch;
use super::text::{cause_name, cause_term, family_name};
use crate::components::shared::format::{count, counted};
use crate::controllers::theatre::TheatreController;

const FAMILIES: [CauseFamily; 3] = [
    CauseFamily::Proof,
    CauseFamily::Bet,
    CauseFamily::Evaluation,
];

#[component]
pub fn Legend(theatre: TheatreController) -> impl IntoView {
    // Counted anew only for another branch, not for each frame of the film.
    let branch = theatre.read_search(|state| Some((Arc::clone(state.view.as_ref()?), state.top)));
    let counts = Memo::new(move |_| {
        branch.with(|branch| match branch {
            Some((view, top)) => counts(view, *top),
            None => BTreeMap::new(),
        })
    });
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
    let found = theatre.read(|state| state.found.len());
    let text = theatre.read(|state| state.find_text.clone());
    let find = move |event| theatre.dispatch(TheatreEvent::Find(event_target_value(&event)));
    let found_text = move || match (text.with(String::is_empty), found.get()) {
        (true, _) => String::new(),
        (false, 0) => "Not in this tree".to_owned(),
        (false, found) => format!("In {}", counted(found as u64, "place")),
    };
    view! {
        <section class="panel legend" data-panel="legend" aria-label="Legend">
            {FAMILIES.map(family)}
            <label class="find-move">
                <span class="empty">"Find a move"</span>
                <input
                    type="text"
                    autocomplete="off"
                    spellcheck="false"
                    maxlength="10"
                    placeholder="Nf3"
                    prop:value=move || text.get()
                    on:input=find
                />
                <span class="empty" role="status">{found_text}</span>
            </label>
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

/// Nodes and moves by cause in a branch, folded ones included.
fn counts(view: &TreeView, top: u32) -> BTreeMap<Cause, u32> {
    let branch = top..view.branch_end(top);
    let mut counts = [0; Cause::ALL.len()];
    for node in &view.tree().nodes()[branch.start as usize..branch.end as usize] {
        counts[node.cause as usize] += 1;
    }
    for (cause, folded) in view.tree().folded_among(branch) {
        counts[cause as usize] += folded;
    }
    let by_cause = Cause::ALL.iter().copied().zip(counts);
    by_cause.filter(|(_, count)| *count > 0).collect()
}
