//! An open game: its link for the player who created it, a button to join for everybody else.

use client::live::{LiveEvent, LiveState};
use engine::rules::{Color, Position};
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::live::{game_view::GameStage, protocol::PlayerAction};

use super::join::join_form;
use super::text::{challenger, time_text};
use crate::components::panels::drawers::copy_text;
use crate::components::shared::format::color_name;
use crate::controllers::live_game::LiveGameController;
use crate::platform::sharing::{absolute_address, can_share, share_game};

#[component]
pub fn Invite(live_game: LiveGameController) -> impl IntoView {
    let seat = live_game.read(|state| (state.view.stage == GameStage::Open).then_some(state.side));
    move || {
        seat.get().map(|seat| match seat {
            Some(_) => view! { <OwnInvitation live_game /> }.into_any(),
            None => view! { <OpenSeat live_game /> }.into_any(),
        })
    }
}

/// For the player who created the game.
#[component]
fn OwnInvitation(live_game: LiveGameController) -> impl IntoView {
    let link = live_game.read(|state| absolute_address(&state.view.game.page()));
    let field = NodeRef::<html::Textarea>::new();
    let status = RwSignal::new("");
    // Only where the browser can share.
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
                    on:click=move |_| copy_text(Some(field), status, link.get_untracked())
                >
                    "Copy link"
                </button>
                <button
                    type="button"
                    class="button"
                    hidden=move || !shares.get()
                    on:click=move |_| {
                        let link = link.get_untracked();
                        spawn_local(async move { share_game(&link).await; });
                    }
                >
                    "Share"
                </button>
                <button type="button" class="button" on:click=act>
                    "Cancel"
                </button>
            </div>
            <p class="empty" role="status">
                {move || match status.get() {
                    "" => "Whoever opens the link takes the other seat.",
                    status => status,
                }}
            </p>
        </section>
    }
}

/// For everybody else.
#[component]
fn OpenSeat(live_game: LiveGameController) -> impl IntoView {
    let form = join_form(move |_| live_game.dispatch(LiveEvent::Joined));
    let join = move |_| form.send(live_game.with_untracked(|state| state.view.game.clone()));
    let by = live_game.read(|state| state.view.player(challenger(&state.view)).shown_name());
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
                aria-busy=move || form.busy.get().to_string()
                on:click=join
            >
                "Play"
            </button>
            <p class="wrong" role="alert">
                {move || form.error_for(None)}
            </p>
        </section>
    }
}

/// The terms of the game: colour, time, position.
fn terms(state: &LiveState) -> String {
    let free = !challenger(&state.view);
    let color = state.side.unwrap_or(free);
    let mut text = format!(
        "You play {} \u{b7} {}",
        color_name(color),
        time_text(state.view.control)
    );
    if *state.game.start() != Position::startpos() {
        text.push_str(match state.turn() {
            Color::White => " \u{b7} from this position, White to move",
            Color::Black => " \u{b7} from this position, Black to move",
        });
    }
    text
}
