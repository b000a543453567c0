//! The characters as faces to press, below the strength of the visitor's opponent.

use ::engine::player::{CHARACTERS, Character};
use client::settings::{EngineSettings, Opponent};
use leptos::portal::Portal;
use leptos::prelude::*;

use super::engine::ROOM;
use crate::components::shared::face::face;
use crate::controllers::play::PlayController;

/// The faces in their place in the settings.
pub fn character_choice(play: PlayController) -> AnyView {
    let room = document().query_selector(ROOM).ok().flatten();
    let portal = room.map(|mount| view! { <Portal mount>{faces(play)}</Portal> });
    portal.into_any()
}

fn faces(play: PlayController) -> AnyView {
    let is_alone = play.read(|state| state.settings.opponent == Opponent::Engine);
    let chosen = play.read(|state| {
        let engine = &state.settings.engine;
        state.strength_of(engine).and_then(|_| engine.character())
    });
    let button = |character: Character| {
        let strategy = character.strategy.strategy().name;
        let about = format!(
            "{character}, {}: {strategy} at level {}",
            character.style,
            character.strength()
        );
        view! {
            <button
                type="button"
                title=about.clone()
                aria-label=about
                aria-pressed=move || (chosen.get() == Some(character)).to_string()
                on:click=move |_| {
                    play.set(|settings| {
                        settings.engine = EngineSettings::from(character);
                        settings.matched = false;
                        settings.depth = None;
                    });
                }
            >
                {face(&character)}
            </button>
        }
    };
    view! {
        <div class="characters" role="group" aria-label="Characters" hidden=move || !is_alone.get()>
            <div class="field-name">
                <a href="/characters">"Characters"</a>
                <strong>{move || chosen.get().map(|character| character.name)}</strong>
            </div>
            <div class="faces">{CHARACTERS.into_iter().map(button).collect_view()}</div>
        </div>
    }
    .into_any()
}
