//! How long the players think, how many games they play, and when it ends.

use client::arena::{ArenaEvent, LIMITS, MAX_PAIRS, MAX_WORKERS};
use leptos::prelude::*;

use super::text::limit_text;
use crate::components::shared::format::counted;
use crate::controllers::arena::ArenaController;

/// The bounds of the tests that are offered, normalised Elo.
const TESTS: [[i16; 2]; 5] = [[0, 20], [0, 10], [0, 5], [-10, 0], [0, 50]];

#[component]
pub fn Limits(arena: ArenaController) -> impl IntoView {
    let limit = arena.read(|state| state.draft.limit);
    let pairs = arena.read(|state| state.draft.pairs);
    let test = arena.read(|state| state.draft.sprt);
    let is_match = arena.read(|state| state.draft.entrants.len() == 2);
    let games = arena.read(|state| state.draft.games());
    let choose_limit = move |event| {
        let index: Option<usize> = event_target_value(&event).parse().ok();
        if let Some(&limit) = index.and_then(|index| LIMITS.get(index)) {
            arena.dispatch(ArenaEvent::SetLimit(limit));
        }
    };
    // What cannot be read is refused with its reason when the tournament begins.
    let choose_pairs = move |event| {
        let pairs = event_target_value(&event).trim().parse().unwrap_or(0);
        arena.dispatch(ArenaEvent::SetPairs(pairs));
    };
    let choose_test = move |event| {
        let index: Option<usize> = event_target_value(&event).parse().ok();
        let bounds = index.and_then(|index| TESTS.get(index)).copied();
        arena.dispatch(ArenaEvent::SetTest(bounds));
    };
    // A link may bring another one.
    let own_limit = move || {
        let limit = limit.get();
        (!LIMITS.contains(&limit))
            .then(|| view! { <option selected=true>{limit_text(limit)}</option> })
    };
    let own_test = move || {
        let bounds = test.get().filter(|bounds| !TESTS.contains(bounds));
        bounds.map(|bounds| view! { <option selected=true>{test_text(bounds)}</option> })
    };
    view! {
        <div class="limits">
            <label>
                <span class="empty">"Each has"</span>
                <select autocomplete="off" on:change=choose_limit>
                    {own_limit}
                    {LIMITS
                        .into_iter()
                        .enumerate()
                        .map(|(index, one)| {
                            view! {
                                <option value=index.to_string() selected=move || limit.get() == one>
                                    {limit_text(one)}
                                </option>
                            }
                        })
                        .collect_view()}
                </select>
            </label>
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
            <label hidden=move || !is_match.get()>
                <span class="empty">"Ends earlier by a test"</span>
                <select autocomplete="off" on:change=choose_test>
                    <option value="" selected=move || test.get().is_none()>"no"</option>
                    {own_test}
                    {TESTS
                        .into_iter()
                        .enumerate()
                        .map(|(index, bounds)| {
                            view! {
                                <option
                                    value=index.to_string()
                                    selected=move || test.get() == Some(bounds)
                                >
                                    {test_text(bounds)}
                                </option>
                            }
                        })
                        .collect_view()}
                </select>
            </label>
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
    let workers = arena.read(|state| state.worker_count);
    let choose = move |event| {
        if let Ok(count) = event_target_value(&event).parse() {
            arena.dispatch(ArenaEvent::SetWorkers(count));
        }
    };
    view! {
        <label>
            <span class="empty">"Games at a time"</span>
            <select autocomplete="off" on:change=choose>
                {(1..=MAX_WORKERS)
                    .map(|count| {
                        view! {
                            <option
                                value=count.to_string()
                                selected=move || workers.get() == count
                            >
                                {count}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </label>
    }
}

fn test_text([low, high]: [i16; 2]) -> String {
    format!("SPRT {low} : {high} normalised Elo").replace('-', "\u{2212}")
}
