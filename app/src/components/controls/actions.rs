//! The game's actions: at most five in a phone's bar, the rest behind "More".

use client::play::Players;
use client::play::{PlayEvent, PlayState};
use leptos::prelude::*;

use crate::components::shared::icons::Icon;
use crate::controllers::play::PlayController;

/// A button of the bar.
#[component]
pub fn ActionButton(
    icon: Icon,
    name: &'static str,
    #[prop(optional, into)] class: Signal<&'static str>,
    #[prop(into)] enabled: Signal<bool>,
    #[prop(into)] on_press: Callback<()>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class=move || format!("button {}", class.get())
            disabled=move || !enabled.get()
            on:click=move |_| on_press.run(())
        >
            {icon.draw()}
            {name}
        </button>
    }
}

/// The button beside the steps through a game.
#[component]
pub fn ShareButton(
    #[prop(into)] enabled: Signal<bool>,
    #[prop(into)] on_press: Callback<()>,
) -> impl IntoView {
    view! {
        <button
            type="button"
            class="icon-button"
            aria-label="Share"
            title="Share"
            disabled=move || !enabled.get()
            on:click=move |_| on_press.run(())
        >
            {Icon::Share.draw()}
        </button>
    }
}

/// The bar under the board, or beside it where there is room.
#[component]
pub fn Actions(
    play: PlayController,
    /// Called by "Resign"; the page asks for confirmation.
    #[prop(into)]
    on_resign: Callback<()>,
    /// Called by "Draw".
    #[prop(into)]
    on_draw: Callback<()>,
    /// Opens the sheet with everything else on a phone.
    #[prop(into)]
    on_more: Callback<()>,
) -> impl IntoView {
    let loaded = play.read(|state| state.loaded);
    let can_resign = play.read(|state| state.can_resign());
    let watching = play.read(|state| state.players == Players::TwoEngines);
    // "New game" is the primary action when the game is over or the settings have changed.
    let next = play.read(|state| state.outcome().is_some() || state.settings_pending());
    let act = move |event: fn() -> PlayEvent| move |()| play.dispatch(event());
    view! {
        <section class="actions" aria-label="Actions">
            <ActionButton
                icon=Icon::New
                name="New game"
                class=Signal::derive(move || if next.get() { "primary" } else { "" })
                enabled=loaded
                on_press=move |()| play.new_game()
            />
            <RunButton play />
            <MoveActions play />
            <ActionButton
                icon=Icon::Flip
                name="Flip"
                class="not-phone"
                enabled=loaded
                on_press=act(|| PlayEvent::Flip)
            />
            <ActionButton
                icon=Icon::Draw
                name="Draw"
                class=Signal::derive(move || if watching.get() { "gone" } else { "not-phone" })
                enabled=can_resign
                on_press=on_draw
            />
            <ActionButton
                icon=Icon::Resign
                name="Resign"
                class=Signal::derive(move || if watching.get() { "gone" } else { "danger not-phone" })
                enabled=can_resign
                on_press=on_resign
            />
            <ActionButton
                icon=Icon::More
                name="More"
                class="only-phone"
                enabled=loaded
                on_press=on_more
            />
        </section>
    }
}

/// Take back, redo, hint and "Move now".
#[component]
fn MoveActions(play: PlayController) -> impl IntoView {
    let can_undo = play.read(|state| state.can_undo());
    let can_redo = play.read(|state| state.can_redo());
    let can_stop = play.read(|state| state.can_stop());
    let can_hint = play.read(|state| state.can_hint() || state.hint.is_some());
    let watching = play.read(|state| state.players == Players::TwoEngines);
    // On a phone "Hint" and "Move now" share a place: one is for the visitor's turn, one for the engine's.
    let thinks = play.read(|state| {
        state.loaded && state.outcome().is_none() && !state.players.is_human(state.turn())
    });
    let act = move |event: fn() -> PlayEvent| move |()| play.dispatch(event());
    view! {
        <ActionButton
            icon=Icon::TakeBack
            name="Take back"
            class=Signal::derive(move || if watching.get() { "gone" } else { "" })
            enabled=can_undo
            on_press=act(|| PlayEvent::Undo)
        />
        <ActionButton
            icon=Icon::Redo
            name="Redo"
            class="not-phone"
            enabled=can_redo
            on_press=act(|| PlayEvent::Redo)
        />
        <ActionButton
            icon=Icon::Hint
            name="Hint"
            class=Signal::derive(move || match (watching.get(), thinks.get()) {
                (true, _) => "gone",
                (false, true) => "not-phone",
                (false, false) => "",
            })
            enabled=can_hint
            on_press=act(|| PlayEvent::Hint)
        />
        <ActionButton
            icon=Icon::MoveNow
            name="Move now"
            class=Signal::derive(move || if thinks.get() { "" } else { "not-phone" })
            enabled=can_stop
            on_press=act(|| PlayEvent::Stop)
        />
    }
}

/// Starts and stops a game between two engines.
#[component]
fn RunButton(play: PlayController) -> impl IntoView {
    let watching = play.read(|state| state.players == Players::TwoEngines);
    let running = play.read(|state| state.engines_running);
    let enabled = play.read(PlayState::can_run);
    let class = move || match (watching.get(), running.get()) {
        (false, _) => "button gone",
        (true, false) => "button primary",
        (true, true) => "button",
    };
    view! {
        <button
            type="button"
            class=class
            disabled=move || !enabled.get()
            on:click=move |_| play.dispatch(PlayEvent::Run(!running.get_untracked()))
        >
            {move || if running.get() { Icon::Pause.draw() } else { Icon::Start.draw() }}
            {move || if running.get() { "Stop" } else { "Start" }}
        </button>
    }
}

/// The actions that have no room in a phone's bar.
#[component]
pub fn MoreActions(
    play: PlayController,
    #[prop(into)] on_resign: Callback<()>,
    #[prop(into)] on_draw: Callback<()>,
    #[prop(into)] on_share: Callback<()>,
) -> impl IntoView {
    let can_redo = play.read(|state| state.can_redo());
    let can_resign = play.read(|state| state.can_resign());
    let can_share = play.read(PlayState::can_share);
    view! {
        <div class="more-actions">
            <ActionButton
                icon=Icon::Redo
                name="Redo"
                enabled=can_redo
                on_press=move |()| play.dispatch(PlayEvent::Redo)
            />
            <ActionButton
                icon=Icon::Flip
                name="Flip"
                enabled=Signal::derive(|| true)
                on_press=move |()| play.dispatch(PlayEvent::Flip)
            />
            <ActionButton icon=Icon::Draw name="Draw" enabled=can_resign on_press=on_draw />
            <ActionButton icon=Icon::Share name="Share" enabled=can_share on_press=on_share />
            <ActionButton
                icon=Icon::Resign
                name="Resign"
                class="danger"
                enabled=can_resign
                on_press=on_resign
            />
        </div>
    }
}
