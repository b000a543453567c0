//! The opponent of the course: it keeps the result, defends as long as possible and sets problems.

use std::cmp::Reverse;

use engine::rules::{Color, Game, Move, Position, Square};
use engine::tables::{EndgameTables, EndgameValue, Wdl};
use tablebase::{SolvedMove, solved_moves};

/// The reply that sets most problems. Of the moves that keep the result a won position gets the quickest, a
/// lost one the longest defence, a drawn one those that go on: no stalemate, nothing given away and nothing
/// repeated; among them the one after which the most answers are wrong. `None` where the game is over or no
/// table has it.
pub fn reply(tables: &dyn EndgameTables, game: &Game) -> Option<Move> {
    let position = game.position();
    let moves = solved_moves(tables, position)?;
    let result = moves.first()?.value.wdl();
    let keeping = moves
        .into_iter()
        .filter(|solved| solved.value.wdl() == result);
    let best = keeping.max_by_key(|solved| {
        let child = position.play(solved.mv);
        let answers = Answers::of(tables, &child);
        (
            distance(solved.value),
            result != Wdl::Draw || answers.goes_on,
            Reverse(game.occurrences_of(&child)),
            answers.wrong,
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

/// The answers to a move.
struct Answers {
    /// How many give the result of their side away.
    wrong: usize,
    /// Whether there are answers, and none that keeps the result takes a man.
    goes_on: bool,
}

impl Answers {
    fn of(tables: &dyn EndgameTables, position: &Position) -> Answers {
        let moves = solved_moves(tables, position).unwrap_or_default();
        let best = moves.first().map(|solved| solved.value.wdl());
        let keeps = |solved: &SolvedMove| Some(solved.value.wdl()) == best;
        Answers {
            wrong: moves.iter().filter(|solved| !keeps(solved)).count(),
            goes_on: !moves.is_empty()
                && !moves
                    .iter()
                    .any(|solved| keeps(solved) && solved.mv.is_capture()),
        }
    }
}

/// Steps between the kings: who attacks comes closer.
fn king_steps(position: &Position) -> usize {
    let [white, black] = Color::ALL.map(|color| position.king(color));
    let files = |square: Square| square.file().index();
    let ranks = |square: Square| square.rank().index();
    let apart = files(white).abs_diff(files(black));
    apart.max(ranks(white).abs_diff(ranks(black)))
}
