//! The players of the tournament that is set up.

use client::arena::{
    ArenaEvent, ArenaFile, ENTRANT_MINDS, Entrant, FileKind, MAX_ENTRANTS, MIN_ENTRANTS,
};
use client::theatre::SWITCHES;
use engine::player::{Level, StrategyId};
use leptos::html::Input;
use leptos::prelude::*;
use leptos::web_sys::{Event, HtmlSelectElement};

use crate::components::shared::lazy_content::choice_list::ChoiceList;
use crate::controllers::arena::ArenaController;
use crate::platform::files::{chosen_file, file_bytes};

/// The players, each in a line.
#[component]
pub fn Entrants(arena: ArenaController) -> impl IntoView {
    let count = arena.read(|state| state.draft.entrants.len());
    let is_full = move || count.get() >= MAX_ENTRANTS;
    view! {
        <ol class="entrants">
            <For each=move || 0..count.get() key=|player| *player let:player>
                <EntrantRow arena player />
            </For>
        </ol>
        <button
            type="button"
            class="button"
            disabled=is_full
            on:click=move |_| arena.dispatch(ArenaEvent::AddEntrant)
        >
            "Add a player"
        </button>
    }
}

#[component]
fn EntrantRow(arena: ArenaController, player: usize) -> impl IntoView {
    let entrant = arena.read(move |state| {
        let known = state.draft.entrants.get(player).cloned();
        known.unwrap_or(Entrant::of(StrategyId::Intuition))
    });
    let change = move |change: &dyn Fn(&mut Entrant)| {
        let mut changed = entrant.get_untracked();
        change(&mut changed);
        arena.dispatch(ArenaEvent::SetEntrant(player, changed));
    };
    let levels: Vec<Option<Level>> = [None].into_iter().chain(Level::all().map(Some)).collect();
    let searches = move || entrant.with(|entrant| entrant.mind.searches());
    let is_least = arena.read(|state| state.draft.entrants.len() <= MIN_ENTRANTS);
    let number = player + 1;
    view! {
        <li class="entrant" aria-label=format!("Player {number}")>
            <ChoiceList
                label="Mind"
                choices=ENTRANT_MINDS.to_vec()
                text=|id: StrategyId| id.strategy().name.to_owned()
                chosen=Signal::derive(move || entrant.with(|entrant| entrant.mind))
                choose=move |mind| {
                    change(&|entrant| entrant.mind = mind);
                    if !mind.strategy().ready {
                        arena.use_network_of(player, mind);
                    }
                }
            />
            <ChoiceList
                label="Level"
                choices=levels
                text=level_text
                chosen=Signal::derive(move || entrant.with(|entrant| entrant.level))
                choose=move |level| change(&|entrant| entrant.level = level)
                attr:hidden=move || !searches()
            />
            <Without arena player entrant />
            <OwnFile arena player entrant />
            <button
                type="button"
                class="button quiet remove"
                aria-label=format!("Remove player {number}")
                title="Remove"
                disabled=move || is_least.get()
                on:click=move |_| arena.dispatch(ArenaEvent::RemoveEntrant(player))
            >
                "\u{2715}"
            </button>
        </li>
    }
}

fn level_text(level: Option<Level>) -> String {
    level.map_or_else(
        || "full strength".to_owned(),
        |level| level.number().to_string(),
    )
}

/// The parts of the search that the player goes without.
#[component]
fn Without(arena: ArenaController, player: usize, entrant: Memo<Entrant>) -> impl IntoView {
    let set = move |change: &dyn Fn(&mut Entrant)| {
        let mut changed = entrant.get_untracked();
        change(&mut changed);
        arena.dispatch(ArenaEvent::SetEntrant(player, changed));
    };
    let add = move |event: Event| {
        let index: Option<usize> = event_target_value(&event).parse().ok();
        // What is chosen becomes a chip; the list shows its first line again.
        event_target::<HtmlSelectElement>(&event).set_value("");
        if let Some(&part) = index.and_then(|index| SWITCHES.get(index)) {
            set(&|entrant| entrant.without.push(part));
        }
    };
    let has_switches = move || entrant.with(Entrant::has_switches);
    let offered = move || {
        entrant.with(|entrant| {
            let parts = SWITCHES.iter().enumerate();
            parts
                .filter(|(_, part)| entrant.has_switch(**part) && !entrant.without.contains(part))
                .map(|(index, part)| {
                    view! { <option value=index.to_string()>{part.name()}</option> }
                })
                .collect_view()
        })
    };
    let chips = move || {
        let without = entrant.with(|entrant| entrant.without.clone());
        without
            .into_iter()
            .map(|part| {
                let name = part.name();
                view! {
                    <button
                        type="button"
                        class="button quiet chip"
                        aria-label=format!("Switch {} on again", name.to_ascii_lowercase())
                        on:click=move |_| set(&|entrant| entrant.without.retain(|one| *one != part))
                    >
                        {name}
                        " \u{2715}"
                    </button>
                }
            })
            .collect_view()
    };
    view! {
        <label hidden=move || !has_switches()>
            <span class="empty">"Without"</span>
            {move || {
                view! {
                    <select autocomplete="off" on:change=add>
                        <option value="">{move || entrant.with(|it| if it.without.is_empty() { "nothing" } else { "also\u{2026}" })}</option>
                        {offered()}
                    </select>
                }
            }}
        </label>
        <span class="chips">{chips}</span>
    }
}

/// The file that the player plays by: a network, or a learner.
#[component]
fn OwnFile(arena: ArenaController, player: usize, entrant: Memo<Entrant>) -> impl IntoView {
    let input: NodeRef<Input> = NodeRef::new();
    let kind = Memo::new(move |_| entrant.with(Entrant::file_kind));
    let name = arena.read(move |state| {
        let file = state.draft.entrants.get(player)?.file?;
        let known = state.file(file).map(|file| file.name.clone());
        Some(known.unwrap_or_else(|| "a file that is not here".to_owned()))
    });
    let choose = move |event: Event| {
        let (Some(file), Some(kind)) = (chosen_file(&event), kind.get_untracked()) else {
            return;
        };
        leptos::task::spawn_local(async move {
            let bytes = file_bytes(&file).await.unwrap_or_default();
            let checked = ArenaFile::new(kind, &file.name(), bytes);
            arena.dispatch(ArenaEvent::ChooseFile(player, kind, checked));
        });
    };
    let press = move |_| {
        if name.get_untracked().is_some() {
            let mut changed = entrant.get_untracked();
            changed.file = None;
            arena.dispatch(ArenaEvent::SetEntrant(player, changed));
        } else if let Some(input) = input.get_untracked() {
            input.click();
        }
    };
    let text = move || match (name.get(), kind.get()) {
        (Some(name), _) => format!("{name} \u{2715}"),
        (None, Some(FileKind::Learner)) => "A learner\u{2019}s file".to_owned(),
        (None, _) => "A network of your own".to_owned(),
    };
    let label = move || name.get().map(|name| format!("Play without {name}"));
    view! {
        <button
            type="button"
            class="button quiet chip"
            aria-label=label
            hidden=move || kind.get().is_none()
            on:click=press
        >
            {text}
        </button>
        <input
            type="file"
            hidden
            aria-label="The file that this player plays by"
            node_ref=input
            on:change=choose
        />
    }
}
