//! The move list of a live game: numbered rows, the current move marked.

use client::live::LiveEvent;
use engine::rules::{Color, Game};
use leptos::html;
use leptos::prelude::*;

use crate::components::panels::list_scroll::scroll_to_current;
use crate::components::panels::move_steps::MoveSteps;
use crate::components::shared::erased_view::Erase;
use crate::controllers::live_game::LiveGameController;

/// A numbered row: its moves with the ply after each.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Row {
    number: usize,
    /// White's and Black's.
    moves: [Option<(usize, String)>; 2],
}

#[component]
pub fn Moves(live_game: LiveGameController) -> impl IntoView {
    let rows = live_game.read(|state| rows(&state.game));
    let current = live_game.read(|state| state.shown_ply());
    let list = NodeRef::<html::Ol>::new();
    scroll_to_current(list, move || {
        current.track();
        rows.track();
    });
    let entry = move |entry: Option<(usize, String)>| match entry {
        Some((ply, san)) => view! {
            <button
                type="button"
                aria-current=move || (current.get() == ply).then_some("step")
                on:click=move |_| live_game.dispatch(LiveEvent::ViewPly(ply))
            >
                {san}
            </button>
        }
        .erase(),
        None => view! { <span></span> }.erase(),
    };
    let row = move |Row { number, moves }: Row| {
        let [white, black] = moves.map(entry);
        view! {
            <li>
                <span class="number">{format!("{number}.")}</span>
                {white}
                {black}
            </li>
        }
    };
    let empty = move || {
        rows.with(Vec::is_empty)
            .then(|| view! { <p class="empty none">"No moves yet."</p> })
    };
    view! {
        <section class="panel history" data-panel="history" aria-label="Moves">
            <div class="panel-head">
                <h2>"Moves"</h2>
            </div>
            {empty}
            <ol class="moves figures" node_ref=list>
                <For each=move || rows.get() key=Row::clone children=row />
            </ol>
            <Steps live_game />
        </section>
    }
    .erase()
}

/// The four steps through the moves.
#[component]
pub fn Steps(live_game: LiveGameController) -> impl IntoView {
    let current = live_game.read(|state| state.shown_ply());
    let end = live_game.read(|state| state.game.ply());
    let on_step = move |step| live_game.navigate(step);
    view! { <MoveSteps current end on_step /> }
}

fn rows(game: &Game) -> Vec<Row> {
    let black_begins = usize::from(game.start().side_to_move() == Color::Black);
    let first = usize::from(game.start().fullmove_number());
    let mut rows: Vec<Row> = Vec::new();
    for (index, san) in game.sans().into_iter().enumerate() {
        let half = index + black_begins;
        let number = first + half / 2;
        if rows.last().is_none_or(|row| row.number != number) {
            let moves = [None, None];
            rows.push(Row { number, moves });
        }
        if let Some(row) = rows.last_mut() {
            row.moves[half % 2] = Some((index + 1, san));
        }
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_are_numbered_from_where_the_game_begins() {
        let mut game = Game::from_fen("4k3/8/8/8/8/8/4P3/4K3 b - - 0 7").expect("legal");
        for uci in ["e8e7", "e2e4", "e7e6"] {
            let mv = game.position().parse_uci(uci).expect("legal");
            game.play(mv).expect("legal");
        }
        let entry = |ply, san: &str| Some((ply, san.to_owned()));
        assert_eq!(
            rows(&game),
            [
                Row {
                    number: 7,
                    moves: [None, entry(1, "Ke7")],
                },
                Row {
                    number: 8,
                    moves: [entry(2, "e4"), entry(3, "Ke6")],
                },
            ]
        );
    }
}
