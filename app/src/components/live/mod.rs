//! The pages of games that have an address, `/game/…` and `/embed/…`, and the lobby, `/live`.
//!
//! The server renders a game with the same components, as it stands; the browser keeps that as it is
//! until this part is loaded, and then puts the game that goes on in its place.

mod about;
mod deeds;
mod ending;
mod heard;
mod invite;
mod keys;
mod links;
#[cfg(feature = "hydrate")]
mod lobby;
mod moves;
mod share;
mod status;
mod table;
pub mod words;

use client::live::State;
use leptos::prelude::*;
use wire::visitor::live_games::GameForVisitor;

use self::about::About;
use self::deeds::Deeds;
use self::ending::{Ending, Resignation};
use self::heard::{HeardOnly, follow_title};
use self::invite::Invite;
use self::moves::{Moves, Steps};
use self::share::Share;
use self::status::Status;
use self::table::Table;
use super::key_list::KeysDialog;
use crate::components::notices::{NoticeBar, Notices};
use crate::components::whole::IntoWhole;
use crate::live::Room;

/// A game's page below its head.
pub fn game(GameForVisitor { view, seat }: GameForVisitor) -> AnyView {
    let room = Room::new(State::new(view, seat));
    let notices = Notices::provide();
    let resign = RwSignal::new(false);
    let list = RwSignal::new(false);
    keys::listen(room, list);
    follow_title(room);
    let pairing = room.read(|state| words::pairing(&state.view));
    view! {
        <h1 class="visually-hidden">{move || pairing.get()}</h1>
        <div class="play game">
            <Table room />
            <div class="side left">
                <Status room />
                <Deeds room resign />
                <Invite room />
                <About room />
            </div>
            <div class="side right">
                <Moves room />
                <Share room />
            </div>
        </div>
        <Resignation room open=resign />
        <Ending room />
        <KeysDialog open=list keys=keys::KEYS />
        <HeardOnly room />
        <NoticeBar notices />
    }
    .into_whole()
}

/// The same in a frame on somebody's page: the board, who plays, how it stands.
pub fn frame(GameForVisitor { view, seat: _ }: GameForVisitor) -> AnyView {
    let link = view.game.page();
    let room = Room::new(State::to_look_on(view));
    let said = room.read(words::saying);
    view! {
        <div class="play frame">
            <Table room />
            <div class="foot">
                <Steps room />
                <p>{move || said.with(|said| format!("{}. {}", said.line, said.detail))}</p>
                <a href=link target="_blank" rel="noopener">
                    "Ponder"
                </a>
            </div>
        </div>
    }
    .into_whole()
}

/// What the page at this address is made of.
#[cfg(feature = "hydrate")]
pub fn here() -> AnyView {
    use crate::routes::Page;

    match (Page::here(), sent()) {
        (Page::Live, _) => lobby::lobby(),
        (Page::Embed, Some(shown)) => frame(shown),
        (_, Some(shown)) => game(shown),
        (_, None) => view! {
            <p class="trouble" role="alert">
                "This game could not be read. Reload the page."
            </p>
        }
        .into_whole(),
    }
}

/// The game that the document came with.
#[cfg(feature = "hydrate")]
fn sent() -> Option<GameForVisitor> {
    let data = document().get_element_by_id(crate::routes::GAME_DATA)?;
    serde_json::from_str(&data.text_content()?).ok()
}
