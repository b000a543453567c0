//! The action bar of a live game: for its players, for spectators, and after its end.

use client::live::{LiveEvent, LiveState};
use leptos::prelude::*;
use wire::live::game_view::GameStage;
use wire::live::protocol::{Offer, PlayerAction};

use super::links;
use crate::components::controls::actions::ActionButton;
use crate::components::shared::icons::Icon;
use crate::controllers::live_game::LiveGameController;
use crate::routes::LIVE;

/// Which actions are shown.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ActionSet {
    /// The game waits for an opponent.
    None,
    Player,
    Spectator,
    Finished,
}

/// The bar under the board, or beside it where there is room.
#[component]
pub fn LiveActions(live_game: LiveGameController, resign: RwSignal<bool>) -> impl IntoView {
    let action_set = live_game.read(action_set);
    let actions = move || match action_set.get() {
        ActionSet::None => None,
        ActionSet::Player => Some(view! { <PlayerActions live_game resign /> }.into_any()),
        ActionSet::Spectator => Some(view! { <SpectatorActions live_game /> }.into_any()),
        ActionSet::Finished => Some(view! { <FinishedActions live_game /> }.into_any()),
    };
    view! { {actions} }
}

fn action_set(state: &LiveState) -> ActionSet {
    match (state.view.stage, state.side) {
        (GameStage::Open, _) => ActionSet::None,
        (GameStage::Playing, Some(_)) if state.is_live() => ActionSet::Player,
        (GameStage::Playing, None) if state.is_live() => ActionSet::Spectator,
        (GameStage::Playing | GameStage::Over { .. } | GameStage::Aborted, _) => {
            ActionSet::Finished
        }
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
fn PlayerActions(live_game: LiveGameController, resign: RwSignal<bool>) -> impl IntoView {
    let can = move |act: PlayerAction| live_game.read(move |state| state.can_act(act));
    let begun = live_game.read(|state| !state.can_act(PlayerAction::Abort));
    let can_claim = live_game.read(LiveState::can_claim_draw);
    let draw_offered = live_game.read(|state| state.side == state.offered_by(Offer::Draw));
    let takeback_offered = live_game.read(|state| state.side == state.offered_by(Offer::Takeback));
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
                class=Signal::derive(move || only(!takeback_offered.get(), ""))
                enabled=can(PlayerAction::Takeback)
                on_press=act(PlayerAction::Takeback)
            />
            <ActionButton
                icon=Icon::TakeBack
                name="Asked for it"
                class=Signal::derive(move || only(takeback_offered.get(), ""))
                enabled=Signal::stored(false)
                on_press=|()| {}
            />
            {draw("Offer draw", Memo::new(move |_| !can_claim.get() && !draw_offered.get()))}
            {draw("Draw offered", Memo::new(move |_| !can_claim.get() && draw_offered.get()))}
            {draw("Claim draw", can_claim)}
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
}

#[component]
fn SpectatorActions(live_game: LiveGameController) -> impl IntoView {
    view! {
        <section class="actions" aria-label="Actions">
            <Flip live_game />
            <a class="button" href=LIVE>
                {Icon::Live.draw()}
                "Play live"
            </a>
        </section>
    }
}

/// Rematch, analysis and review of a finished game.
#[component]
fn FinishedActions(live_game: LiveGameController) -> impl IntoView {
    let wants_rematch = live_game.read(|state| state.can_act(PlayerAction::Rematch));
    let rematch_offered = live_game.read(|state| {
        let offered = state.offered_by(Offer::Rematch);
        offered.is_some() && offered == state.side && state.view.next.is_none()
    });
    let next = live_game.read(|state| state.view.next.as_ref().map(|next| next.page()));
    let analysis = live_game.read(|state| links::analysis(state, false));
    let review = live_game.read(|state| links::analysis(state, true));
    let play = live_game.read(links::play_from);
    let only = move |shown: bool| if shown { "primary" } else { "gone" };
    // A game without moves from the usual start has nothing to analyse.
    let is_empty = live_game.read(links::is_start_position);
    let link = move |icon: Icon, name: &'static str, href: Memo<String>| {
        view! {
            <a class=move || if is_empty.get() { "button gone" } else { "button" } href=move || href.get()>
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
                class=Signal::derive(move || if rematch_offered.get() { "" } else { "gone" })
                enabled=Signal::stored(false)
                on_press=|()| {}
            />
            {link(Icon::Analyze, "Analyze", analysis)}
            {link(Icon::Hint, "Review", review)}
            {link(Icon::Start, "Play from here", play)}
            <Flip live_game />
        </section>
    }
}
