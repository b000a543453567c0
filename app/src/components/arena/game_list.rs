//! The games that were finished last, each open for a closer look.

use client::analysis;
use client::arena::{ArenaState, PlayedGame, pgn_of};
use engine::rules::{Color, NodeId, pgn};
use leptos::prelude::*;

use crate::components::shared::format::counted;
use crate::controllers::arena::ArenaController;
use crate::routes::ANALYZE;

/// As many as are listed.
const LISTED: usize = 12;

/// A game as it is listed.
#[derive(Clone, PartialEq)]
struct GameLine {
    number: u32,
    white: String,
    black: String,
    result: &'static str,
    /// How it ended, and when.
    end: String,
    address: String,
}

#[component]
pub fn GameList(arena: ArenaController) -> impl IntoView {
    let numbers = arena.read(latest);
    let line = move |number: u32| {
        let shown = arena.with_untracked(|state| game_line(state, number));
        shown.map(|game| {
            view! {
                <li>
                    <a href=game.address>
                        <span class="figures empty">{game.number + 1}</span>
                        <span class="players"><bdi>{game.white}</bdi> " \u{2013} " <bdi>{game.black}</bdi></span>
                        <span class="figures">{game.result}</span>
                        <span class="empty">{game.end}</span>
                    </a>
                </li>
            }
        })
    };
    view! {
        <section class="panel" data-panel="games" aria-label="Finished games" hidden=move || numbers.with(Vec::is_empty)>
            <div class="panel-head">
                <h2>"Finished last"</h2>
            </div>
            <ul class="game-lines">
                <For each=move || numbers.get() key=|number| *number children=line />
            </ul>
        </section>
    }
}

/// The numbers of the latest games, the latest first.
fn latest(state: &ArenaState) -> Vec<u32> {
    let games = state.tournament.iter().flat_map(|it| it.games());
    let mut numbers: Vec<u32> = games.map(|game| game.number).collect();
    numbers.reverse();
    numbers.truncate(LISTED);
    numbers
}

fn game_line(state: &ArenaState, number: u32) -> Option<GameLine> {
    let tournament = state.tournament.as_ref()?;
    let game = tournament.games().find(|game| game.number == number)?;
    let [white, black] = tournament.plan().slot(number).players;
    let text = pgn_of(tournament.plan(), game);
    Some(GameLine {
        number,
        white: state.name_of(white),
        black: state.name_of(black),
        result: match game.winner {
            None => "\u{bd}\u{2013}\u{bd}",
            Some(Color::White) => "1\u{2013}0",
            Some(Color::Black) => "0\u{2013}1",
        },
        end: end_text(game),
        address: analysis_address(&text).unwrap_or_else(|| ANALYZE.to_owned()),
    })
}

fn end_text(game: &PlayedGame) -> String {
    let moves = counted(game.moves.len().div_ceil(2) as u64, "move");
    match &game.fault {
        Some(fault) => format!("{moves}, {}", fault.detail),
        None => moves,
    }
}

/// The analysis of the game.
fn analysis_address(text: &str) -> Option<String> {
    let game = pgn::parse(text).ok()?;
    let end = game.tree.main_line().last().copied();
    let end = end.unwrap_or(NodeId::START);
    let fragment = analysis::fragment(&game.tree, end, &game.tags, false);
    Some(format!("{ANALYZE}#{fragment}"))
}
