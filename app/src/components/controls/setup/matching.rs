//! Opponents as strong as the visitor, and the coach.

use client::play::{PlayEvent, PlayState};
use client::settings::Opponent;
use leptos::portal::Portal;
use leptos::prelude::*;

use super::engine::ROOM;
use crate::components::shared::format::counted;
use crate::controllers::play::PlayController;

/// The switches, with what is known of the visitor's strength, in their place in the settings.
pub fn match_choice(play: PlayController) -> AnyView {
    let room = document().query_selector(ROOM).ok().flatten();
    let portal = room.map(|mount| view! { <Portal mount>{content(play)}</Portal> });
    portal.into_any()
}

fn content(play: PlayController) -> AnyView {
    let is_on = play.read(PlayState::is_matched);
    let can_match = play.read(PlayState::can_match);
    let is_coached = play.read(|state| state.settings.coached);
    let is_alone = play.read(|state| state.settings.opponent == Opponent::Engine);
    let is_played = play.read(|state| state.rating.is_some_and(|rating| rating.games > 0));
    let known = play.read(known);
    let matching = move || {
        let switch = view! {
            <label title=known>
                <input
                    type="checkbox"
                    autocomplete="off"
                    prop:checked=move || is_on.get()
                    on:change=move |_| play.set(|settings| settings.matched ^= true)
                />
                "Match me"
            </label>
        };
        can_match.get().then_some(switch)
    };
    view! {
        <div class="match" hidden=move || !is_alone.get()>
            {matching}
            <label title="Asks before a move that clearly loses, and gives hints">
                <input
                    type="checkbox"
                    autocomplete="off"
                    prop:checked=move || is_coached.get()
                    on:change=move |_| play.set(|settings| settings.coached ^= true)
                />
                "Coach me"
            </label>
            <button
                type="button"
                class="button quiet"
                hidden=move || !(is_on.get() && is_played.get())
                title="Forget how strong I am: the next game is at level 3 again"
                on:click=move |_| play.dispatch(PlayEvent::ResetRating)
            >
                "Start over"
            </button>
            <p class="about" role="status" hidden=move || !is_on.get()>
                {known}
            </p>
        </div>
    }
    .into_any()
}

/// What is known, and what follows from it.
fn known(state: &PlayState) -> String {
    let rating = state.rating.filter(|rating| rating.games > 0);
    let Some(rating) = rating else {
        return "Each game tells me how strong you are, and the next one is at that level."
            .to_owned();
    };
    let [low, high] = rating.interval;
    let games = counted(rating.games.into(), "game");
    let strength = rating.strength;
    let mut text =
        format!("You play at about level {strength}, between {low} and {high} by {games}.");
    if let Some(next) = state.next_strength() {
        text.push_str(&format!(" The next game is at level {next}."));
    }
    text
}
