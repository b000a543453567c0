//! The question whose games they are.

use client::game_import::{ImportEvent, ImportStage, Visitor};
use leptos::prelude::*;

use crate::components::shared::format::counted;
use crate::controllers::game_import::ImportController;

/// So many names are offered.
const MAX_NAMES: usize = 8;

#[component]
pub fn Names(import: ImportController) -> impl IntoView {
    let (names, proposed, games) = import.with_untracked(|state| match &state.stage {
        ImportStage::Confirming(found) => {
            let names = found.names.by_games().into_iter().take(MAX_NAMES);
            let names = names.map(|(name, games)| (name.to_owned(), games));
            let proposed = found.names.proposed().map(str::to_owned);
            (names.collect::<Vec<_>>(), proposed, found.games())
        }
        _ => (Vec::new(), None, 0),
    });
    let has_games = games > 0;
    let typed = RwSignal::new(String::new());
    let chosen = RwSignal::new(proposed.into_iter().collect::<Vec<String>>());
    let both = RwSignal::new(false);
    let choice = move |(name, games): (String, u32)| {
        let label = format!("{name}, {}", counted(games.into(), "game"));
        let (checked, changed) = (name.clone(), name);
        view! {
            <label class="choice">
                <input
                    type="checkbox"
                    prop:checked=move || chosen.with(|chosen| chosen.contains(&checked))
                    disabled=move || both.get()
                    on:change=move |event| {
                        let name = changed.clone();
                        chosen
                            .update(|chosen| {
                                chosen.retain(|known| *known != name);
                                if event_target_checked(&event) {
                                    chosen.push(name);
                                }
                            });
                    }
                />
                {label}
            </label>
        }
    };
    let confirm = move |_| {
        let visitor = match both.get_untracked() {
            true => Visitor::BothSides,
            false => {
                let mut names = chosen.get_untracked();
                names.push(typed.get_untracked());
                Visitor::Names(names)
            }
        };
        import.dispatch(ImportEvent::Confirm(visitor));
    };
    let has_name = move || {
        both.get()
            || chosen.with(|names| !names.is_empty())
            || typed.with(|typed| !typed.trim().is_empty())
    };
    view! {
        <fieldset class="names" hidden=!has_games>
            <legend class="visually-hidden">"Which name is yours?"</legend>
            {names.into_iter().map(choice).collect_view()}
            <label class="other-name">
                "Another name"
                <input
                    type="text"
                    maxlength="100"
                    autocomplete="off"
                    spellcheck="false"
                    disabled=move || both.get()
                    on:input=move |event| typed.set(event_target_value(&event))
                />
            </label>
            <label class="choice">
                <input
                    type="checkbox"
                    prop:checked=move || both.get()
                    on:change=move |event| both.set(event_target_checked(&event))
                />
                "Both sides of every game"
            </label>
        </fieldset>
        <div class="import-actions">
            <button
                type="button"
                class="button primary"
                hidden=!has_games
                disabled=move || !has_name()
                on:click=confirm
            >
                "Start"
            </button>
            <button
                type="button"
                class="button"
                on:click=move |_| import.dispatch(ImportEvent::Cancel)
            >
                "Cancel"
            </button>
        </div>
    }
}
