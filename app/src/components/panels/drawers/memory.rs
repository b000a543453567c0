//! The memory drawer: results and size of the learner's table, its settings, import and export.

use client::play::PlayEvent;
use client::worker::learner::LearnerRequest;
use engine::learning::Rule;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use wire::learning_choice::LearningChoice;

use super::engine_info::Switch;
use crate::components::panels::memory::{MemoryErrors, MemoryStatistics, MemoryTransfer};
use crate::controllers::play::PlayController;

/// The drawer's content.
pub fn memory(play: PlayController) -> AnyView {
    let summary = play.read(|state| state.learner.summary.clone());
    Effect::new(move |_| {
        play.dispatch(PlayEvent::LearnerRequest(LearnerRequest::Summarize));
        play.dispatch(PlayEvent::SyncLearner);
    });
    let refused = play.read(|state| state.learner.import_error.clone());
    let ready = play.read(|state| state.learner.summary.is_some());
    let ask = Callback::new(move |order| play.dispatch(PlayEvent::LearnerRequest(order)));
    view! {
        <MemoryStatistics summary=summary.into() />
        <MemoryErrors summary=summary.into() refused=refused.into() />
        <LearningSettings play />
        <MemoryTransfer ready=ready.into() ask />
    }
    .into_any()
}

/// The switches and parameters of learning.
#[component]
fn LearningSettings(play: PlayController) -> impl IntoView {
    let ready = play.read(|state| state.loaded);
    let learning = play.read(|state| state.settings.learning);
    let percent_field =
        move |name: &'static str, about: &'static str, of: fn(&mut LearningChoice) -> &mut u8| {
            let value = move || *of(&mut learning.get());
            let change = move |event| {
                // Text that is no percentage is replaced by the present value.
                if let Ok(percent @ 0..=100) = event_target_value(&event).parse::<u8>() {
                    play.set(|settings| *of(&mut settings.learning) = percent);
                } else if let Some(input) = target(&event) {
                    input.set_value(&value().to_string());
                }
            };
            view! {
                <label title=about>
                    {name}
                    <input
                        type="number"
                        min="0"
                        max="100"
                        inputmode="numeric"
                        autocomplete="off"
                        value=move || value().to_string()
                        prop:value=move || value().to_string()
                        disabled=move || !ready.get()
                        on:change=change
                    />
                </label>
            }
        };
    // There are two memories, or one is left out.
    let has_choice = play.read(|state| {
        let summary = state.learner.summary.as_ref();
        let learning = state.settings.learning;
        summary.is_some_and(|summary| summary.network.is_some())
            || !(learning.table && learning.network)
    });
    let rule = move || match learning.get().rule {
        Rule::DiscountedReturn => "discounted-return",
        Rule::QLearning => "q-learning",
    };
    let choose_rule = move |event| {
        let rule = match event_target_value(&event).as_str() {
            "q-learning" => Rule::QLearning,
            _ => Rule::DiscountedReturn,
        };
        play.set(|settings| settings.learning.rule = rule);
    };
    view! {
        <div class="options how">
            <Switch play ready name="Learn from finished games" of=|s| &mut s.learning.on />
            {move || {
                has_choice
                    .get()
                    .then(|| {
                        view! {
                            <Switch play ready name="Play what did well (table)" of=|s| &mut s.learning.table />
                            <Switch play ready name="Judge what is new (network)" of=|s| &mut s.learning.network />
                        }
                    })
            }}
            <Switch play ready name="Guard against blunders" of=|s| &mut s.learning.guard />
            <div class="row">
                <label class="field-name" for="rule">
                    "Rule"
                </label>
                <select
                    id="rule"
                    autocomplete="off"
                    disabled=move || !ready.get()
                    prop:value=rule
                    on:change=choose_rule
                >
                    <option value="discounted-return" selected=move || rule() == "discounted-return">
                        "discounted return"
                    </option>
                    <option value="q-learning" selected=move || rule() == "q-learning">
                        "one-step Q-learning"
                    </option>
                </select>
            </div>
            <div class="shares figures">
                {percent_field("Rate %", "How far a value moves towards what was seen", |l| &mut l.rate)}
                {percent_field("Discount %", "What a result is worth one move earlier", |l| &mut l.discount)}
                {percent_field("Explore %", "How often another move than the best known is tried", |l| &mut l.epsilon)}
            </div>
        </div>
    }
}

fn target(event: &leptos::web_sys::Event) -> Option<HtmlInputElement> {
    event.target()?.dyn_into().ok()
}
