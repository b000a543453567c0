//! A game that waits for an opponent: its link for whoever made it, its free seat for everybody else.

use client::live::{LiveEvent, LiveState};
use engine::rules::{Color, Position};
use js_sys::{Function, Reflect};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use wire::{
    BackendError,
    live::{game_view::GameStage, protocol::PlayerAction},
};

use super::share::address;
use super::text::{called, challenger, pace};
use crate::components::panels::drawers::copy_text;
use crate::components::shared::erased_view::Erase;
use crate::components::shared::format::color_name;
use crate::controllers::live_game::LiveGameController;
use crate::server_fns;

#[component]
pub fn Invite(live_game: LiveGameController) -> impl IntoView {
    let seat = live_game.read(|state| (state.view.stage == GameStage::Open).then_some(state.side));
    move || {
        seat.get().map(|seat| match seat {
            Some(_) => view! { <Waiting live_game /> }.into_any(),
            None => view! { <FreeSeat live_game /> }.into_any(),
        })
    }
}

/// For whoever made it.
#[component]
fn Waiting(live_game: LiveGameController) -> impl IntoView {
    let link = live_game.read(|state| address(&state.view.game.page()));
    let field = NodeRef::<html::Textarea>::new();
    let said = RwSignal::new("");
    // Only where the browser has something to share with.
    let shares = RwSignal::new(false);
    Effect::new(move |_| shares.set(can_share()));
    let act = move |_| live_game.dispatch(LiveEvent::Act(PlayerAction::Abort));
    view! {
        <section class="panel invite" aria-label="Invitation">
            <p class="terms">{move || live_game.with(terms)}</p>
            <textarea
                readonly
                rows="2"
                spellcheck="false"
                aria-label="The link to this game"
                node_ref=field
                prop:value=move || link.get()
            >
                {link.get_untracked()}
            </textarea>
            <div class="row">
                <button
                    type="button"
                    class="button primary"
                    on:click=move |_| copy_text(Some(field), said, link.get_untracked())
                >
                    "Copy link"
                </button>
                <button
                    type="button"
                    class="button"
                    hidden=move || !shares.get()
                    on:click=move |_| share(&link.get_untracked())
                >
                    "Share"
                </button>
                <button type="button" class="button" on:click=act>
                    "Cancel"
                </button>
            </div>
            <p class="empty" role="status">
                {move || match said.get() {
                    "" => "Whoever opens the link takes the other seat.",
                    said => said,
                }}
            </p>
        </section>
    }
    .erase()
}

/// For everybody else.
#[component]
fn FreeSeat(live_game: LiveGameController) -> impl IntoView {
    let busy = RwSignal::new(false);
    let trouble = RwSignal::new(String::new());
    let join = move |_| {
        if busy.get_untracked() {
            return;
        }
        busy.set(true);
        trouble.set(String::new());
        let game = live_game.with_untracked(|state| state.view.game.clone());
        leptos::task::spawn_local(async move {
            let joined = server_fns::join_live_game(game).await;
            busy.try_set(false);
            match joined {
                Ok(_) => live_game.dispatch(LiveEvent::Joined),
                Err(error) => {
                    trouble.try_set(why_not(&error));
                }
            }
        });
    };
    let by = live_game.read(|state| called(state.view.player(challenger(&state.view))));
    view! {
        <section class="panel invite" aria-label="Free seat">
            <p class="by">
                <strong>{move || by.get()}</strong>
                " waits for an opponent."
            </p>
            <p class="terms">{move || live_game.with(terms)}</p>
            <button
                type="button"
                class="button primary"
                aria-busy=move || busy.get().to_string()
                on:click=join
            >
                "Play"
            </button>
            <p class="wrong" role="alert">
                {move || trouble.get()}
            </p>
        </section>
    }
    .erase()
}

/// What is agreed to by sitting down.
fn terms(state: &LiveState) -> String {
    let free = !challenger(&state.view);
    let color = state.side.unwrap_or(free);
    let mut words = format!(
        "You play {} \u{b7} {}",
        color_name(color),
        pace(state.view.control)
    );
    if *state.game.start() != Position::startpos() {
        words.push_str(match state.turn() {
            Color::White => " \u{b7} from this position, White to move",
            Color::Black => " \u{b7} from this position, Black to move",
        });
    }
    words
}

/// Why a seat could not be taken, or a game not be made.
pub fn why_not(error: &BackendError) -> String {
    match error {
        BackendError::Invalid { reason, .. } => {
            let mut letters = reason.chars();
            let first = letters.next().map(|letter| letter.to_ascii_uppercase());
            first.into_iter().chain(letters).chain(['.']).collect()
        }
        BackendError::TooMany { .. } => {
            "Too many games of yours are open or under way. End one of them first.".to_owned()
        }
        _ => "The server can\u{2019}t be reached now. Try again.".to_owned(),
    }
}

/// Whether the browser has a way to hand a link on.
fn can_share() -> bool {
    let has = Reflect::has(&window().navigator(), &"share".into());
    has.unwrap_or(false)
}

/// Hands the link on by whatever the device has for that.
fn share(link: &str) {
    let navigator = window().navigator();
    let share = Reflect::get(&navigator, &"share".into());
    let Some(share) = share
        .ok()
        .and_then(|share| share.dyn_into::<Function>().ok())
    else {
        return;
    };
    let data = js_sys::Object::new();
    for (name, value) in [("title", "A game of chess at Ponder"), ("url", link)] {
        // Setting a property of a fresh object can't fail.
        Reflect::set(&data, &name.into(), &value.into()).ok();
    }
    // Whoever changes their mind has not shared it, and knows.
    if let Ok(shared) = share.call1(&navigator, &data)
        && let Ok(shared) = shared.dyn_into::<js_sys::Promise>()
    {
        leptos::task::spawn_local(async move {
            wasm_bindgen_futures::JsFuture::from(shared).await.ok();
        });
    }
}
