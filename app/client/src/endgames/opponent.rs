//! The opponent of the course: it keeps the result, defends as long as possible and sets problems.

use std::cmp::Reverse;

use engine::rules::{Color, Game, Move, Position, Square};
use engine::tables::{EndgameTables, EndgameValue, Wdl};
use tablebase::{SolvedMove, solved_moves};

/// The reply that sets most problems. Of the moves that keep the result a won position gets the quickest, a
/// lost one the longest defence, a drawn one what repeats nothing; among them the one after which the
/// fewest answers keep the other side's result. `None` where the game is over or no table has it.
pub fn reply(tables: &dyn EndgameTables, game: &Game) -> Option<Move> {
    let position = game.position();
    let moves = solved_moves(tables, position)?;
    let result = moves.first()?.value.wdl();
    let keeping = moves
        .into_iter()
        .filter(|solved| solved.value.wdl() == result);
    let best = keeping.max_by_key(|solved| {
        let child = position.play(solved.mv);
        (
            distance(solved.value),
            Reverse(game.occurrences_of(&child)),
            Reverse(keeping_answers(tables, &child)),
            Reverse(king_steps(&child)),
            Reverse(solved.mv.raw()),
        )
    });
    best.map(|solved| solved.mv)
}

/// Larger is better among moves with one result.
fn distance(value: EndgameValue) -> i16 {
    match value {
        EndgameValue::Draw => 0,
        EndgameValue::Win(plies) => -i16::from(plies),
        EndgameValue::Loss(plies) => plies.into(),
    }
}

/// How many moves keep the result of the side to move.
fn keeping_answers(tables: &dyn EndgameTables, position: &Position) -> usize {
    let Some(moves) = solved_moves(tables, position) else {
        return usize::MAX;
    };
    let best = moves.first().map(|solved| solved.value.wdl());
    let keeps = |solved: &&SolvedMove| Some(solved.value.wdl()) == best && best != Some(Wdl::Loss);
    moves.iter().filter(keeps).count()
}

/// Steps between the kings: who attacks comes closer.
fn king_steps(position: &Position) -> usize {
    let [white, black] = Color::ALL.map(|color| position.king(color));
    let files = |square: Square| square.file().index();
    let ranks = |square: Square| square.rank().index();
    let apart = files(white).abs_diff(files(black));
    apart.max(ranks(white).abs_diff(ranks(black)))
}
