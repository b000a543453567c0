//! Sharing a game: the server stores it under a link, which goes to the clipboard or, on a phone, to
//! the system's share sheet. Without the server the link contains the game.

use std::pin::pin;
use std::time::Duration;

use client::play::shared_game::shared_game;
use futures::channel::oneshot;
use futures::future::{Either, select};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::{BackendError, visitor::live_games::SharedGame};

use super::modal::Modal;
use crate::components::panels::drawers::play_path;
use crate::components::shared::notices::{Notices, use_notices};
use crate::controllers::play::PlayController;
use crate::platform::sharing::{self, absolute_address, copy_to_clipboard, is_phone};
use crate::platform::tasks::wait;
use crate::platform::timers::request_animation_frame;
use crate::server_fns;

/// How long the server may take: later a phone refuses to open the share sheet.
const SERVER_TIMEOUT: Duration = Duration::from_secs(4);

/// What is to be shared.
#[derive(Debug, Clone, PartialEq)]
pub struct Shareable {
    pub game: SharedGame,
    /// What the game leaves out, in a sentence; mostly empty.
    pub left_out: String,
    /// Path and fragment of the link that works without the server.
    pub fallback: String,
    /// What that link leaves out, in a sentence; mostly empty.
    pub fallback_left_out: String,
}

/// The game on the board.
pub fn game_on(play: PlayController) -> Option<Shareable> {
    play.with_untracked(|state| {
        Some(Shareable {
            game: shared_game(state)?,
            left_out: String::new(),
            fallback: play_path(state),
            fallback_left_out: String::new(),
        })
    })
}

/// A link and a note about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct ShareLink {
    address: String,
    /// Why the link contains the game, and what is left out; empty for a link of the server to all.
    note: String,
}

/// Shares the content whenever `requested` becomes true, and resets it. A dialog with the link opens
/// only where the browser refuses to copy.
#[component]
pub fn ShareDialog(
    requested: RwSignal<bool>,
    /// What is on the page, if there is something.
    #[prop(into)]
    content: Callback<(), Option<Shareable>>,
) -> impl IntoView {
    let notices = use_notices();
    let share = Action::new_unsync(move |content: &Shareable| {
        let content = content.clone();
        async move { deliver(make_link(content).await, notices).await }
    });
    Effect::new(move |_| {
        if !requested.get() {
            return;
        }
        requested.set(false);
        let is_busy = share.pending().get_untracked();
        if let Some(content) = content.run(()).filter(|_| !is_busy) {
            notices.show("Making a link\u{2026}".to_owned());
            share.dispatch(content);
        }
    });
    // The link that could not be delivered.
    let link = Memo::new(move |_| share.value().get().flatten().unwrap_or_default());
    let open = RwSignal::new(false);
    Effect::new(move |_| {
        if share.value().get().flatten().is_some() {
            open.set(true);
        }
    });
    let field = NodeRef::<html::Input>::new();
    Effect::new(move |_| {
        if open.get()
            && let Some(field) = field.get()
        {
            // Once the dialog is shown.
            request_animation_frame(move || field.select());
        }
    });
    let copy = move |_| {
        spawn_local(async move {
            if copy_to_clipboard(&link.get_untracked().address).await {
                open.try_set(false);
                notices.show_briefly(COPIED);
            }
        });
    };
    view! {
        <Modal open labelled_by="share-title" class="dialog share">
            <h2 id="share-title">"Copy the link"</h2>
            <p>{move || link.get().note}</p>
            <label>
                <span class="visually-hidden">"Link"</span>
                <input
                    type="text"
                    readonly
                    spellcheck="false"
                    node_ref=field
                    prop:value=move || link.get().address
                />
            </label>
            <div class="choices">
                <button type="button" class="button" on:click=move |_| open.set(false)>
                    "Done"
                </button>
                <button type="button" class="button primary" on:click=copy>
                    "Copy"
                </button>
            </div>
        </Modal>
    }
}

/// Requests a link from the server. After a refusal or [`SERVER_TIMEOUT`] it is the fallback.
async fn make_link(
    Shareable {
        game,
        left_out,
        fallback,
        fallback_left_out,
    }: Shareable,
) -> ShareLink {
    let (send, answer) = oneshot::channel();
    // Goes on after the timeout: the answer may bring the visitor's cookie.
    spawn_local(async move {
        let made = server_fns::share_game(game).await;
        // Nobody waits any more.
        drop(send.send(made));
    });
    let answer = match select(answer, pin!(wait(SERVER_TIMEOUT))).await {
        Either::Left((answer, _)) => answer.ok(),
        Either::Right(_) => None,
    };
    let fallback_reason = match answer {
        Some(Ok(game)) => {
            return ShareLink {
                address: absolute_address(&game.page()),
                note: left_out,
            };
        }
        Some(Err(BackendError::Unavailable(_))) | None => UNREACHABLE,
        Some(Err(_)) => "The server does not keep this, so the link holds the game.",
    };
    ShareLink {
        address: absolute_address(&fallback),
        note: match fallback_left_out.as_str() {
            "" => fallback_reason.to_owned(),
            left_out => format!("{fallback_reason} {left_out}"),
        },
    }
}

const COPIED: &str = "Link copied.";
const UNREACHABLE: &str = "The server is out of reach, so the link holds the game.";

/// Passes the link to the share sheet or the clipboard, and returns it where neither accepts it.
async fn deliver(link: ShareLink, notices: Notices) -> Option<ShareLink> {
    if is_phone() && sharing::share_game(&link.address).await {
        notices.show(String::new());
    } else if !copy_to_clipboard(&link.address).await {
        notices.show(String::new());
        return Some(link);
    } else if link.note.is_empty() {
        notices.show_briefly(COPIED);
    } else {
        notices.show_briefly(&format!("{} Copied.", link.note));
    }
    None
}
