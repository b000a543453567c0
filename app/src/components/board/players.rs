//! The player cards above and below the board: name, captures, clock.

use client::play::PlayState;
use client::play::Players;
use engine::player::Strength;
use engine::rules::{Color, Piece};
use leptos::prelude::*;

use super::captures::{Captures, captures};
use super::clock_face::ClockFace;
use super::{kind_name, piece_code};
use crate::components::shared::format::color_name;
use crate::components::shared::hydrated::use_ready;
use crate::controllers::play::PlayController;

/// Which edge of the board a card stands at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Edge {
    /// The upper one.
    Top,
    /// The lower one.
    Bottom,
}

/// The card of the side at one edge of the board. On a phone it is a button that opens the game's
/// settings, `sheet`.
#[component]
pub fn PlayerCard(
    play: PlayController,
    edge: Edge,
    #[prop(optional)] sheet: Option<RwSignal<bool>>,
) -> impl IntoView {
    let color = play.read(move |state| side(state, edge));
    let info = play.read(move |state| player_info(state, side(state, edge)));
    let taken = play.read(move |state| {
        let moves = &state.game.moves()[..state.shown_ply()];
        captures(state.game.start(), moves, side(state, edge))
    });
    let class = play.read(move |state| {
        let to_move =
            state.loaded && state.outcome().is_none() && state.turn() == side(state, edge);
        match (to_move, state.players.is_human(state.turn())) {
            (false, _) => "player",
            (true, true) => "player to-move",
            (true, false) => "player to-move thinks",
        }
    });
    view! {
        <div class=move || class.get()>
            <span class="avatar" aria-hidden="true">
                <span class=move || format!("piece {}", piece_code(color.get(), Piece::King))></span>
            </span>
            <div class="who">
                <div class="name">{move || info.with(|info| info.name)}</div>
                <div class="term">{move || info.with(|info| info.about.clone())}</div>
            </div>
            <Taken taken color />
            <ClockFace play color />
            {sheet.map(settings_button)}
        </div>
    }
}

fn settings_button(sheet: RwSignal<bool>) -> impl IntoView {
    let ready = use_ready();
    view! {
        <button
            type="button"
            class="open-settings"
            aria-label="Opponent and settings"
            aria-expanded=move || sheet.get().to_string()
            disabled=move || !ready.get()
            on:click=move |_| sheet.update(|open| *open = !*open)
        ></button>
    }
}

/// The side at an edge of the board.
pub(super) fn side(state: &PlayState, edge: Edge) -> Color {
    match edge {
        Edge::Bottom => state.bottom(),
        Edge::Top => !state.bottom(),
    }
}

/// The text of a player card.
#[derive(Clone, PartialEq, Eq)]
struct PlayerInfo {
    name: &'static str,
    /// The side, or how strong it plays.
    about: String,
}

/// "Level 3 · Casual", or "Level 3.4": what lies between two levels has no name.
fn strength_text(strength: Strength) -> String {
    match strength.between() {
        None => format!("Level {strength} \u{b7} {}", strength.level()),
        Some(strength) => format!("Level {strength}"),
    }
}

fn player_info(state: &PlayState, color: Color) -> PlayerInfo {
    let person = |name, about: &str| PlayerInfo {
        name,
        about: about.to_owned(),
    };
    match state.players {
        Players::TwoPeople => person(color_name(color), "player"),
        Players::Engine { human } if human == color => person("You", color_name(color)),
        Players::Engine { .. } | Players::TwoEngines => {
            let Some(engine) = state.engine_for(color) else {
                return person(color_name(color), "");
            };
            let strategy = engine.strategy.strategy();
            let about = match state.settings.depth_of(engine) {
                _ if !engine.strategy.searches() => strategy.term.to_owned(),
                Some(depth) => format!("Depth {depth}"),
                None => strength_text(engine.strength),
            };
            PlayerInfo {
                name: strategy.name,
                about,
            }
        }
    }
}

/// The pieces that a side has taken.
#[component]
pub fn Taken(taken: Memo<Captures>, color: Memo<Color>) -> impl IntoView {
    let pieces = move || {
        let victims = !color.get();
        let mut before = None;
        taken.with(|taken| {
            taken
                .pieces
                .iter()
                .map(|&piece| {
                    let first = before.replace(piece) != Some(piece);
                    let first = if first { " first" } else { "" };
                    view! { <span class=format!("piece {}{first}", piece_code(victims, piece))></span> }
                })
                .collect_view()
        })
    };
    let spoken = move || {
        taken.with(|taken| match taken.pieces.is_empty() {
            true => "Nothing taken".to_owned(),
            false => {
                let names: Vec<_> = taken.pieces.iter().map(|&piece| kind_name(piece)).collect();
                format!("Taken: {}", names.join(", "))
            }
        })
    };
    let ahead = move || taken.with(|taken| (taken.ahead > 0).then(|| format!("+{}", taken.ahead)));
    view! {
        <div class="captured" role="group" aria-label=spoken>
            <span class="pieces" aria-hidden="true">
                {pieces}
            </span>
            <span class="ahead figures">{ahead}</span>
        </div>
    }
}
