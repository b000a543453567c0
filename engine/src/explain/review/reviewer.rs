//! A game review in progress: its searches, one after the other, and their results.
//!
//! Each position is searched, the last one first, so that the position after a move is scored before the
//! move. A move with a loss is doubted: its position is searched again with ten times the nodes, and if
//! that search prefers another move, the played one is searched to the same depth. If it is still
//! unclear whether the move was a mistake, both searches are repeated with forty times the nodes, and
//! the loss is slightly less than the mean of both. A move that the deepest search prefers has no loss.
//!
//! Where the best move was played and may be one of few good ones, the other moves are searched as well, the
//! best of them as lines. If that seems so, it is confirmed by searches of the others and of all moves with
//! ten times the nodes.

mod resume;
#[cfg(test)]
mod tests;

use std::ops::{Range, RangeInclusive};

use super::few_good::good_others;
use super::network_chance::{chance, rescaled};
use super::{Review, Verdict, review};
use crate::rules::{Game, Move, Position};
use crate::search::{Line, Score, SearchLimits};

/// Nodes of a review's first search of each position; a node limit makes the review reproducible.
pub const REVIEW_NODES: u64 = 200_000;

/// Nodes of the second and the third search of a doubted move.
const MORE_NODES: [u64; 2] = [10 * REVIEW_NODES, 40 * REVIEW_NODES];

/// Minimum loss of a doubted move, percentage points: three fifths of an inaccuracy, since the first
/// search errs.
const MIN_DOUBTED_LOSS: f64 = 3.0;

/// Losses in the second search that need a third one, percentage points: less is no mistake, more is one
/// in any case.
const UNCLEAR_LOSS: Range<f64> = 7.0..30.0;

/// Lines of the search of the other moves: two good ones beside the move, and the first that is not.
const OTHER_LINES: u8 = 3;

/// Winning chances, percent, between which it matters how many moves are good: up to eight pawns by the
/// network. Without a mate no score reaches 92.
const CONTESTED: RangeInclusive<f64> = 10.0..=90.0;

/// Divisor of the mean loss of the second and the third search. Small losses are far more frequent, so
/// most moves that seem to lose ten points lose less (regression to the mean): in ten games seven of the
/// ten moves with a loss of 10 to 11 points lost fewer than ten for Stockfish at depth 20.
const OVERSTATED: f64 = 1.1;

/// A search that the review needs next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReviewSearch {
    /// Ply of the position.
    pub ply: usize,
    pub limits: SearchLimits,
}

/// A review in progress.
#[derive(Clone, Debug, PartialEq)]
pub struct Reviewer {
    /// The game's positions, the start first.
    positions: Vec<Position>,
    moves: Vec<Move>,
    /// The best line in each position, side to move's view.
    best: Vec<Option<Line>>,
    /// The lines of doubted moves that were not the best.
    played: Vec<Option<Line>>,
    /// The best lines of the other moves where the played one is one of few good ones.
    others: Vec<Vec<Line>>,
    /// Losses of the doubted moves, percentage points.
    losses: Vec<Option<f64>>,
    /// Number of positions left.
    left: usize,
    step: ReviewStep,
}

/// The search of the current position in progress.
#[derive(Clone, Debug, Default, PartialEq)]
enum ReviewStep {
    #[default]
    First,
    /// Again with this many nodes.
    Again(u64),
    /// The played move alone, to the depth of the best line, which took this many nodes.
    Played(u64),
    /// All moves but the played one, with this many nodes.
    Others(u64),
}

/// A reviewed game.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ReviewedGame {
    /// Chances, losses and accuracies.
    pub review: Review,
    /// The best line in each position, the mover's view; none where the game was over.
    pub best: Vec<Option<Line>>,
    /// The line of each move that a deeper search found worse than the best.
    pub played: Vec<Option<Line>>,
    /// The best lines that begin with other moves, best first, where the move is one of few good ones; empty
    /// elsewhere.
    pub others: Vec<Vec<Line>>,
}

impl Reviewer {
    /// A review that has not searched yet.
    #[must_use]
    pub fn new(game: &Game) -> Reviewer {
        let count = game.ply() + 1;
        Reviewer {
            positions: (0..count).map(|ply| game.position_at(ply)).collect(),
            moves: game.moves().to_vec(),
            best: vec![None; count],
            played: vec![None; count],
            others: vec![Vec::new(); count],
            losses: vec![None; count],
            // The last position may be a draw by rule; the others were played on from.
            left: count - usize::from(game.outcome().is_some()),
            step: ReviewStep::First,
        }
    }

    /// Number of positions reviewed, and of all.
    #[must_use]
    pub fn progress(&self) -> (usize, usize) {
        (self.positions.len() - self.left, self.positions.len())
    }

    /// Whether the next search leaves moves out, so that its lines are not the position's best.
    #[must_use]
    pub fn leaves_moves_out(&self) -> bool {
        matches!(self.step, ReviewStep::Played(_) | ReviewStep::Others(_))
    }

    /// The search that is wanted next; `None` when all is known.
    #[must_use]
    pub fn wanted(&self) -> Option<ReviewSearch> {
        let ply = self.left.checked_sub(1)?;
        let limits = match (&self.step, &self.best[ply]) {
            (ReviewStep::Played(nodes), Some(best)) => SearchLimits {
                depth: Some(best.depth.max(1)),
                searchmoves: vec![self.moves[ply]],
                ..SearchLimits::nodes(2 * nodes)
            },
            (ReviewStep::Again(nodes), _) => SearchLimits::nodes(*nodes),
            (ReviewStep::Others(nodes), _) => {
                let mut others = self.positions[ply].legal_moves().to_vec();
                others.retain(|&other| other != self.moves[ply]);
                SearchLimits {
                    searchmoves: others,
                    ..SearchLimits::nodes(*nodes).with_multipv(OTHER_LINES)
                }
            }
            _ => SearchLimits::nodes(REVIEW_NODES),
        };
        Some(ReviewSearch { ply, limits })
    }

