//! The latest games of the tournament, each open for a closer look.

use client::analysis;
use client::arena::{ArenaState, PlayedGame};
use engine::rules::{Color, GameTree, NodeId, pgn};
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
        <section class="panel" data-panel="games" aria-label="Latest games" hidden=move || numbers.with(Vec::is_empty)>
            <div class="panel-head">
                <h2>"Latest games"</h2>
            </div>
            <ul class="game-lines">
                <For each=move || numbers.get() key=|number| *number children=line />
            </ul>
        </section>
    }
}

/// The numbers of the latest games, the highest first.
fn latest(state: &ArenaState) -> Vec<u32> {
    let games = state.tournament.iter().flat_map(|it| it.latest(LISTED));
    games.map(|game| game.number).collect()
}

fn game_line(state: &ArenaState, number: u32) -> Option<GameLine> {
    let tournament = state.tournament.as_ref()?;
    let game = tournament.game(number)?;
    let [white, black] = tournament.plan().slot(number).players;
    let names = [white, black].map(|player| state.name_of(player));
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
        address: analysis_address(game, &names),
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
fn analysis_address(game: &PlayedGame, [white, black]: &[String; 2]) -> String {
    let tree = GameTree::from_game(&game.game());
    let end = tree.main_line().last().copied();
    let tags = [("White", white.as_str()), ("Black", black)];
    let tags: pgn::Tags = tags.into_iter().collect();
    let fragment = analysis::fragment(&tree, end.unwrap_or(NodeId::START), &tags, false);
    format!("{ANALYZE}#{fragment}")
}
