//! Tournaments, `/arena`: who is stronger, by how much, and how sure that is.

mod boards;
mod controls;
mod cross_table;
mod entrants;
mod game_list;
mod limits;
mod presets;
mod sprt_bar;
mod text;

use client::arena::{ArenaEvent, ArenaStage};
use leptos::prelude::*;

use self::boards::Boards;
use self::controls::{Controls, StartBar};
use self::cross_table::CrossTable;
use self::entrants::Entrants;
use self::game_list::GameList;
use self::limits::Limits;
use self::presets::Presets;
use self::sprt_bar::SprtBar;
use super::shared::focus::focus;
use super::shared::lazy_content::sure_button::sure_button;
use super::shared::notices::{NoticeBar, Notices};
use super::shared::offline_sign::offline_sign;
use crate::controllers::arena::ArenaController;

/// The id of the panel that is shown.
const PANEL: &str = "arena-panel";

/// The page below its heading.
pub fn arena() -> AnyView {
    let arena = ArenaController::new();
    let notices = Notices::provide();
    let shown = arena.read(|state| (state.stage, state.tournament.is_some()));
    // What was pressed to come here is gone: the focus goes to the panel that has come.
    Effect::new(move |before: Option<(ArenaStage, bool)>| {
        let now = shown.get();
        if before.is_some_and(|before| before.0 == ArenaStage::Ready && before != now) {
            focus(PANEL);
        }
        now
    });
    let content = move || {
        match shown.get() {
        (ArenaStage::Loading, _) => view! {
            <p class="empty" role="status">
                "Loading\u{2026}"
            </p>
        }
        .into_any(),
        (ArenaStage::OpenElsewhere, _) => view! {
            <p class="trouble" role="status">
                "The tournament of this browser is open in another tab. It comes here when that tab is closed."
            </p>
        }
        .into_any(),
        (ArenaStage::Ready, false) => setup(arena),
        (ArenaStage::Ready, true) => tournament(arena),
    }
    };
    view! {
        <p class="lead">
            "Let minds play each other here, in your browser, and see which is stronger. Every number has its uncertainty beside it: a few games say little."
        </p>
        <Trouble arena />
        <OtherLink arena />
        {content}
        <NoticeBar notices />
        {offline_sign()}
    }
    .into_any()
}

/// What is chosen before the first game.
fn setup(arena: ArenaController) -> AnyView {
    view! {
        <div class="arena-setup">
            <Presets arena />
            <section class="panel" data-panel="entrants" id=PANEL tabindex="-1" aria-label="Players and games">
                <div class="panel-head">
                    <h2>"Your own tournament"</h2>
                </div>
                <div class="panel-body">
                    <Entrants arena />
                    <Limits arena />
                    <StartBar arena />
                </div>
            </section>
        </div>
    }
    .into_any()
}

/// The games, from the first on.
fn tournament(arena: ArenaController) -> AnyView {
    view! {
        <div class="arena-grid">
            <section class="panel" data-panel="tournament" id=PANEL tabindex="-1" aria-label="The tournament">
                <Controls arena />
                <SprtBar arena />
                <CrossTable arena />
            </section>
            <Boards arena />
            <GameList arena />
        </div>
    }
    .into_any()
}

/// What stands in the way.
#[component]
fn Trouble(arena: ArenaController) -> impl IntoView {
    let trouble = arena.read(|state| state.trouble.clone());
    let unstored = arena.read(|state| state.storage_error.clone());
    let alert = |text: String| {
        view! {
            <p class="trouble" role="alert">
                {text}
            </p>
        }
    };
    move || {
        let unstored = unstored.get().map(|reason| {
            format!("The browser could not store something ({reason}): games may be lost when the page is closed. Save them as PGN.")
        });
        (trouble.get().map(alert), unstored.map(alert))
    }
}

/// A line where the address describes another tournament than the one that is here.
#[component]
fn OtherLink(arena: ArenaController) -> impl IntoView {
    let linked = arena.read(|state| state.linked.is_some());
    move || {
        linked.get().then(|| {
            view! {
                <p class="trouble" role="status">
                    "The link describes another tournament. "
                    {sure_button(
                        "Set it up in place of this one",
                        "Remove these games?",
                        move || arena.dispatch(ArenaEvent::Discard),
                    )}
                    <button
                        type="button"
                        class="button quiet"
                        on:click=move |_| arena.dispatch(ArenaEvent::KeepTournament)
                    >
                        "Keep this one"
                    </button>
                </p>
            }
        })
    }
}
