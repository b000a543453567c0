//! The position drawer: the position's report, and openings to start from.

use engine::book::{STARTS, Start};
use engine::explain::report;
use engine::rules::{Game, san};
use leptos::prelude::*;

use crate::components::panels::position_report::PositionReport;
use crate::controllers::play::PlayController;

/// The drawer's content.
pub fn position(play: PlayController) -> AnyView {
    let position_report = play.read(|state| report(&state.shown_position()));
    view! {
        <PositionReport report=position_report />
        <Openings play />
    }
    .into_any()
}

#[component]
fn Openings(play: PlayController) -> impl IntoView {
    let button = move |start: Start| {
        view! {
            <button
                type="button"
                class="button quiet"
                title=start.sans
                on:click=move |_| play.begin_with(moves(&start))
            >
                {start.name}
            </button>
        }
    };
    view! {
        <div class="starts">
            <span class="field-name">"Begin a game with"</span>
            {STARTS.map(button).into_iter().collect_view()}
            <button type="button" class="button quiet" on:click=move |_| play.new_game()>
                "Start position"
            </button>
        </div>
    }
}

fn moves(start: &Start) -> Vec<engine::rules::Move> {
    let mut game = Game::new();
    for text in start.sans.split(' ') {
        // A test of the book parses every one of them.
        if let Ok(mv) = san::parse(game.position(), text) {
            game.play(mv).ok();
        }
    }
    game.moves().to_vec()
}