    /// Takes in the lines of the search that was wanted, best first; none where it found nothing.
    pub fn found(&mut self, lines: &[Line]) {
        let Some(ply) = self.left.checked_sub(1) else {
            return;
        };
        let Some(line) = lines.first().cloned() else {
            // What is not confirmed does not count.
            self.others[ply].clear();
            return self.finish_position();
        };
        let played = self.moves.get(ply).copied();
        match self.step {
            ReviewStep::First => {
                self.best[ply] = Some(line);
                let is_forced = self.positions[ply].count_legal_moves() == 1;
                let is_doubted = self
                    .seeming_loss(ply)
                    .is_some_and(|loss| loss >= MIN_DOUBTED_LOSS);
                if is_doubted && !is_forced {
                    self.step = ReviewStep::Again(MORE_NODES[0]);
                } else {
                    // A forced move loses nothing.
                    self.losses[ply] = is_forced.then_some(0.0);
                    self.look_at_others();
                }
            }
            ReviewStep::Again(nodes) => {
                let is_best = line.pv.first().copied() == played;
                self.best[ply] = Some(line);
                if is_best {
                    self.losses[ply] = Some(0.0);
                    match self.others[ply].is_empty() {
                        true => self.look_at_others(),
                        // That few moves are good is confirmed.
                        false => self.finish_position(),
                    }
                } else {
                    self.others[ply].clear();
                    self.step = ReviewStep::Played(nodes);
                }
            }
            ReviewStep::Played(nodes) => {
                let best = self.best[ply].as_ref();
                let lost = best.map_or(0.0, |best| chance(best.score) - chance(line.score));
                let lost = lost.max(0.0);
                let before = self.losses[ply].replace(lost);
                if let Some(before) = before {
                    self.losses[ply] = Some((before + lost) / 2.0 / OVERSTATED);
                } else if UNCLEAR_LOSS.contains(&lost) && nodes < MORE_NODES[1] {
                    self.step = ReviewStep::Again(MORE_NODES[1]);
                    return;
                }
                self.played[ply] = Some(line);
                self.finish_position();
            }
            ReviewStep::Others(nodes) => {
                let best = self.best[ply].as_ref();
                if best.is_none_or(|best| good_others(best, lines).is_none()) {
                    self.others[ply].clear();
                    return self.finish_position();
                }
                self.others[ply] = lines.to_vec();
                if nodes < MORE_NODES[0] {
                    self.step = ReviewStep::Others(MORE_NODES[0]);
                } else if self.losses[ply].is_none() {
                    self.step = ReviewStep::Again(MORE_NODES[0]);
                } else {
                    // The move was doubted, and is the best of as deep a search.
                    self.finish_position();
                }
            }
        }
    }

    /// Goes on to the moves that were not played, where it matters whether they are good, else to the next
    /// position.
    fn look_at_others(&mut self) {
        let ply = self.left.saturating_sub(1);
        match self.may_be_one_of_few(ply) {
            true => self.step = ReviewStep::Others(REVIEW_NODES),
            false => self.finish_position(),
        }
    }

    /// Whether the move at a ply is the best and could be one of few good ones, and the game is not decided. A
    /// recapture is often the only good move, and known as one.
    fn may_be_one_of_few(&self, ply: usize) -> bool {
        let (Some(played), Some(best)) = (self.moves.get(ply), &self.best[ply]) else {
            return false;
        };
        let last = ply.checked_sub(1).and_then(|ply| self.moves.get(ply));
        let takes_back = last.is_some_and(|last| {
            last.is_capture() && played.is_capture() && last.to() == played.to()
        });
        best.pv.first() == Some(played)
            && !takes_back
            && CONTESTED.contains(&chance(best.score))
            && self.positions[ply].count_legal_moves() > 1
    }

    fn finish_position(&mut self) {
        self.left -= 1;
        self.step = ReviewStep::First;
    }

    /// Points that the move at a ply lost as far as the searches of the positions before and after
    /// it tell; `None` without a move, or without a search.
    fn seeming_loss(&self, ply: usize) -> Option<f64> {
        self.moves.get(ply)?;
        let before = self.best[ply].as_ref()?.score;
        Some(chance(before) - (100.0 - chance(self.score(ply + 1))))
    }

    /// The score of the position at a ply, side to move's view.
    fn score(&self, ply: usize) -> Score {
        match &self.best[ply] {
            Some(line) => line.score,
            None => end_score(&self.positions[ply]),
        }
    }

    /// What was found.
    #[must_use]
    pub fn finish(self) -> ReviewedGame {
        let scores: Vec<Score> = (0..self.positions.len())
            .map(|ply| rescaled(self.score(ply)).for_white(self.positions[ply].side_to_move()))
            .collect();
        ReviewedGame {
            review: review(&scores, &self.losses, self.positions[0].side_to_move()),
            best: self.best,
            played: self.played,
            others: self.others,
        }
    }
}

impl ReviewedGame {
    /// The verdict on the move at a ply.
    #[must_use]
    pub fn verdict(&self, ply: usize) -> Option<Verdict> {
        self.review.moves.get(ply)?.verdict
    }
}

/// The score of a finished game: mate or draw.
pub(crate) fn end_score(position: &Position) -> Score {
    match position.in_check() && !position.has_legal_move() {
        true => Score::Mate(0),
        false => Score::Cp(0),
    }
}
