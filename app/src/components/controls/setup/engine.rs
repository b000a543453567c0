//! The settings of an engine player: strategy, opening book, strength.

use ::engine::book::Style;
use ::engine::player::StrategyId;
use client::play::PlayState;
use client::settings::{EngineSettings, FULL_STRATEGIES, Opponent, STRATEGIES, Settings};
use leptos::prelude::*;

use super::choices::strategy_options;
use super::strength::{about, strength_choice};
use crate::controllers::play::PlayController;

/// The place for later choices of the visitor's opponent, below those of a second engine.
pub(super) const ROOM: &str = ".engine + .engine .late-room";
/// The same of its opponent in a game of two engines, which stands first.
pub(super) const SECOND_ROOM: &str = ".engine .late-room";

/// The visitor's opponent, or with `rival` its opponent in a game of two engines.
#[component]
pub fn EngineChoice(play: PlayController, ready: Memo<bool>, rival: bool) -> impl IntoView {
    let watched = play.read(watched);
    let idle = play.read(move |state| !state.engine_matters() || rival && !self::watched(state));
    let side = if rival { "White" } else { "Black" };
    view! {
        <fieldset class="engine" hidden=move || rival && !watched.get() disabled=move || idle.get()>
            <legend class=move || if watched.get() { "field-name" } else { "visually-hidden" }>
                {move || if watched.get() { side } else { "The computer" }}
            </legend>
            <StrategyChoice play ready rival />
            <StrengthChoice play ready rival />
        </fieldset>
    }
}

/// Whether two engines play, or will.
fn watched(state: &PlayState) -> bool {
    state.settings.opponent == Opponent::Engines
}

pub(super) fn chosen(settings: &Settings, rival: bool) -> &EngineSettings {
    match rival {
        true => &settings.second_engine,
        false => &settings.engine,
    }
}

pub(super) fn update_engine(
    play: PlayController,
    rival: bool,
    change: impl FnOnce(&mut EngineSettings),
) {
    play.set(|settings| {
        change(match rival {
            true => &mut settings.second_engine,
            false => &mut settings.engine,
        });
    });
}

/// The strategies, then the teaching ones; the opening book.
#[component]
fn StrategyChoice(play: PlayController, ready: Memo<bool>, rival: bool) -> impl IntoView {
    let engine = play.read(move |state| *chosen(&state.settings, rival));
    let watched = play.read(watched);
    let strategy = move || engine.get().strategy;
    let options = strategy_options(Signal::derive(strategy), &STRATEGIES[..FULL_STRATEGIES]);
    let choose_strategy = move |event| {
        if let Ok(id) = event_target_value(&event).parse() {
            update_engine(play, rival, |engine| engine.strategy = id);
        }
    };
    let choose_book = move |event| {
        let style = event_target_value(&event).parse().ok();
        update_engine(play, rival, |engine| engine.book = style);
    };
    let (strategy_id, book_id) = match rival {
        true => ("mind2", "book2"),
        false => ("mind", "book"),
    };
    view! {
        <div class="row">
            <label class="field-name" for=strategy_id>
                {move || if watched.get() { "Engine" } else { "Opponent" }}
            </label>
            <select
                id=strategy_id
                title=move || strategy().strategy().about
                autocomplete="off"
                disabled=move || !ready.get()
                prop:value=move || strategy().as_str()
                on:change=choose_strategy
            >
                {options}
            </select>
        </div>
        <div class="row" hidden=move || strategy() != StrategyId::Ponder>
            <label class="field-name" for=book_id>
                "Openings"
            </label>
            <select
                id=book_id
                autocomplete="off"
                disabled=move || !ready.get()
                prop:value=move || book_name(engine.get().book)
                on:change=choose_book
            >
                {Style::ALL
                    .into_iter()
                    .map(Some)
                    .chain([None])
                    .map(|style| {
                        let name = book_name(style);
                        view! {
                            <option value=name selected=move || engine.get().book == style>
                                {name}
                            </option>
                        }
                    })
                    .collect_view()}
            </select>
        </div>
        <p class="about">{move || strategy().strategy().about}</p>
    }
}

/// The option's value and text.
fn book_name(style: Option<Style>) -> &'static str {
    style.map_or("off", Style::as_str)
}

#[component]
fn StrengthChoice(play: PlayController, ready: Memo<bool>, rival: bool) -> impl IntoView {
    let strength = play.read(move |state| chosen(&state.settings, rival).strength);
    let idle = play.read(move |state| {
        let engine = chosen(&state.settings, rival);
        !state.engine_matters() || state.strength_of(engine).is_none()
    });
    let group = if rival { "level2" } else { "level" };
    let on_choose = Callback::new(move |strength| {
        update_engine(play, rival, |engine| engine.strength = strength);
    });
    view! {
        {strength_choice(group, format!("{group}-field"), strength.into(), ready, idle.into(), on_choose)}
        <p class="about">{move || about(strength.get())}</p>
        <div class="late-room"></div>
    }
}
