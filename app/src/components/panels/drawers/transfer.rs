//! The game as PGN and as links that need no server, and the position as FEN, to be copied.

use std::time::Duration;

use client::analysis::{OpenedGame, fragment};
use client::play::{State, link};
use engine::rules::Color;
use leptos::html;
use leptos::prelude::*;

use crate::components::shared::erased_view::Erase;
use crate::controllers::play::{PlayController, tags};
use crate::routes::{ANALYZE, PLAY};

/// The drawer's content: texts, a button for each.
pub fn transfer(play: PlayController) -> AnyView {
    let pgn = Memo::new(move |_| play.pgn());
    let fen = play.read(|state| state.shown_position().to_fen());
    let link = play.read(|state| absolute(ANALYZE, &look_at(state)));
    let play_on = play.read(|state| absolute(PLAY, &link::address_of(state)));
    view! {
        <CopyBox name="PGN" rows="6" text=pgn />
        <CopyBox name="FEN" rows="3" text=fen />
        <CopyBox name="link" rows="3" text=link />
        <CopyBox name="link to play on" rows="3" text=play_on />
    }
    .erase()
}

/// What has the page for analysis show the game, as it is looked at here.
fn look_at(state: &State) -> String {
    let game = OpenedGame::from_game(&state.game, &state.variations, state.shown_ply());
    let black_below = state.bottom() == Color::Black;
    fragment(&game.tree, game.current, &tags(state), black_below)
}

/// The address of a page with a game in it.
fn absolute(page: &str, fragment: &str) -> String {
    let origin = window().location().origin().unwrap_or_default();
    format!("{origin}{page}#{fragment}")
}

/// A text with a button that copies it.
#[component]
pub fn CopyBox(name: &'static str, rows: &'static str, text: Memo<String>) -> impl IntoView {
    let area = NodeRef::<html::Textarea>::new();
    let said = RwSignal::new("");
    let copy = move |_| {
        copy_text(Some(area), said, text.get_untracked());
    };
    view! {
        <div class="copy-box">
            <div class="row">
                <span>{name}</span>
                <span class="empty" role="status">
                    {move || said.get()}
                </span>
                <button type="button" class="button quiet" on:click=copy>
                    {format!("Copy {name}")}
                </button>
            </div>
            <textarea
                readonly
                rows=rows
                spellcheck="false"
                aria-label=name
                node_ref=area
                prop:value=move || text.get()
            ></textarea>
        </div>
    }
    .erase()
}

/// To the clipboard, and says so for a while; where the browser refuses, the text is selected for the
/// visitor to copy, if it stands anywhere.
pub fn copy_text(
    area: Option<NodeRef<html::Textarea>>,
    said: RwSignal<&'static str>,
    text: String,
) {
    set_timeout(
        move || {
            said.try_set("");
        },
        Duration::from_secs(2),
    );
    let clipboard = window().navigator().clipboard();
    // Absent outside secure contexts.
    if clipboard.is_undefined() {
        return select_text(area, said);
    }
    leptos::task::spawn_local(async move {
        match wasm_bindgen_futures::JsFuture::from(clipboard.write_text(&text)).await {
            Ok(_) => {
                said.try_set("Copied");
            }
            Err(_) => select_text(area, said),
        }
    });
}

fn select_text(area: Option<NodeRef<html::Textarea>>, said: RwSignal<&'static str>) {
    match area.and_then(|area| area.try_get_untracked().flatten()) {
        Some(area) => {
            area.select();
            said.try_set("Press Ctrl+C");
        }
        None => {
            said.try_set("Not copied: your browser does not let me.");
        }
    }
}
