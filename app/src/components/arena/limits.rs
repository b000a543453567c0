//! How long the players think, how many games they play, and when it ends.

use client::arena::{ArenaEvent, LIMITS, MAX_PAIRS, MAX_WORKERS};
use leptos::prelude::*;

use super::text::limit_text;
use crate::components::shared::format::counted;
use crate::components::shared::lazy_content::choice_list::ChoiceList;
use crate::controllers::arena::ArenaController;

/// The tests that are offered: their bounds in normalised Elo.
const TESTS: [Option<[i16; 2]>; 6] = [
    None,
    Some([0, 20]),
    Some([0, 10]),
    Some([0, 5]),
    Some([-10, 0]),
    Some([0, 50]),
];

#[component]
pub fn Limits(arena: ArenaController) -> impl IntoView {
    let pairs = arena.read(|state| state.draft.pairs);
    let is_match = arena.read(|state| state.draft.entrants.len() == 2);
    let games = arena.read(|state| state.draft.games());
    // What cannot be read is refused with its reason when the tournament begins.
    let choose_pairs = move |event| {
        let pairs = event_target_value(&event).trim().parse().unwrap_or(0);
        arena.dispatch(ArenaEvent::SetPairs(pairs));
    };
    view! {
        <div class="limits">
            <ChoiceList
                label="Each has"
                choices=LIMITS.to_vec()
                text=limit_text
                chosen=arena.read(|state| state.draft.limit)
                choose=move |limit| arena.dispatch(ArenaEvent::SetLimit(limit))
            />
            <label>
                <span class="empty">"Openings for each two"</span>
                <input
                    type="number"
                    inputmode="numeric"
                    min="1"
                    max=MAX_PAIRS.to_string()
                    autocomplete="off"
                    prop:value=move || pairs.get().to_string()
                    on:change=choose_pairs
                />
            </label>
            <ChoiceList
                label="Ends earlier by a test"
                choices=TESTS.to_vec()
                text=test_text
                chosen=arena.read(|state| state.draft.sprt)
                choose=move |test| arena.dispatch(ArenaEvent::SetTest(test))
                attr:hidden=move || !is_match.get()
            />
            <Workers arena />
        </div>
        <p class="empty">
            {move || format!("{}: every opening is played twice, with the colours changed.", counted(games.get().into(), "game"))}
        </p>
    }
}

/// How many games are played at the same time.
#[component]
pub fn Workers(arena: ArenaController) -> impl IntoView {
    let counts: Vec<usize> = (1..=MAX_WORKERS).collect();
    view! {
        <ChoiceList
            label="Games at a time"
            choices=counts
            text=|count| count.to_string()
            chosen=arena.read(|state| state.worker_count)
            choose=move |count| arena.dispatch(ArenaEvent::SetWorkers(count))
        />
    }
}

fn test_text(test: Option<[i16; 2]>) -> String {
    let Some([low, high]) = test else {
        return "no".to_owned();
    };
    format!("SPRT {low} : {high} normalised Elo").replace('-', "\u{2212}")
}
