//! What is due today, and what was practised.

use client::exercises::{
    TrainEvent, TrainState, due_text, known_text, practised_text, share_text, solved_today_text,
};
use leptos::prelude::*;

use crate::controllers::train::TrainController;
use crate::platform::clock::local_time;

/// The id of the panel.
pub const TODAY: &str = "today";

#[component]
pub fn Today(train: TrainController) -> impl IntoView {
    let is_known = train.is_known();
    let due = train.read(due_text);
    let due = move || match is_known.get() {
        true => due.get(),
        false => "Looking at what is due\u{2026}".to_owned(),
    };
    let has_next = train.read(TrainState::has_next);
    let lines = train.read(lines);
    let shares = train.read(shares);
    let trouble = train.trouble();
    view! {
        <section class="panel today" id=TODAY tabindex="-1" aria-labelledby="today-title">
            <div class="panel-head">
                <h2 id="today-title">"Today"</h2>
            </div>
            <div class="panel-body">
                <p class="due figures" role="status">
                    {due}
                </p>
                <button
                    type="button"
                    class="button primary"
                    disabled=move || !has_next.get()
                    on:click=move |_| train.dispatch(TrainEvent::Next(local_time()))
                >
                    "Begin"
                </button>
                {move || {
                    lines.get().into_iter().map(|line| view! { <p class="empty figures">{line}</p> }).collect_view()
                }}
                <details hidden=move || shares.with(Vec::is_empty)>
                    <summary>"By idea"</summary>
                    <ul class="figures">
                        {move || {
                            shares.get().into_iter().map(|share| view! { <li>{share}</li> }).collect_view()
                        }}
                    </ul>
                </details>
                {move || {
                    trouble.get().map(|text| view! { <p class="trouble" role="alert">{text}</p> })
                }}
            </div>
        </section>
    }
}

/// What was practised.
fn lines(state: &TrainState) -> Vec<String> {
    let statistics = state.deck.statistics(state.time);
    let lines = [
        solved_today_text(&statistics),
        practised_text(&statistics),
        known_text(&statistics),
    ];
    lines.into_iter().filter(|line| !line.is_empty()).collect()
}

fn shares(state: &TrainState) -> Vec<String> {
    let statistics = state.deck.statistics(state.time);
    statistics.ideas.iter().copied().map(share_text).collect()
}
