//! Drawers: panels that are closed at first. Their contents are lazy parts (see [`crate::lazy`]).

mod as_curl;
mod engine_info;
mod memory;
mod position;
mod pruning;
mod results;
mod transfer;

use leptos::prelude::*;

use crate::components::shared::format::counted;
use crate::controllers::play::PlayController;
use crate::lazy::{PartView, Parts, use_lazy_parts};

pub use engine_info::engine_room;
pub use memory::memory;
pub use position::position;
pub use results::results;
pub use transfer::{CopyBox, copy_text, play_path, transfer};

/// The learner's table.
#[component]
pub fn MemoryPanel(play: PlayController) -> impl IntoView {
    let summary = play.read(|state| match &state.learner.summary {
        Some(summary) if summary.positions > 0 => counted(summary.positions.into(), "position"),
        Some(_) => "empty".to_owned(),
        None => String::new(),
    });
    view! {
        <Drawer play panel="learning" name="Memory" summary part=|parts| parts.memory />
    }
}

/// The visitor's results.
#[component]
pub fn ResultsPanel(play: PlayController) -> impl IntoView {
    let summary = play.read(|state| {
        let tally = state.tally;
        format!(
            "{} W \u{b7} {} D \u{b7} {} L",
            tally.wins, tally.draws, tally.losses
        )
    });
    view! {
        <Drawer play panel="results" name="Results" summary part=|parts| parts.results />
    }
}

/// The position's report, and openings to start from.
#[component]
pub fn PositionPanel(play: PlayController) -> impl IntoView {
    let summary = Memo::new(|_| String::new());
    view! {
        <Drawer play panel="position" name="Position and openings" summary part=|parts| parts.position />
    }
}

/// The game and the position as text.
#[component]
pub fn TransferPanel(play: PlayController) -> impl IntoView {
    let summary = Memo::new(|_| String::new());
    view! {
        <Drawer play panel="pgn" name="PGN, FEN and link" summary part=|parts| parts.transfer />
    }
}

/// The engine room, in the settings.
#[component]
pub fn EngineRoom(play: PlayController) -> impl IntoView {
    let lazy = use_lazy_parts();
    view! {
        <details class="options" on:toggle=move |_| lazy.want()>
            <summary>"Engine room"</summary>
            <div class="room">{move || lazy.show(play, |parts| parts.engine_room)}</div>
        </details>
    }
}

#[component]
fn Drawer(
    play: PlayController,
    /// Its `data-panel`.
    panel: &'static str,
    name: &'static str,
    /// The summary beside the name.
    summary: Memo<String>,
    /// The content.
    part: fn(&Parts) -> PartView,
) -> impl IntoView {
    let lazy = use_lazy_parts();
    view! {
        <details class="panel" data-panel=panel on:toggle=move |_| lazy.want()>
            <summary>
                {name} <span class="aside figures">{move || summary.get()}</span>
            </summary>
            <div class="panel-body">{move || lazy.show(play, part)}</div>
        </details>
    }
}
