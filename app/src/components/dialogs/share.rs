//! Sharing: the server keeps the game under a link, which goes to the clipboard or, on a phone, to
//! whatever the visitor sends links with. Without the server, the link holds the game itself.

use std::cell::Cell;
use std::rc::Rc;
use std::time::Duration;

use client::play::link;
use client::play::shared_game::shared;
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

/// The server may take so long; a phone then does not let the page open its sheet any more.
const PATIENCE: Duration = Duration::from_secs(4);

/// What is to be shared.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shareable {
    pub game: SharedGame,
    /// Path and fragment of the address that needs no server.
    pub spare: String,
}

/// The game on the board.
pub fn game_on(play: PlayController) -> Option<Shareable> {
    play.with_untracked(|state| {
        Some(Shareable {
            game: shared(state)?,
            spare: format!("{PLAY}#{}", link::address_of(state)),
        })
    })
}

/// A link, and what there is to say of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Link {
    address: String,
    /// Why it is not the server's; empty where it is.
    why_spare: &'static str,
}

/// Shares what is on the page whenever `asked` becomes true, and sets it back. A dialog with the link
/// opens only where the browser does not let a page copy.
#[component]
pub fn ShareDialog(
    asked: RwSignal<bool>,
    /// What is on the page, if there is something.
    #[prop(into)]
    what: Callback<(), Option<Shareable>>,
) -> impl IntoView {
    let notices = use_notices();
    let busy = RwSignal::new(false);
    // What is to be copied by hand.
    let (link, open) = (RwSignal::new(Link::default()), RwSignal::new(false));
    Effect::new(move |_| {
        if !asked.get() {
            return;
        }
        asked.set(false);
        if let Some(what) = what.run(()).filter(|_| !busy.get_untracked()) {
            busy.set(true);
            notices.show("Making a link\u{2026}".to_owned());
            request(what, move |made| {
                busy.try_set(false);
                spawn_local(async move {
                    if let Some(made) = hand_over(made, notices).await {
                        link.try_set(made);
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
            // Once the dialog is there.
            request_animation_frame(move || field.select());
        }
    });
    let copy = move |_| {
        spawn_local(async move {
            if copied(&link.get_untracked().address).await {
                open.try_set(false);
                notices.show_briefly(COPIED);
            }
        });
    };
    view! {
        <Modal open labelled_by="share-title" class="dialog share">
            <h2 id="share-title">"Copy the link"</h2>
            <p>{move || link.with(|link| link.why_spare)}</p>
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

/// Asks the server for a link; after a refusal, or in the end without an answer, it is the spare one.
fn request(what: Shareable, on_link: impl Fn(Link) + Clone + 'static) {
    let origin = window().location().origin().unwrap_or_default();
    let answered = Rc::new(Cell::new(false));
    let spare = {
        let (answered, origin, on_link) = (answered.clone(), origin.clone(), on_link.clone());
        move |why_spare| {
            if !answered.replace(true) {
                on_link(Link {
                    address: format!("{origin}{}", what.spare),
                    why_spare,
                });
            }
        }
    };
    let too_late = spare.clone();
    set_timeout(move || too_late(OUT_OF_REACH), PATIENCE);
    spawn_local(async move {
        match server_fns::share_game(what.game).await {
            Ok(_) if answered.get() => {}
            Ok(game) => {
                answered.set(true);
                on_link(Link {
                    address: origin + &game.page(),
                    why_spare: "",
                });
            }
            Err(BackendError::Unavailable(_)) => spare(OUT_OF_REACH),
            Err(_) => spare("The server does not keep this, so the link holds the game."),
        }
    });
}

const COPIED: &str = "Link copied.";
const OUT_OF_REACH: &str = "The server is out of reach, so the link holds the game.";

/// To the phone's own sheet or the clipboard; the link comes back where neither takes it.
async fn hand_over(link: Link, notices: Notices) -> Option<Link> {
    if is_phone() && sent(&link.address).await {
        notices.show(String::new());
    } else if !copied(&link.address).await {
        notices.show(String::new());
        return Some(link);
    } else if link.why_spare.is_empty() {
        notices.show_briefly(COPIED);
    } else {
        notices.show_briefly(&format!("{} Copied.", link.why_spare));
    }
    None
}

/// Whether links are sent from here rather than pasted.
fn is_phone() -> bool {
    let coarse = window().match_media("(pointer: coarse)").ok().flatten();
    coarse.is_some_and(|query| query.matches())
}

/// Whether the visitor was asked where to send it.
async fn sent(address: &str) -> bool {
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
        // Who closes the sheet wants no link.
        Err(error) => has_name(&error, "AbortError"),
    }
}

fn has_name(error: &JsValue, name: &str) -> bool {
    let error = error.dyn_ref::<DomException>();
    error.is_some_and(|error| error.name() == name)
}

/// Whether the clipboard has it now.
async fn copied(address: &str) -> bool {
    let clipboard = window().navigator().clipboard();
    // Absent outside secure contexts.
    !clipboard.is_undefined() && JsFuture::from(clipboard.write_text(address)).await.is_ok()
}
