//! Why a move is worse than the best.

use super::claim::{Claim, Named};
use super::material::{balance, balance_after_captures, exchange, gain, taken, worth};
use super::proof::{ClaimProof, until_won};
use super::reason::MoveReason;
use super::scene::{WINS, attackers, legal_part, played};
use super::threats::forked;
use crate::rules::{Game, Move, Position};
use crate::search::{Line, Score};

/// Differences up to this are ignored, centipawns.
const NONE: i32 = 15;
/// A move whose loss exceeds twice the reply's gain by more than this is worse for other reasons,
/// centipawns.
pub(super) const MORE: i32 = 300;

/// What the reply to a move does, or how much worse the move is than the best. Impersonal: the move may
/// be either side's. The proof begins with the move.
///
/// `line` is a search's line that starts with the move, `best` the score of the best move, both
/// from the mover's side.
#[must_use]
pub fn why_not(game: &Game, mv: Move, line: &Line, best: Score) -> MoveReason {
    let claim = claim(game.position(), mv, line, best);
    let proof = proof(game.position(), mv, line, &claim);
    MoveReason::new(claim, 0, proof)
}

/// The move and the line that refutes it, from the position before the move; empty where nothing on the
/// board shows the claim.
fn proof(before: &Position, mv: Move, line: &Line, claim: &Claim) -> ClaimProof {
    let pv = legal_part(before, &line.pv);
    if pv.first() != Some(&mv) {
        return ClaimProof::default();
    }
    let after = before.play(mv);
    let end = played(before, pv);
    let is_mate = end.in_check() && !end.has_legal_move();
    let mated = |plies: usize| if is_mate { pv } else { &pv[..plies] };
    let (moves, squares) = match claim {
        Claim::AnswerMates(_)
        | Claim::LessGood {
            answer: Some(_), ..
        } => (&pv[..2], Vec::new()),
        Claim::AnswerForces { .. } => (mated(2), Vec::new()),
        Claim::RunsIntoMate { .. } | Claim::Slower { .. } => (mated(1), Vec::new()),
        Claim::AnswerTakes { answer, .. } | Claim::AnswerWins { answer, .. } => {
            (refuting(&after, pv), vec![answer.mv.to()])
        }
        Claim::AnswerForks { answer, .. } => {
            let targets = forked(&after.play(answer.mv), &after, answer.mv);
            let targets = targets.into_iter().flatten();
            (
                refuting(&after, pv),
                targets.map(|target| target.at).collect(),
            )
        }
        _ => (&pv[..0], Vec::new()),
    };
    ClaimProof {
        moves: moves.iter().copied().map(Some).collect(),
        squares,
    }
}

/// The move and what follows, until the opponent has what it gains.
fn refuting<'a>(after: &Position, pv: &'a [Move]) -> &'a [Move] {
    let won = until_won(after, &pv[1..], after.side_to_move());
    &pv[..1 + won.len()]
}

fn claim(before: &Position, mv: Move, line: &Line, best: Score) -> Claim {
    let moves = |mate: i32| mate.unsigned_abs();
    let legal = before.is_legal(mv) && line.pv.first() == Some(&mv);
    let after = if legal { before.play(mv) } else { *before };
    let answer = (line.pv.get(1).copied()).filter(|&answer| legal && after.is_legal(answer));
    let named = || answer.map(|answer| Named::new(&after, answer));
    match (line.score, best) {
        (Score::Mate(later @ 1..), Score::Mate(sooner @ 1..)) if later > sooner => Claim::Slower {
            moves: moves(later),
            best: moves(sooner),
        },
        (Score::Mate(1..), _) => Claim::AsGood,
        // Mated as late, or later.
        (Score::Mate(ours), Score::Mate(theirs @ ..=0)) if ours <= theirs => Claim::AsGood,
        (Score::Mate(mated), _) => match named() {
            Some(answer) if !after.play(answer.mv).has_legal_move() => Claim::AnswerMates(answer),
            Some(answer) => Claim::AnswerForces {
                answer,
                moves: moves(mated),
            },
            None => Claim::RunsIntoMate {
                moves: moves(mated),
            },
        },
        (Score::Cp(_), Score::Mate(sooner @ 1..)) => Claim::MissesMate {
            moves: moves(sooner),
        },
        // The best is mated, and this is not.
        (Score::Cp(_), Score::Mate(_)) => Claim::AsGood,
        (Score::Cp(score), Score::Cp(best)) => {
            let by = best - score;
            if by <= NONE {
                return Claim::AsGood;
            }
            let refuted = answer.filter(|_| by >= WINS);
            refuted
                .and_then(|answer| refutation(before, &after, answer, &line.pv, by))
                .unwrap_or_else(|| Claim::LessGood {
                    by,
                    answer: named(),
                })
        }
    }
}

/// The reply's gain, if the line keeps it and it accounts for the loss of `by` centipawns.
fn refutation(
    before: &Position,
    after: &Position,
    answer: Move,
    pv: &[Move],
    by: i32,
) -> Option<Claim> {
    let them = after.side_to_move();
    let kept = balance_after_captures(&played(before, pv), them) - balance(before, them);
    if by > 2 * kept + MORE {
        return None;
    }
    let named = || Named::new(after, answer);
    let next = after.play(answer);
    if let Some(piece) = taken(after, answer) {
        let won = exchange(after, answer);
        if won < WINS || kept < WINS {
            return None;
        }
        let free = attackers(&next, answer.to(), !them).is_empty() && kept >= worth(piece) - 50;
        return if free {
            Some(Claim::AnswerTakes {
                answer: named(),
                piece,
            })
        } else {
            (kept >= won - 50).then(|| Claim::AnswerWins {
                answer: named(),
                gain: gain(after, answer, won),
            })
        };
    }
    let targets = forked(&next, after, answer)?;
    (kept >= WINS).then(|| Claim::AnswerForks {
        answer: named(),
        pieces: targets.map(|target| target.piece),
    })
}
