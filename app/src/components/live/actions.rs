//! What whoever looks at a game can do with it: play, watch, or take it elsewhere when it is over.

use client::live::{LiveEvent, LiveState};
use leptos::prelude::*;
use wire::live::{
    game_view::GameStage,
    protocol::{Offer, PlayerAction},
};

use super::links;
use crate::components::controls::actions::ActionButton;
use crate::components::shared::erased_view::Erase;
use crate::components::shared::icons::Icon;
use crate::controllers::live_game::LiveGameController;
use crate::routes::LIVE;

/// Who sees the game, in which of its stages.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    /// It waits for an opponent: other things are to be done.
    None,
    Plays,
    Watches,
    Over,
}

/// The bar under the board, or beside it where there is room.
#[component]
pub fn Deeds(live_game: LiveGameController, resign: RwSignal<bool>) -> impl IntoView {
    let part = live_game.read(part);
    let deeds = move || match part.get() {
        Part::None => None,
        Part::Plays => Some(view! { <Playing live_game resign /> }.erase()),
        Part::Watches => Some(view! { <Watching live_game /> }.erase()),
        Part::Over => Some(view! { <Afterwards live_game /> }.erase()),
    };
    view! { {deeds} }.erase()
}

fn part(state: &LiveState) -> Part {
    match (state.view.stage, state.side) {
        (GameStage::Open, _) => Part::None,
        (GameStage::Playing, Some(_)) if state.is_live() => Part::Plays,
        (GameStage::Playing, None) if state.is_live() => Part::Watches,
        (GameStage::Playing | GameStage::Over { .. } | GameStage::Aborted, _) => Part::Over,
    }
}

/// Turns the board.
#[component]
fn Flip(live_game: LiveGameController) -> impl IntoView {
    view! {
        <ActionButton
            icon=Icon::Flip
            name="Flip"
            enabled=Signal::stored(true)
            on_press=move |()| live_game.dispatch(LiveEvent::Flip)
        />
    }
}

#[component]
fn Playing(live_game: LiveGameController, resign: RwSignal<bool>) -> impl IntoView {
    let can = move |act: PlayerAction| live_game.read(move |state| state.can_act(act));
    let begun = live_game.read(|state| !state.can_act(PlayerAction::Abort));
    let claims = live_game.read(LiveState::can_claim_draw);
    let offers = live_game.read(|state| state.side == state.offered_by(Offer::Draw));
    let asks = live_game.read(|state| state.side == state.offered_by(Offer::Takeback));
    let act = move |act: PlayerAction| move |()| live_game.dispatch(LiveEvent::Act(act));
    let only = move |shown: bool, class: &'static str| if shown { class } else { "gone" };
    let draw = move |name: &'static str, shown: Memo<bool>| {
        view! {
            <ActionButton
                icon=Icon::Draw
                name
                class=Signal::derive(move || only(shown.get(), ""))
                enabled=can(PlayerAction::Draw)
                on_press=act(PlayerAction::Draw)
            />
        }
    };
    view! {
        <section class="actions" aria-label="Actions">
            <ActionButton
                icon=Icon::TakeBack
                name="Take back"
                class=Signal::derive(move || only(!asks.get(), ""))
                enabled=can(PlayerAction::Takeback)
                on_press=act(PlayerAction::Takeback)
            />
            <ActionButton
                icon=Icon::TakeBack
                name="Asked for it"
                class=Signal::derive(move || only(asks.get(), ""))
                enabled=Signal::stored(false)
                on_press=|()| {}
            />
            {draw("Offer draw", Memo::new(move |_| !claims.get() && !offers.get()))}
            {draw("Draw offered", Memo::new(move |_| !claims.get() && offers.get()))}
            {draw("Claim draw", claims)}
            <ActionButton
                icon=Icon::Resign
                name="Resign"
                class=Signal::derive(move || only(begun.get(), "danger"))
                enabled=can(PlayerAction::Resign)
                on_press=move |()| resign.set(true)
            />
            <ActionButton
                icon=Icon::Close
                name="Call off"
                class=Signal::derive(move || only(!begun.get(), ""))
                enabled=can(PlayerAction::Abort)
                on_press=act(PlayerAction::Abort)
            />
            <Flip live_game />
        </section>
    }
    .erase()
}

#[component]
fn Watching(live_game: LiveGameController) -> impl IntoView {
    view! {
        <section class="actions" aria-label="Actions">
            <Flip live_game />
            <a class="button" href=LIVE>
                {Icon::Live.draw()}
                "Play live"
            </a>
        </section>
    }
    .erase()
}

/// Another game with the same opponent, and what can be made of this one.
#[component]
fn Afterwards(live_game: LiveGameController) -> impl IntoView {
    let wants_rematch = live_game.read(|state| state.can_act(PlayerAction::Rematch));
    let asked = live_game.read(|state| {
        let offered = state.offered_by(Offer::Rematch);
        offered.is_some() && offered == state.side && state.view.next.is_none()
    });
    let next = live_game.read(|state| state.view.next.as_ref().map(|next| next.page()));
    let analysis = live_game.read(|state| links::analysis(state, false));
    let review = live_game.read(|state| links::analysis(state, true));
    let play = live_game.read(links::play_from);
    let only = move |shown: bool| if shown { "primary" } else { "gone" };
    // Of a game in which nothing was played there is nothing to see elsewhere.
    let bare = live_game.read(links::is_bare);
    let link = move |icon: Icon, name: &'static str, href: Memo<String>| {
        view! {
            <a class=move || if bare.get() { "button gone" } else { "button" } href=move || href.get()>
                {icon.draw()}
                {name}
            </a>
        }
    };
    let next_game = move || {
        next.get().map(|href| {
            view! {
                <a class="button primary" href=href>
                    {Icon::Next.draw()}
                    "Next game"
                </a>
            }
        })
    };
    view! {
        <section class="actions" aria-label="Actions">
            {next_game}
            <ActionButton
                icon=Icon::New
                name="Rematch"
                class=Signal::derive(move || only(wants_rematch.get()))
                enabled=wants_rematch
                on_press=move |()| live_game.dispatch(LiveEvent::Act(PlayerAction::Rematch))
            />
            <ActionButton
                icon=Icon::New
                name="Asked for it"
                class=Signal::derive(move || if asked.get() { "" } else { "gone" })
                enabled=Signal::stored(false)
                on_press=|()| {}
            />
            {link(Icon::Analyze, "Analyze", analysis)}
            {link(Icon::Hint, "Review", review)}
            {link(Icon::Start, "Play from here", play)}
            <Flip live_game />
        </section>
    }
    .erase()
}
