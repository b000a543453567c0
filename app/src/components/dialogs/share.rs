//! Sharing a game: the server stores it under a link, which goes to the clipboard or, on a phone, to
//! the system's share sheet. Without the server the link contains the game.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use client::play::link;
use client::play::shared_game::shared_game;
use js_sys::Reflect;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DomException, ShareData};
use wire::{BackendError, visitor::live_games::SharedGame};

use super::modal::Modal;
use crate::components::shared::erased_view::Erase;
use crate::components::shared::notices::{Notices, use_notices};
use crate::controllers::play::PlayController;
use crate::routes::PLAY;
use crate::server_fns;

/// How long the server may take: later a phone refuses to open the share sheet.
const SERVER_TIMEOUT: Duration = Duration::from_secs(4);

/// What is to be shared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shareable {
    pub game: SharedGame,
    /// Path and fragment of the link that works without the server.
    pub fallback: String,
}

/// The game on the board.
pub fn game_on(play: PlayController) -> Option<Shareable> {
    play.with_untracked(|state| {
        Some(Shareable {
            game: shared_game(state)?,
            fallback: format!("{PLAY}#{}", link::write_fragment(state)),
        })
    })
}

/// A link and a note about it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct ShareLink {
    address: String,
    /// Why the link contains the game; empty for a link of the server.
    fallback_reason: &'static str,
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
    let busy = RwSignal::new(false);
    // The link for the dialog.
    let (link, open) = (RwSignal::new(ShareLink::default()), RwSignal::new(false));
    Effect::new(move |_| {
        if !requested.get() {
            return;
        }
        requested.set(false);
        if let Some(content) = content.run(()).filter(|_| !busy.get_untracked()) {
            busy.set(true);
            notices.show("Making a link\u{2026}".to_owned());
            request(content, move |link_made| {
                busy.try_set(false);
                spawn_local(async move {
                    if let Some(link_made) = deliver(link_made, notices).await {
                        link.try_set(link_made);
                        open.try_set(true);
                    }
                });
            });
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
            <p>{move || link.with(|link| link.fallback_reason)}</p>
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
    .erase()
}

/// Requests a link from the server. After a refusal or [`SERVER_TIMEOUT`] it is the fallback.
fn request(content: Shareable, on_link: impl Fn(ShareLink) + Clone + 'static) {
    let origin = window().location().origin().unwrap_or_default();
    let answered = Rc::new(Cell::new(false));
    let fallback = {
        let (answered, origin, on_link) = (answered.clone(), origin.clone(), on_link.clone());
        move |fallback_reason| {
            if !answered.replace(true) {
                on_link(ShareLink {
                    address: format!("{origin}{}", content.fallback),
                    fallback_reason,
                });
            }
        }
    };
    let too_late = fallback.clone();
    set_timeout(move || too_late(UNREACHABLE), SERVER_TIMEOUT);
    spawn_local(async move {
        match server_fns::share_game(content.game).await {
            Ok(_) if answered.get() => {}
            Ok(game) => {
                answered.set(true);
                on_link(ShareLink {
                    address: origin + &game.page(),
                    fallback_reason: "",
                });
            }
            Err(BackendError::Unavailable(_)) => fallback(UNREACHABLE),
            Err(_) => fallback("The server does not keep this, so the link holds the game."),
        }
    });
}

const COPIED: &str = "Link copied.";
const UNREACHABLE: &str = "The server is out of reach, so the link holds the game.";

/// Passes the link to the share sheet or the clipboard, and returns it where neither accepts it.
async fn deliver(link: ShareLink, notices: Notices) -> Option<ShareLink> {
    if is_phone() && share_by_system(&link.address).await {
        notices.show(String::new());
    } else if !copy_to_clipboard(&link.address).await {
        notices.show(String::new());
        return Some(link);
    } else if link.fallback_reason.is_empty() {
        notices.show_briefly(COPIED);
    } else {
        notices.show_briefly(&format!("{} Copied.", link.fallback_reason));
    }
    None
}

/// Whether the device is a phone or tablet.
fn is_phone() -> bool {
    let coarse = window().match_media("(pointer: coarse)").ok().flatten();
    coarse.is_some_and(|query| query.matches())
}

/// Opens the system's share sheet; `false` where there is none.
async fn share_by_system(address: &str) -> bool {
    let navigator = window().navigator();
    let can = Reflect::get(&navigator, &"share".into());
    if !can.is_ok_and(|share| share.is_function()) {
        return false;
    }
    let data = ShareData::new();
    data.set_title("A game at Ponder");
    data.set_url(address);
    match JsFuture::from(navigator.share_with_data(&data)).await {
        Ok(_) => true,
        // The visitor has closed the sheet.
        Err(error) => has_name(&error, "AbortError"),
    }
}

fn has_name(error: &JsValue, name: &str) -> bool {
    let error = error.dyn_ref::<DomException>();
    error.is_some_and(|error| error.name() == name)
}

/// Copies the address; `false` where the browser refuses.
async fn copy_to_clipboard(address: &str) -> bool {
    let clipboard = window().navigator().clipboard();
    // Absent outside secure contexts.
    !clipboard.is_undefined() && JsFuture::from(clipboard.write_text(address)).await.is_ok()
}
