//! The playing style of an engine, for those that have scores to add to.

use ::engine::eval::PlayingStyle;
use leptos::portal::Portal;
use leptos::prelude::*;

use super::engine::{ROOM, SECOND_ROOM, chosen, update_engine};
use crate::controllers::play::PlayController;

/// The choices, each in its place in the settings.
pub fn style_choices(play: PlayController) -> AnyView {
    let choice = |(selector, rival)| {
        let room = document().query_selector(selector).ok().flatten();
        room.map(|mount| view! { <Portal mount>{style_choice(play, rival)}</Portal> })
    };
    [(ROOM, false), (SECOND_ROOM, true)]
        .map(choice)
        .collect_view()
        .into_any()
}

fn style_choice(play: PlayController, rival: bool) -> AnyView {
    let engine = play.read(move |state| *chosen(&state.settings, rival));
    let id = if rival { "style2" } else { "style" };
    let has_none = move || !engine.get().strategy.searches();
    let choose = move |event| {
        let style = event_target_value(&event).parse().ok();
        update_engine(play, rival, |engine| engine.playing_style = style);
    };
    let options = std::iter::once(None)
        .chain(PlayingStyle::ALL.map(Some))
        .map(|style| {
            let is_chosen = move || engine.get().playing_style == style;
            let name = style.map_or("none", PlayingStyle::as_str);
            view! {
                <option value=name selected=is_chosen>
                    {name}
                </option>
            }
        })
        .collect_view();
    view! {
        <div class="row" hidden=has_none>
            <label class="field-name" for=id>
                "Style"
            </label>
            <select
                id=id
                autocomplete="off"
                prop:value=move || engine.get().playing_style.map_or("none", PlayingStyle::as_str)
                on:change=choose
            >
                {options}
            </select>
        </div>
        <p class="about" hidden=has_none>
            {move || engine.get().playing_style.map(about)}
        </p>
    }
    .into_any()
}

/// What a style likes, in a sentence.
fn about(style: PlayingStyle) -> &'static str {
    match style {
        PlayingStyle::Attacker => "Brings its pieces near your king, and keeps the queens.",
        PlayingStyle::Gambiteer => "Gives pawns for open lines and quick pieces.",
        PlayingStyle::Defender => "Keeps its pawns at home, and its king behind them.",
        PlayingStyle::Simplifier => "Trades what it can, the queens first.",
        PlayingStyle::Stormer => "Pushes its pawns, most of all against your king.",
        PlayingStyle::Complicator => "Avoids trades, and keeps the pawns facing each other.",
    }
}
