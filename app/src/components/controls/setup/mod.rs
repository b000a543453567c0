//! The game's settings: opponent, strategy, level, colour, time, pace.

mod engine;
mod segment;
mod time;

use client::settings::{ColorChoice, Opponent};
use leptos::prelude::*;

use self::engine::EngineChoice;
use crate::components::panels::drawers::EngineRoom;
use crate::components::shared::erased_view::Erase;
use crate::components::shared::icons::Icon;
use crate::controllers::play::PlayController;
pub use segment::Segment;
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
    .erase()
}

#[component]
fn OpponentChoice(play: PlayController, ready: Memo<bool>) -> impl IntoView {
    let chosen = play.read(|state| state.settings.opponent);
    let choice = move |opponent, text: &'static str| {
        view! {
            <Segment
                group="opponent"
                label=text
                checked=Signal::derive(move || chosen.get() == opponent)
                ready
                on_choose=move |()| {
                    play.set_opponent(opponent)
                }
            >
                {text}
            </Segment>
        }
    };
    view! {
        <fieldset>
            <legend class="visually-hidden">"Opponent"</legend>
            <div class="segments opponents">
                {choice(Opponent::Engine, "Computer")} {choice(Opponent::Person, "Two players")}
                {choice(Opponent::Engines, "Watch")}
            </div>
        </fieldset>
    }
    .erase()
}

#[component]
fn ColorChoices(play: PlayController, ready: Memo<bool>) -> impl IntoView {
    let chosen = play.read(|state| state.settings.color);
    let idle = play.read(|state| state.settings.opponent != Opponent::Engine);
    let watched = play.read(|state| state.settings.opponent == Opponent::Engines);
    let waits = play.read(|state| state.settings_pending());
    let choice = move |color, label: &'static str, disc: &'static str| {
        view! {
            <Segment
                group="color"
                label
                checked=Signal::derive(move || chosen.get() == color)
                ready
                on_choose=move |()| {
                    play.set_color(color)
                }
            >
                <span class="choice">
                    <span class=disc></span>
                    {label}
                </span>
            </Segment>
        }
    };
    view! {
        <fieldset disabled=move || idle.get() hidden=move || watched.get()>
            <legend class="field-name">
                "You play "
                <span class="later" role="status">
                    {move || if waits.get() { "from the next game" } else { "" }}
                </span>
            </legend>
            <div class="segments colors">
                {choice(ColorChoice::White, "White", "disc")}
                {choice(ColorChoice::Black, "Black", "disc black")}
                {choice(ColorChoice::Random, "Random", "disc either")}
            </div>
        </fieldset>
    }
    .erase()
}
