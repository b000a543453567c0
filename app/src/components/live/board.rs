//! The board of a live game, with its player cards.

use client::live::{LiveEvent, LiveState, premove::can_reach};
use engine::rules::{Color, Move, Piece};
use leptos::prelude::*;
use wire::live::game_view::GameStage;

use super::text::{name_tooltip, player_detail};
use crate::components::board::captures::captures;
use crate::components::board::clock_face::clock_face;
use crate::components::board::players::Taken;
use crate::components::board::{Premoves, piece_code, premove};
use crate::components::{Board, wheel_step};
use crate::controllers::live_game::LiveGameController;
use crate::preferences::use_prefs;

#[component]
pub fn BoardArea(live_game: LiveGameController) -> impl IntoView {
    let prefs = use_prefs();
    let position = live_game.read(|state| state.board().0);
    let last_move = live_game.read(|state| state.board().1);
    let flipped = live_game.read(|state| state.bottom() == Color::Black);
    let active = live_game.read(|state| state.can_move() || state.can_premove());
    let premoves = Premoves {
        enabled: live_game.read(LiveState::can_premove).into(),
        planned: live_game.read(planned).into(),
        can_reach,
    };
    let play = move |mv: Move| {
        let waits = live_game.with_untracked(LiveState::can_premove);
        live_game.dispatch(match waits {
            true => LiveEvent::Premove(mv.from(), mv.to()),
            false => LiveEvent::Move(mv),
        });
    };
    // Any press on the board cancels the premove. In the capture phase, so that the same press may
    // begin another one.
    let press = move |event: leptos::ev::PointerEvent| {
        let target = event_target::<leptos::web_sys::Element>(&event);
        let waits = live_game.with_untracked(|state| state.premove().is_some());
        if waits && matches!(target.closest(".board-frame"), Ok(Some(_))) {
            live_game.dispatch(LiveEvent::CancelPremove);
        }
    };
    let step_by_wheel = move |event: leptos::ev::WheelEvent| {
        let plies = live_game.with_untracked(|state| state.game.ply());
        if let Some(step) = wheel_step(&event).filter(|_| plies > 0) {
            event.prevent_default();
            live_game.navigate(step);
        }
    };
    view! {
        <section
            class="table"
            aria-label="Board"
            on:wheel=step_by_wheel
            on:pointerdown:capture=press
        >
            <div class="opponent">
                <SideCard live_game top=true />
            </div>
            <Board
                position
                last_move
                flipped
                active
                premoves
                hints=Signal::derive(move || prefs.with(|prefs| prefs.settings.hints))
                auto_queen=Signal::derive(move || prefs.with(|prefs| prefs.settings.auto_queen))
                arrows=Signal::stored(Vec::new())
                on_move=play
            />
            <div class="own">
                <SideCard live_game top=false />
            </div>
        </section>
    }
}

/// The waiting premove.
fn planned(state: &LiveState) -> Option<Move> {
    let (from, to) = state.premove()?;
    premove(from, to)
}

/// The card of the side at one edge of the board.
#[component]
fn SideCard(live_game: LiveGameController, top: bool) -> impl IntoView {
    let color = live_game.read(move |state| side(state, top));
    let name = live_game.read(move |state| state.view.player(side(state, top)).shown_name());
    let tooltip = live_game.read(move |state| name_tooltip(state.view.player(side(state, top))));
    let detail =
        live_game.read(move |state| player_detail(&state.view, side(state, top), state.side));
    let connected = live_game.read(move |state| state.is_connected(side(state, top)));
    let taken = live_game.read(move |state| {
        let moves = &state.game.moves()[..state.shown_ply()];
        captures(state.game.start(), moves, side(state, top))
    });
    let to_move = live_game.read(move |state| {
        state.view.stage == GameStage::Playing && state.turn() == side(state, top)
    });
    let reading = live_game.read(move |state| state.clock_reading(side(state, top)));
    let dot = move || {
        connected.get().map(|connected| {
            let (class, label) = match connected {
                true => ("dot there", "Connected"),
                false => ("dot", "Away"),
            };
            view! { <span class=class role="img" aria-label=label title=label></span> }
        })
    };
    view! {
        <div class=move || if to_move.get() { "player to-move" } else { "player" }>
            <span class="avatar" aria-hidden="true">
                <span class=move || format!("piece {}", piece_code(color.get(), Piece::King))></span>
            </span>
            <div class="who">
                <div class="name">
                    <bdi class="called" title=move || tooltip.get()>
                        {move || name.get()}
                    </bdi>
                    {dot}
                </div>
                <div class="term">{move || detail.get()}</div>
            </div>
            <Taken taken color />
            {clock_face(reading, color)}
        </div>
    }
}

fn side(state: &LiveState, top: bool) -> Color {
    match top {
        true => !state.bottom(),
        false => state.bottom(),
    }
}
