//! The export drawer: the game as PGN and as links that work without the server, the position as FEN.

use std::time::Duration;

use client::analysis::{fragment, shown_tree};
use client::play::{PlayState, link};
use engine::rules::Color;
use leptos::html;
use leptos::prelude::*;

use crate::controllers::play::{PlayController, tags};
use crate::platform::sharing::{absolute_address, copy_to_clipboard};
use crate::platform::timers::set_timeout;
use crate::routes::{ANALYZE, PLAY};

/// The drawer's content.
pub fn transfer(play: PlayController) -> AnyView {
    let pgn = Memo::new(move |_| play.pgn());
    let fen = play.read(|state| state.shown_position().to_fen());
    let link =
        play.read(|state| absolute_address(&format!("{ANALYZE}#{}", analysis_fragment(state))));
    let play_on = play.read(|state| absolute_address(&play_path(state)));
    view! {
        <CopyBox name="PGN" rows="6" text=pgn />
        <CopyBox name="FEN" rows="3" text=fen />
        <CopyBox name="link" rows="3" text=link />
        <CopyBox name="link to play on" rows="3" text=play_on />
    }
    .into_any()
}

/// The fragment with which the analysis page shows this game at the same move.
fn analysis_fragment(state: &PlayState) -> String {
    let (tree, current) = shown_tree(&state.game, &state.variations, state.shown_ply());
    let black_below = state.bottom() == Color::Black;
    fragment(&tree, current, &tags(state), black_below)
}

/// Path and fragment with which the playing page goes on with this game.
pub fn play_path(state: &PlayState) -> String {
    format!("{PLAY}#{}", link::write_fragment(state))
}

/// A text with a button that copies it.
#[component]
pub fn CopyBox(name: &'static str, rows: &'static str, text: Memo<String>) -> impl IntoView {
    let area = NodeRef::<html::Textarea>::new();
    let status = RwSignal::new("");
    let copy = move |_| {
        copy_text(Some(area), status, text.get_untracked());
    };
    view! {
        <div class="copy-box">
            <div class="row">
                <span>{name}</span>
                <span class="empty" role="status">
                    {move || status.get()}
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
}

/// Copies a text to the clipboard and sets a status for two seconds. Where the browser refuses, the
/// text is selected in `area`, if it is shown.
pub fn copy_text(
    area: Option<NodeRef<html::Textarea>>,
    status: RwSignal<&'static str>,
    text: String,
) {
    set_timeout(
        move || {
            status.try_set("");
        },
        Duration::from_secs(2),
    );
    leptos::task::spawn_local(async move {
        match copy_to_clipboard(&text).await {
            true => {
                status.try_set("Copied");
            }
            false => select_text(area, status),
        }
    });
}

fn select_text(area: Option<NodeRef<html::Textarea>>, status: RwSignal<&'static str>) {
    match area.and_then(|area| area.try_get_untracked().flatten()) {
        Some(area) => {
            area.select();
            status.try_set("Press Ctrl+C");
        }
        None => {
            status.try_set("Not copied: your browser does not let me.");
        }
    }
}
