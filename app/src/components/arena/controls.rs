//! Beginning, pausing, going on; how far it is; and what one takes away.

use client::arena::{ArenaEvent, ArenaState, json, pgn_of};
use leptos::prelude::*;

use super::limits::Workers;
use super::text::{limit_text, match_text};
use crate::components::shared::format::{count, counted};
use crate::components::shared::lazy_content::copy_link::copy_link;
use crate::components::shared::lazy_content::sure_button::sure_button;
use crate::controllers::arena::ArenaController;
use crate::platform::download::download;
use crate::platform::tasks::next_task;

/// Games that are written within one task.
const GAMES_A_TASK: usize = 10;

/// Begins the tournament that is set up.
#[component]
pub fn StartBar(arena: ArenaController) -> impl IntoView {
    view! {
        <div class="start-bar">
            <button
                type="button"
                class="button primary"
                on:click=move |_| arena.dispatch(ArenaEvent::Start)
            >
                "Start the tournament"
            </button>
            {copy_link(move || arena.link())}
        </div>
    }
}

/// How far a tournament is.
#[derive(Clone, PartialEq)]
struct Progress {
    kept: u32,
    games: u32,
    is_running: bool,
    is_over: bool,
    /// For the network.
    waits: bool,
}

/// The tournament's first lines.
#[component]
pub fn Controls(arena: ArenaController) -> impl IntoView {
    let progress = arena.read(progress);
    let title = arena.read(title);
    let found = arena.read(|state| {
        let tournament = state.tournament.as_ref()?;
        match_text(state, tournament)
    });
    let press = move |_| {
        arena.dispatch(match progress.get_untracked().is_running {
            true => ArenaEvent::Pause,
            false => ArenaEvent::Resume,
        });
    };
    let stage = move || match (progress.get().is_running, progress.get().is_over) {
        (true, _) if progress.get().waits => "Loading the network",
        (true, _) => "Running",
        (false, true) => "Finished",
        (false, false) => "Paused",
    };
    let games = move || {
        let progress = progress.get();
        let all = counted(progress.games.into(), "game");
        format!(": {} of {all}", count(progress.kept.into()))
    };
    view! {
        <div class="panel-head">
            <h2>{move || title.get()}</h2>
        </div>
        <div class="panel-body arena-controls">
            <progress
                max=move || progress.get().games.to_string()
                value=move || progress.get().kept.to_string()
                aria-label="Games played"
            ></progress>
            <p class="figures games-played">
                <span role="status">{stage}</span>
                {games}
            </p>
            <p class="verdict" hidden=move || found.get().is_none()>{move || found.get()}</p>
            <div class="start-bar">
                <button
                    type="button"
                    class="button primary"
                    hidden=move || progress.get().is_over
                    on:click=press
                >
                    {move || if progress.get().is_running { "Pause" } else { "Go on" }}
                </button>
                <span hidden=move || progress.get().is_over>
                    <Workers arena />
                </span>
                <span class="spacer"></span>
                <Save arena />
                {copy_link(move || arena.link())}
                {sure_button(
                    "New tournament",
                    "Remove these games?",
                    move || arena.dispatch(ArenaEvent::Discard),
                )}
            </div>
            <p class="empty" hidden=move || !progress.get().is_running>
                "It goes on while this tab is not in front, as far as the device lets it. Closed or reloaded, it continues with the next visit."
            </p>
        </div>
    }
}

fn progress(state: &ArenaState) -> Progress {
    Progress {
        kept: state.kept_games(),
        games: state.plan().games(),
        is_running: state.is_running || state.is_storing(),
        is_over: state.is_over(),
        waits: state.waits_for_network(),
    }
}

fn title(state: &ArenaState) -> String {
    let plan = state.plan();
    let limit = limit_text(plan.limit);
    match plan.entrants.len() {
        2 => format!("{} against {}, {limit}", state.name_of(0), state.name_of(1)),
        count => format!("{count} players, {limit}"),
    }
}

/// Offers the games and the table as files.
#[component]
fn Save(arena: ArenaController) -> impl IntoView {
    let is_empty = arena.read(|state| {
        let tournament = state.tournament.as_ref();
        tournament.is_none_or(|it| it.played() == 0)
    });
    let save_pgn = move |_| {
        let Some(tournament) = arena.with_untracked(|state| state.tournament.clone()) else {
            return;
        };
        // Each game is played through again: all of them would be a long task.
        leptos::task::spawn_local(async move {
            let mut text = String::new();
            for (index, game) in tournament.games().enumerate() {
                if index % GAMES_A_TASK == 0 {
                    next_task().await;
                }
                text += &pgn_of(tournament.plan(), game);
            }
            download("tournament.pgn", &text);
        });
    };
    let save_json = move |_| {
        let text = arena.with_untracked(|state| state.tournament.as_ref().map(json));
        if let Some(text) = text {
            download("tournament.json", &text);
        }
    };
    view! {
        <button
            type="button"
            class="button quiet"
            title="All games as PGN"
            disabled=move || is_empty.get()
            on:click=save_pgn
        >
            "PGN"
        </button>
        <button
            type="button"
            class="button quiet"
            title="Table and games as JSON"
            disabled=move || is_empty.get()
            on:click=save_json
        >
            "JSON"
        </button>
    }
}
