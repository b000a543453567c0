//! The games in progress, at most four, each with its board.

use client::arena::{ArenaState, LiveGame};
use engine::rules::{Color, Position, Square};
use leptos::prelude::*;

use crate::components::board::still_board::still_board;
use crate::components::shared::format::score;
use crate::controllers::arena::ArenaController;

/// A game as it is shown.
#[derive(Clone, PartialEq)]
struct BoardView {
    number: u32,
    white: String,
    black: String,
    clocks: [Option<String>; 2],
    position: Position,
    last_move: Option<[Square; 2]>,
    /// Of the last move, White's view.
    score: String,
}

#[component]
pub fn Boards(arena: ArenaController) -> impl IntoView {
    let numbers = arena.read_search(|state| {
        let games = state.live_games();
        games.map(|game| game.number).collect::<Vec<u32>>()
    });
    let board = move |number: u32| {
        let shown = arena.read_search(move |state| {
            let mut games = state.live_games();
            let game = games.find(|game| game.number == number)?;
            Some(board_view(state, game))
        });
        view! { <li class="arena-board">{move || shown.get().map(|shown| live_board(&shown))}</li> }
    };
    view! {
        <section class="panel" data-panel="boards" aria-label="Games in progress" hidden=move || numbers.with(Vec::is_empty)>
            <div class="panel-head">
                <h2>"Now playing"</h2>
            </div>
            <ul class="arena-boards panel-body">
                <For each=move || numbers.get() key=|number| *number children=board />
            </ul>
        </section>
    }
}

fn live_board(shown: &BoardView) -> impl IntoView + use<> {
    let side = |name: &str, clock: &Option<String>| {
        view! {
            <span class="who">
                <bdi>{name.to_owned()}</bdi>
                <span class="figures empty">{clock.clone()}</span>
            </span>
        }
    };
    view! {
        {side(&shown.black, &shown.clocks[1])}
        {still_board(&shown.position, shown.last_move)}
        {side(&shown.white, &shown.clocks[0])}
        <span class="empty figures">
            {format!("Game {}", shown.number + 1)} " \u{b7} " {shown.score.clone()}
        </span>
    }
}

fn board_view(state: &ArenaState, game: &LiveGame) -> BoardView {
    let [white, black] = game.players.map(|player| state.name_of(player));
    let last = game.game.moves().last();
    let number = game.game.position().fullmove_number();
    let side = match game.game.position().side_to_move() {
        Color::White => "White",
        Color::Black => "Black",
    };
    BoardView {
        number: game.number,
        white,
        black,
        clocks: game.clocks.map(|clock| clock.map(clock_text)),
        position: *game.game.position(),
        last_move: last.map(|mv| [mv.from(), mv.to()]),
        score: game.score.map_or_else(
            || format!("move {number}, {side}"),
            |value| format!("move {number}, {}", score(value)),
        ),
    }
}

/// Seconds with a tenth.
fn clock_text(ms: u32) -> String {
    format!("{}.{}", ms / 1_000, ms / 100 % 10)
}
