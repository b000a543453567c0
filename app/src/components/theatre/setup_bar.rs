//! What is searched: the mind, the depth, the switches; and what was found.

use client::theatre::{TRACED, TheatreEvent, TheatreState, TraceSetup, TreeStage, VISITS};
use engine::player::StrategyId;
use engine::rules::san;
use engine::search::Options;
use leptos::prelude::*;

use crate::components::shared::format::{count, counted, score, seconds};
use crate::components::shared::lazy_content::choice_list::ChoiceList;
use crate::components::shared::lazy_content::copy_link::copy_link;
use crate::controllers::theatre::TheatreController;
use crate::platform::download::download;

#[component]
pub fn SetupBar(theatre: TheatreController) -> impl IntoView {
    let mind = theatre.read(|state| state.setup.mind);
    let options = theatre.read(|state| state.setup.options);
    let has_switches = move || mind.get() != StrategyId::Plodder;
    let explores = move || mind.get() == StrategyId::Explorer;
    let found = theatre.read(found_text);
    let switch = move |name: &'static str, is_on: fn(&Options) -> bool, flip: fn(&mut Options)| {
        view! {
            <label class="check">
                <input
                    type="checkbox"
                    prop:checked=move || is_on(&options.get())
                    on:change=move |_| {
                        let mut changed = options.get_untracked();
                        flip(&mut changed);
                        theatre.dispatch(TheatreEvent::SetOptions(changed));
                    }
                />
                {name}
            </label>
        }
    };
    let depths = Signal::derive(move || (1..=TraceSetup::max_depth(mind.get())).collect());
    view! {
        <div class="setup-bar">
            <ChoiceList
                label="Mind"
                choices=TRACED.to_vec()
                text=|id: StrategyId| id.strategy().name.to_owned()
                chosen=mind
                choose=move |mind| theatre.dispatch(TheatreEvent::SetMind(mind))
            />
            <ChoiceList
                label="Visits"
                choices=VISITS.to_vec()
                text=|number| count(number.into())
                chosen=theatre.read(|state| state.setup.visits)
                choose=move |visits| theatre.dispatch(TheatreEvent::SetVisits(visits))
                attr:hidden=move || !explores()
            />
            <ChoiceList
                label="Depth"
                choices=depths
                text=|plies: u8| plies.to_string()
                chosen=theatre.read(|state| state.setup.depth)
                choose=move |depth| theatre.dispatch(TheatreEvent::SetDepth(depth))
                attr:hidden=explores
            />
            <span class="switches" hidden=move || !has_switches()>
                {switch(
                    "Quiescence",
                    |options| options.quiescence,
                    |options| options.quiescence ^= true,
                )}
                <span hidden=explores>{switch("Null move", |options| options.null_move, |options| options.null_move ^= true)}</span>
            </span>
            <span class="spacer"></span>
            <span class="found figures" role="status">{move || found.get()}</span>
            <SaveTree theatre />
            {copy_link(move || theatre.link())}
        </div>
    }
}

/// Saves the tree on the stage as lines of JSON, as `ponder trace` prints them.
#[component]
fn SaveTree(theatre: TheatreController) -> impl IntoView {
    let has_tree = theatre.read(|state| state.view.is_some());
    let save = move |_| {
        let lines = theatre.with_untracked(|state| {
            let view = state.view.as_ref()?;
            let records = view.tree().records();
            let lines = records.filter_map(|record| serde_json::to_string(&record).ok());
            Some(lines.collect::<Vec<String>>().join("\n"))
        });
        if let Some(text) = lines {
            download("search.jsonl", &text);
        }
    };
    view! {
        <button
            type="button"
            class="button quiet"
            title="Every node as a line of JSON"
            disabled=move || !has_tree.get()
            on:click=save
        >
            "JSON"
        </button>
    }
}

fn found_text(state: &TheatreState) -> String {
    let (TreeStage::Shown, Some(found), Some(game)) = (&state.stage, state.summary, &state.game)
    else {
        return String::new();
    };
    let start = game.position();
    let mut parts = Vec::new();
    if let Some(mv) = found.mv {
        parts.push(san::write(start, mv));
    }
    if let Some(value) = found.score {
        parts.push(score(value.for_white(start.side_to_move())));
    }
    parts.push(counted(
        found.visits.into(),
        match state.explored {
            Some(_) => "visit",
            None => "position",
        },
    ));
    parts.push(seconds(found.time_ms));
    if found.cut_short {
        parts.push("cut short".to_owned());
    }
    let view = state.view.as_ref();
    if let Some(size) = view.and_then(|view| view.tree().fold_below()) {
        parts.push(format!(
            "branches of up to {} folded",
            counted(size.max(1).into(), "position")
        ));
    }
    parts.join(" \u{b7} ")
}
