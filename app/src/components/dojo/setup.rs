//! How the next network is raised.

use client::dojo::{Algorithm, DojoConfig, DojoEvent, MAX_WORKERS, NEURONS, StartEval};
use leptos::prelude::*;
use leptos::web_sys::{Event, HtmlInputElement};

use super::text::{about_algorithm, algorithm_name, start_name};
use crate::components::shared::lazy_content::choice_list::ChoiceList;
use crate::controllers::dojo::DojoController;

#[component]
pub fn Setup(dojo: DojoController) -> impl IntoView {
    let configure = move |change: &dyn Fn(&mut DojoConfig)| {
        let mut config = dojo.with_untracked(|state| state.draft);
        change(&mut config);
        dojo.dispatch(DojoEvent::Configure(config));
    };
    let algorithm = dojo.read(|state| state.draft.algorithm);
    let seed = dojo.read(|state| state.draft.seed);
    let choose_seed = move |event: Event| {
        match event_target_value(&event).trim().parse() {
            Ok(seed) => configure(&|config| config.seed = seed),
            // The field shows what holds.
            Err(_) => event_target::<HtmlInputElement>(&event)
                .set_value(&seed.get_untracked().to_string()),
        }
    };
    view! {
            <div class="panel-head">
                <h2>"A network of your own"</h2>
            </div>
            <div class="panel-body">
                <button
                    type="button"
                    class="button primary"
                    on:click=move |_| dojo.dispatch(DojoEvent::Start)
                >
                    "Raise a network"
                </button>
                <p class="empty">
                    "After a minute it knows what pieces are worth, after some more it beats the lower levels. You can pause it, close the page and go on another day."
                </p>
                <div class="dojo-choices">
                    <ChoiceList
                        label="How it learns"
                        choices=Algorithm::ALL.to_vec()
                        text=|it| algorithm_name(it).to_owned()
                        chosen=algorithm
                        choose=move |chosen| configure(&|config| config.algorithm = chosen)
                    />
                    <ChoiceList
                        label="What judges its first games"
                        choices=StartEval::ALL.to_vec()
                        text=|it| start_name(it).to_owned()
                        chosen=dojo.read(|state| state.draft.start)
                        choose=move |chosen| configure(&|config| config.start = chosen)
                    />
                    <ChoiceList
                        label="Neurons"
                        choices=NEURONS.to_vec()
                        text=|it| it.to_string()
                        chosen=dojo.read(|state| state.draft.neurons)
                        choose=move |chosen| configure(&|config| config.neurons = chosen)
                    />
                    <Workers dojo />
                    <label>
                        <span class="empty">"Seed"</span>
                        <input
                            type="number"
                            inputmode="numeric"
                            min="0"
                            autocomplete="off"
                            prop:value=move || seed.get().to_string()
                            on:change=choose_seed
                        />
                    </label>
                </div>
                <p class="empty about-algorithm">{move || about_algorithm(algorithm.get())}</p>
            </div>
    }
}

/// How many workers play at the same time.
#[component]
pub fn Workers(dojo: DojoController) -> impl IntoView {
    let counts: Vec<usize> = (1..=MAX_WORKERS).collect();
    view! {
        <ChoiceList
            label="Games at a time"
            choices=counts
            text=|count| count.to_string()
            chosen=dojo.read(|state| state.worker_count)
            choose=move |count| dojo.dispatch(DojoEvent::SetWorkers(count))
        />
    }
}
