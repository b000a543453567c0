//! Panels that are closed at first. What is in them is loaded when one is opened (see
//! [`crate::lazy`]).

mod as_curl;
mod engine_info;
mod memory;
mod position;
mod pruning;
mod results;
mod transfer;

use leptos::prelude::*;

use crate::components::shared::erased_view::Erase;
use crate::components::shared::format::counted;
use crate::controllers::play::PlayController;
use crate::lazy::{PartView, Parts, use_lazy_parts};

pub use engine_info::engine_room;
pub use memory::memory;
pub use position::position;
pub use results::results;
pub use transfer::{CopyBox, copy_text, transfer};

/// What learners remember (P6).
#[component]
pub fn MemoryPanel(play: PlayController) -> impl IntoView {
    let short = play.read(|state| match &state.memory.summary {
        Some(summary) if summary.positions > 0 => counted(summary.positions.into(), "position"),
        Some(_) => "empty".to_owned(),
        None => String::new(),
    });
    view! {
        <Drawer play panel="learning" name="Memory" short part=|parts| parts.memory />
    }
}

/// The visitor's results.
#[component]
pub fn ResultsPanel(play: PlayController) -> impl IntoView {
    let short = play.read(|state| {
        let tally = state.tally;
        format!(
            "{} W \u{b7} {} D \u{b7} {} L",
            tally.wins, tally.draws, tally.losses
        )
    });
    view! {
        <Drawer play panel="results" name="Results" short part=|parts| parts.results />
    }
}

/// The position in figures, and openings to begin with.
#[component]
pub fn PositionPanel(play: PlayController) -> impl IntoView {
    let short = Memo::new(|_| String::new());
    view! {
        <Drawer play panel="position" name="Position and openings" short part=|parts| parts.position />
    }
}

/// The game and the position as text (P7).
#[component]
pub fn TransferPanel(play: PlayController) -> impl IntoView {
    let short = Memo::new(|_| String::new());
    view! {
        <Drawer play panel="pgn" name="PGN, FEN and link" short part=|parts| parts.transfer />
    }
}

/// What only some visitors look for: the depth in place of a level, the search's switches.
#[component]
pub fn EngineRoom(play: PlayController) -> impl IntoView {
    let lazy = use_lazy_parts();
    view! {
        <details class="options" on:toggle=move |_| lazy.want()>
            <summary>"Engine room"</summary>
            <div class="room">{move || lazy.show(play, |parts| parts.engine_room)}</div>
        </details>
    }
    .erase()
}

#[component]
fn Drawer(
    play: PlayController,
    /// Its `data-panel`.
    panel: &'static str,
    name: &'static str,
    /// The gist, beside the name.
    short: Memo<String>,
    /// What is in it.
    part: fn(&Parts) -> PartView,
) -> impl IntoView {
    let lazy = use_lazy_parts();
    view! {
        <details class="panel" data-panel=panel on:toggle=move |_| lazy.want()>
            <summary>
                {name} <span class="aside figures">{move || short.get()}</span>
            </summary>
            <div class="panel-body">{move || lazy.show(play, part)}</div>
        </details>
    }
    .erase()
}
