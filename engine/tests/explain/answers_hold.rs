//! Claims about moves that were not played, checked independently, and made false.

use engine::explain::{Claim, Named};
use engine::rules::{Move, Piece, Position, Square, san};
use engine::search::{Line, Score};

use crate::sight::{attackers, attacks, captured, is_mate, is_mated_in, mates_in};
use crate::truths::gained;

/// Mates up to so many moves are tried out.
const TRIED: u32 = 2;
/// Centipawns that make no difference.
const NONE: i32 = 15;

/// A move with its line, and the score of the best one.
pub struct AnswerCheck<'a> {
    before: &'a Position,
    after: Position,
    line: &'a Line,
    best: Score,
}

impl<'a> AnswerCheck<'a> {
    pub fn new(before: &'a Position, line: &'a Line, best: Score) -> AnswerCheck<'a> {
        AnswerCheck {
            before,
            after: before.play(line.pv[0]),
            line,
            best,
        }
    }

    fn named(&self, named: &Named) -> bool {
        self.after.is_legal(named.mv) && san::write(&self.after, named.mv) == named.san
    }

    /// The move and the best one, where both are scored in centipawns.
    fn loss(&self) -> Option<i32> {
        match (self.line.score, self.best) {
            (Score::Cp(score), Score::Cp(best)) => Some(best - score),
            _ => None,
        }
    }

    /// Whether a claim is true.
    pub fn holds(&self, claim: &Claim) -> bool {
        let mated = |moves: u32| self.line.score == Score::Mate(-(moves as i32));
        let us = self.before.side_to_move();
        match claim {
            Claim::AnswerMates(answer) => {
                self.named(answer) && is_mate(&self.after.play(answer.mv))
            }
            Claim::AnswerForces { answer, moves } => {
                self.named(answer)
                    && mated(*moves)
                    && (*moves > TRIED || is_mated_in(&self.after.play(answer.mv), moves - 1))
            }
            Claim::RunsIntoMate { moves } => {
                mated(*moves) && (*moves > TRIED || mates_in(&self.after, *moves))
            }
            Claim::AnswerTakes { answer, piece } => {
                self.named(answer)
                    && self.after.piece_at(answer.mv.to()) == Some((us, *piece))
                    && attackers(&self.after.play(answer.mv), answer.mv.to(), us).is_empty()
            }
            Claim::AnswerWins { answer, gain } => {
                self.named(answer) && gained(*gain, captured(&self.after, answer.mv))
            }
            Claim::AnswerForks { answer, pieces } => {
                let next = self.after.play(answer.mv);
                let attacked = |at: &Square| attacks(&next, answer.mv.to(), *at);
                let attacked = Square::ALL.into_iter().filter(attacked);
                let attacked: Vec<_> = attacked.filter_map(|at| next.piece_at(at)).collect();
                let hits = |piece| attacked.iter().filter(|&&hit| hit == (us, piece)).count();
                let [first, second] = *pieces;
                self.named(answer) && hits(first) > usize::from(first == second) && hits(second) > 0
            }
            Claim::Slower { moves, best } => {
                let mates = |moves: u32| Score::Mate(moves as i32);
                (self.line.score, self.best) == (mates(*moves), mates(*best)) && moves > best
            }
            Claim::MissesMate { moves } => {
                self.best == Score::Mate(*moves as i32)
                    && !matches!(self.line.score, Score::Mate(1..))
                    && (*moves > TRIED || mates_in(self.before, *moves))
            }
            Claim::AsGood => match (self.line.score, self.best) {
                (Score::Mate(moves @ 1..), Score::Mate(best @ 1..)) => moves <= best,
                (Score::Mate(moves), Score::Mate(best)) => moves <= best && best <= 0,
                _ => self.loss().is_some_and(|loss| loss <= NONE),
            },
            Claim::LessGood { by, answer } => {
                self.loss() == Some(*by) && answer.as_ref().is_none_or(|answer| self.named(answer))
            }
            _ => false,
        }
    }
}

/// False claims of the same kind. Of equal moves none is made: elsewhere it is false.
pub fn broken_answers(check: &AnswerCheck<'_>, claim: &Claim) -> Vec<Claim> {
    // The questioned move is not legal once more.
    let own: Move = check.line.pv[0];
    let wrong = || Named {
        mv: own,
        san: san::write(check.before, own),
    };
    let mut claims = match claim.clone() {
        Claim::AnswerMates(_) => vec![Claim::AnswerMates(wrong())],
        Claim::AnswerForces { answer, moves } => vec![
            Claim::AnswerForces {
                answer: wrong(),
                moves,
            },
            Claim::AnswerForces {
                answer,
                moves: moves + 1,
            },
        ],
        Claim::RunsIntoMate { moves } => vec![Claim::RunsIntoMate { moves: moves + 1 }],
        Claim::AnswerTakes { answer, piece } => vec![
            Claim::AnswerTakes {
                answer: wrong(),
                piece,
            },
            Claim::AnswerTakes {
                answer,
                piece: Piece::King,
            },
        ],
        Claim::AnswerWins { answer, gain } => vec![
            Claim::AnswerWins {
                answer: wrong(),
                gain,
            },
            Claim::AnswerWins {
                answer,
                gain: engine::explain::Gain::Whole(Piece::King),
            },
        ],
        Claim::AnswerForks { answer, pieces } => vec![
            Claim::AnswerForks {
                answer: wrong(),
                pieces,
            },
            Claim::AnswerForks {
                answer,
                pieces: [pieces[0], Piece::Pawn],
            },
        ],
        Claim::Slower { moves, best } => vec![Claim::Slower {
            moves: moves + 1,
            best,
        }],
        Claim::MissesMate { moves } => vec![Claim::MissesMate { moves: moves + 1 }],
        Claim::LessGood { by, answer } => vec![
            Claim::LessGood { by: by + 1, answer },
            Claim::LessGood {
                by,
                answer: Some(wrong()),
            },
        ],
        _ => Vec::new(),
    };
    if !matches!(claim, Claim::AsGood) {
        claims.push(Claim::AsGood);
    }
    claims
}
