//! The game's settings: opponent, strategy, level, colour, time, pace.

pub mod characters;
pub mod choices;
mod engine;
pub mod matching;
pub mod playing_style;
pub mod segment;
pub mod strength;
mod time;

use client::settings::Opponent;
use leptos::prelude::*;

use self::choices::color_segments;
use self::engine::EngineChoice;
use self::segment::text_segments;
use crate::components::panels::drawers::EngineRoom;
use crate::components::shared::icons::Icon;
use crate::components::static_html;
use crate::controllers::play::PlayController;
use crate::routes::{CHARACTERS, LIVE};
use time::{PaceChoice, TimeChoice};

/// The choices. On a phone they rise from below when `sheet` is open.
#[component]
pub fn Setup(play: PlayController, sheet: RwSignal<bool>, children: Children) -> impl IntoView {
    let ready = play.read(|state| state.loaded);
    view! {
        <section class="panel setup sheet" class:open=sheet aria-label="Game settings">
            <div class="sheet-head">
                <h2>"This game"</h2>
                <button
                    type="button"
                    class="icon-button sheet-close"
                    aria-label="Close settings"
                    on:click=move |_| sheet.set(false)
                >
                    {Icon::Close.draw()}
                </button>
            </div>
            <OpponentChoice play ready />
            <EngineChoice play ready rival=true />
            <EngineChoice play ready rival=false />
            <ColorChoices play ready />
            <TimeChoice play ready />
            <PaceChoice play ready />
            <EngineRoom play />
            {children()}
        </section>
    }
}

#[component]
fn OpponentChoice(play: PlayController, ready: Memo<bool>) -> impl IntoView {
    let chosen = play.read(|state| state.settings.opponent);
    let choices = text_segments(
        "opponent",
        "segments opponents",
        chosen.into(),
        ready,
        Callback::new(move |opponent| play.set_opponent(opponent)),
        [
            (Opponent::Engine, "Computer"),
            (Opponent::Person, "Two players"),
            (Opponent::Engines, "Watch"),
        ],
    );
    view! {
        <fieldset>
            <legend class="visually-hidden">"Opponent"</legend>
            {choices}
            {static_html("to-others", to_others)}
        </fieldset>
    }
}

/// Opponents on other pages.
fn to_others() -> impl IntoView {
    view! {
        <a href=LIVE>"Play someone online"</a>
        <a href=CHARACTERS>"Six characters"</a>
    }
}

#[component]
fn ColorChoices(play: PlayController, ready: Memo<bool>) -> impl IntoView {
    let chosen = play.read(|state| state.settings.color);
    let idle = play.read(|state| state.settings.opponent != Opponent::Engine);
    let watched = play.read(|state| state.settings.opponent == Opponent::Engines);
    let waits = play.read(|state| state.settings_pending());
    let on_choose = Callback::new(move |color| play.set_color(color));
    let choices = color_segments(chosen.into(), ready, on_choose);
    view! {
        <fieldset disabled=move || idle.get() hidden=move || watched.get()>
            <legend class="field-name">
                "You play "
                <span class="later" role="status">
                    {move || if waits.get() { "from the next game" } else { "" }}
                </span>
            </legend>
            {choices}
        </fieldset>
    }
}
