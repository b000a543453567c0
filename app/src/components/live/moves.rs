//! The move list of a live game.

use client::live::LiveEvent;
use leptos::prelude::*;

use crate::components::panels::move_list::{MoveList, MovesPanel};
use crate::components::panels::move_rows::game_rows;
use crate::components::panels::move_steps::MoveSteps;
use crate::controllers::live_game::LiveGameController;

#[component]
pub fn Moves(live_game: LiveGameController) -> impl IntoView {
    let rows = live_game.read(|state| game_rows(&state.game, |_| ""));
    let current = live_game.read(|state| state.shown_ply());
    let empty = move || {
        rows.with(Vec::is_empty)
            .then(|| view! { <p class="empty none">"No moves yet."</p> })
    };
    let on_ply = on_ply(live_game);
    let content = view! {
        {empty}
        <MoveList rows current on_ply />
        <Steps live_game />
    }
    .into_any();
    view! { <MovesPanel content /> }
}

fn on_ply(live_game: LiveGameController) -> Callback<usize> {
    Callback::new(move |ply| live_game.dispatch(LiveEvent::ViewPly(ply)))
}

/// The four steps through the moves.
#[component]
pub fn Steps(live_game: LiveGameController) -> impl IntoView {
    let current = live_game.read(|state| state.shown_ply());
    let end = live_game.read(|state| state.game.ply());
    view! { <MoveSteps current end on_ply=on_ply(live_game) /> }
}
