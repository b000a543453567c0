//! Tournaments that are one press away.

use client::arena::{ArenaEvent, TournamentPlan, presets, worth_of};
use client::theatre::{SWITCHES, SearchSwitch};
use engine::search::SearchRule;
use leptos::prelude::*;

use crate::components::shared::lazy_content::choice_list::ChoiceList;
use crate::controllers::arena::ArenaController;

#[component]
pub fn Presets(arena: ArenaController) -> impl IntoView {
    let begin = move |plan: TournamentPlan| {
        arena.dispatch(ArenaEvent::SetPlan(Box::new(plan)));
        arena.dispatch(ArenaEvent::Start);
    };
    let part = RwSignal::new(SearchSwitch::Rule(SearchRule::NullMove));
    let parts = SWITCHES
        .into_iter()
        .filter(|part| *part != SearchSwitch::Everything);
    let parts: Vec<SearchSwitch> = parts.collect();
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
                        {move || format!("What is {} worth?", part.get().name().to_ascii_lowercase())}
                    </button>
                    <ChoiceList
                        label="Another part of the search"
                        choices=parts
                        text=|part: SearchSwitch| part.name().to_owned()
                        chosen=part
                        choose=move |chosen| part.set(chosen)
                    />
                </div>
                <p class="empty">
                    "Intuition with it against Intuition without it, 5,000 positions a move, until a test has decided; at most 1,000 games. That takes some minutes."
                </p>
                <ul class="presets">{others.collect_view()}</ul>
            </div>
        </section>
    }
}
