//! The pages of games that have an address, `/game/…` and `/embed/…`, the lobby, `/live`, and the games
//! under way of `/watch`.
//!
//! The server renders a game with the same components; the browser keeps that HTML until this bundle
//! is loaded, and then replaces it by the live game.

mod about;
mod actions;
mod announcements;
mod board;
mod dialogs;
mod invite;
mod join;
mod keys;
mod links;
#[cfg(feature = "hydrate")]
pub mod lobby;
mod moves;
#[cfg(feature = "hydrate")]
pub mod running_games;
mod share;
mod status;
mod status_text;
pub mod text;

use client::live::{LiveEvent, LiveState};
use leptos::prelude::*;
use wire::live::protocol::PlayerAction;
use wire::visitor::live_games::GameForVisitor;

use self::about::About;
use self::actions::LiveActions;
use self::announcements::{Announcements, follow_title};
use self::board::BoardArea;
use self::dialogs::LiveResult;
use self::invite::Invite;
use self::moves::{Moves, Steps};
use self::share::Share;
use self::status::Status;
use super::dialogs::game_dialogs::ResignDialog;
use super::dialogs::key_list::KeysDialog;
use super::shared::notices::{NoticeBar, Notices};
use super::shared::shortcuts::LIVE_SHORTCUTS;
use crate::controllers::live_game::LiveGameController;

/// A game's page below its header.
pub fn game(GameForVisitor { view, seat }: GameForVisitor) -> AnyView {
    let live_game = LiveGameController::new(LiveState::new(view, seat));
    let notices = Notices::provide();
    let resign = RwSignal::new(false);
    let list = RwSignal::new(false);
    keys::listen(live_game, list);
    follow_title(live_game);
    let pairing = live_game.read(|state| text::pairing(&state.view));
    view! {
        <h1 class="visually-hidden">{move || pairing.get()}</h1>
        <div class="play game">
            <BoardArea live_game />
            <div class="side left">
                <Status live_game />
                <LiveActions live_game resign />
                <Invite live_game />
                <About live_game />
            </div>
            <div class="side right">
                <Moves live_game />
                <Share live_game />
            </div>
        </div>
        <ResignDialog
            open=resign
            on_yes=move |()| live_game.dispatch(LiveEvent::Act(PlayerAction::Resign))
        />
        <LiveResult live_game />
        <KeysDialog open=list shortcuts=&LIVE_SHORTCUTS />
        <Announcements live_game />
        <NoticeBar notices />
    }
    .into_any()
}

/// The embedded game: board, players, status.
pub fn frame(GameForVisitor { view, seat: _ }: GameForVisitor) -> AnyView {
    let link = view.game.page();
    let live_game = LiveGameController::new(LiveState::spectating(view));
    let status = live_game.read(status_text::status_text);
    view! {
        <div class="play frame">
            <BoardArea live_game />
            <div class="foot">
                <Steps live_game />
                <p>{move || status.with(|text| format!("{}. {}", text.line, text.detail))}</p>
                <a href=link target="_blank" rel="noopener">
                    "Ponder"
                </a>
            </div>
        </div>
    }
    .into_any()
}
