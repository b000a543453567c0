//! What is due today, and what was practised.

use client::exercises::{
    AddedCount, DEFAULT_NEW_PER_DAY, TrainEvent, TrainState, added_text, due_text, known_text,
    origin_text, practised_text, share_text, solved_today_text, task_text,
};
use engine::exercises::ExerciseId;
use leptos::prelude::*;

use crate::controllers::train::TrainController;
use crate::platform::clock::local_time;

/// The choices of new exercises a day.
const NEW_PER_DAY: [u16; 5] = [0, 5, DEFAULT_NEW_PER_DAY, 20, 50];

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
                <SetAside train />
                <NewPerDay train />
                {move || {
                    train
                        .troubles()
                        .into_iter()
                        .map(|text| view! { <p class="trouble" role="alert">{text}</p> })
                        .collect_view()
                }}
            </div>
        </section>
    }
}

/// What has come, and what was practised.
fn lines(state: &TrainState) -> Vec<String> {
    let statistics = state.deck.statistics(state.time);
    let added = (state.added != AddedCount::default()).then(|| added_text(state.added));
    let lines = [
        added.unwrap_or_default(),
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

/// The exercises that the visitor does not want to see, and the way back.
#[component]
fn SetAside(train: TrainController) -> impl IntoView {
    let aside = train.read(|state| {
        let ids = state.deck.set_aside().into_iter();
        let entry = |id| {
            let exercise = &state.deck.get(id)?.exercise;
            let text = format!("{}, {}", task_text(exercise), origin_text(exercise));
            Some((id, text.trim_end_matches('.').to_owned()))
        };
        ids.filter_map(entry).collect::<Vec<_>>()
    });
    let row = move |(exercise, text): (ExerciseId, String)| {
        let take_up = move |_| {
            let time = local_time();
            train.dispatch(TrainEvent::TakeUp { exercise, time });
        };
        view! {
            <li>
                <span>{text}</span>
                <button type="button" class="button quiet" on:click=take_up>
                    "Take up again"
                </button>
            </li>
        }
    };
    view! {
        <details hidden=move || aside.with(Vec::is_empty)>
            <summary>{move || format!("Set aside: {}", aside.with(Vec::len))}</summary>
            <ul class="set-aside figures">
                {move || aside.get().into_iter().map(row).collect_view()}
            </ul>
        </details>
    }
}

/// How many new exercises a day brings.
#[component]
fn NewPerDay(train: TrainController) -> impl IntoView {
    let chosen = train.read(|state| state.new_per_day);
    let change = move |event| {
        if let Ok(limit) = event_target_value(&event).parse() {
            train.set_new_per_day(limit);
        }
    };
    let option = move |limit: u16| {
        view! {
            <option value=limit.to_string() selected=move || chosen.get() == limit>
                {limit.to_string()}
            </option>
        }
    };
    view! {
        <label class="new-per-day">
            "New ones a day"
            <select on:change=change>{NEW_PER_DAY.map(option).into_iter().collect_view()}</select>
        </label>
    }
}
