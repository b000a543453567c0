//! Whether a good move is one of few.

use super::lines::legal;
use crate::explain::claim::{Claim, MoveCost, Named, NextBest};
use crate::explain::proof::{ClaimProof, until_won};
use crate::explain::reason::MoveReason;
use crate::explain::review::good_others;
use crate::explain::sound::worth;
use crate::rules::{Game, Move};
use crate::search::{Line, Score};

/// The fewest plies of the next best line that are shown: the move, the answer and what comes then.
const MIN_PLIES: usize = 3;

/// Whether the move of the line is the only good one, or one of few, by the best lines of the others.
pub(super) fn choice(
    game: &Game,
    best: &Line,
    played: &Line,
    others: &[Line],
) -> Option<MoveReason> {
    let position = game.position();
    let first = |line: &Line| line.pv.first().copied();
    let mv = first(played).filter(|&mv| position.is_legal(mv))?;
    let others = others.iter().map_while(|line| legal(position, line));
    let others: Vec<Line> = others.filter(|line| first(line) != Some(mv)).collect();
    let good = good_others(played, &others)?;
    let next = others.get(good)?;
    let named = |line: &Line| first(line).map(|mv| Named::new(position, mv));
    let also: Vec<Named> = others[..good].iter().filter_map(named).collect();
    // The searches must agree on the best move.
    let is_best_among = first(best).is_some_and(|best| is_among(best, mv, &also));
    if !is_best_among {
        return None;
    }
    let next_best = NextBest {
        mv: named(next)?,
        cost: cost(played.score, next.score)?,
    };
    let claim = match also.is_empty() {
        true => Claim::OnlyGood(next_best),
        false => Claim::OneOfFew {
            others: also,
            next: next_best,
        },
    };
    let mover = position.side_to_move();
    let proof = ClaimProof {
        moves: shown(game, next).iter().copied().map(Some).collect(),
        squares: Vec::new(),
    };
    Some(MoveReason::reviewed(claim, mover, None, proof))
}

fn is_among(best: Move, mv: Move, also: &[Named]) -> bool {
    best == mv || also.iter().any(|other| other.mv == best)
}

/// What another move costs; `None` where the move mates, which counts for itself.
fn cost(played: Score, next: Score) -> Option<MoveCost> {
    match (played, next) {
        (Score::Mate(_), _) | (_, Score::Mate(0..)) => None,
        (_, Score::Mate(moves)) => Some(MoveCost::Mated {
            moves: moves.unsigned_abs(),
        }),
        (Score::Cp(_), Score::Cp(_)) => {
            let by = worth(played) - worth(next);
            (by > 0).then_some(MoveCost::Centipawns(by))
        }
    }
}

/// The line until the opponent has what it gains, or mates.
fn shown<'a>(game: &Game, line: &'a Line) -> &'a [Move] {
    if matches!(line.score, Score::Mate(_)) {
        return &line.pv;
    }
    let position = game.position();
    let won = until_won(position, &line.pv, !position.side_to_move()).len();
    &line.pv[..won.max(MIN_PLIES).min(line.pv.len())]
}
