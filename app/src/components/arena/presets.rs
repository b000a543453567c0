//! Tournaments that are one press away.

use client::arena::{ArenaEvent, TournamentPlan, presets, worth_of};
use client::theatre::{SWITCHES, SearchSwitch};
use engine::search::SearchRule;
use leptos::prelude::*;

use crate::components::shared::switch_names::switch_name;
use crate::controllers::arena::ArenaController;

#[component]
pub fn Presets(arena: ArenaController) -> impl IntoView {
    let begin = move |plan: TournamentPlan| {
        arena.dispatch(ArenaEvent::SetPlan(Box::new(plan)));
        arena.dispatch(ArenaEvent::Start);
    };
    let part = RwSignal::new(SearchSwitch::Rule(SearchRule::NullMove));
    let choose_part = move |event| {
        let index: Option<usize> = event_target_value(&event).parse().ok();
        if let Some(&chosen) = index.and_then(|index| SWITCHES.get(index)) {
            part.set(chosen);
        }
    };
    let parts = SWITCHES.into_iter().enumerate().skip(1);
    let parts = parts.map(|(index, one)| {
        view! {
            <option value=index.to_string() selected=move || part.get() == one>
                {switch_name(one)}
            </option>
        }
    });
    let others = presets().into_iter().map(|preset| {
        let plan = preset.plan;
        view! {
            <li>
                <button type="button" class="button" on:click=move |_| begin(plan.clone())>
                    {preset.name}
                </button>
                <span class="empty">{preset.about}</span>
            </li>
        }
    });
    view! {
        <section class="panel" data-panel="presets" aria-label="One press">
            <div class="panel-head">
                <h2>"One press"</h2>
            </div>
            <div class="panel-body">
                <div class="worth">
                    <button
                        type="button"
                        class="button primary"
                        on:click=move |_| begin(worth_of(part.get_untracked()))
                    >
                        {move || format!("What is {} worth?", switch_name(part.get()).to_lowercase())}
                    </button>
                    <label>
                        <span class="empty">"Another part of the search"</span>
                        <select autocomplete="off" on:change=choose_part>
                            {parts.collect_view()}
                        </select>
                    </label>
                </div>
                <p class="empty">
                    "Intuition with it against Intuition without it, 5,000 positions a move, until a test has decided; at most 1,000 games. That takes some minutes."
                </p>
                <ul class="presets">{others.collect_view()}</ul>
            </div>
        </section>
    }
}
