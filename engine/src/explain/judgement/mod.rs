//! What is said of a move of a reviewed game, either side's: what a bad one allows and misses, what a good
//! one does well, and whether it was one of few.
//!
//! Architecture invariant: nothing is searched. The review's lines take the place of the sound search, so
//! what needs more than these, such as a threat, is not said.

mod allowed;
mod choice;
mod comparison;
mod lines;
mod missed;
mod threat;
mod view;
mod well_done;

pub use self::threat::threat;

use self::comparison::Comparison;
use super::reason::MoveReason;
use super::review::{ReviewedGame, Verdict, chance, end_score};
use crate::rules::{Game, Move};
use crate::search::Line;

/// The most that a good move loses, percentage points: about what two searches of one position differ by.
const MAX_GOOD_LOSS: f64 = 3.0;

/// What can be proved of a move of a reviewed game, in the words of a reviewer who names the sides. All
/// proofs begin before the move.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MoveJudgement {
    /// Of a bad move: what the best reply does. The claim is the opponent's, of the reply; or of the
    /// move, if it gives away a draw.
    pub allowed: Option<MoveReason>,
    /// Of a bad move: what the best move would have done.
    pub missed: Option<MoveReason>,
    /// Of a good move: what it does.
    pub well_done: Option<MoveReason>,
    /// Of a good move: that it is the only one, or one of few. The proof begins with the next best move.
    pub choice: Option<MoveReason>,
}

impl MoveJudgement {
    /// What can be said of a bad move, by the best line of the position before it and the move's own.
    /// `None` if a line begins with an illegal move, or both with the same one.
    #[must_use]
    pub fn of_bad_move(game: &Game, best: &Line, played: &Line) -> Option<MoveJudgement> {
        let compared = Comparison::new(game, best, played)?;
        Some(MoveJudgement {
            allowed: allowed::allowed(&compared),
            missed: missed::missed(&compared),
            ..MoveJudgement::default()
        })
    }

    /// What can be said of a move by the best line of the position before it and the move's own. Nothing where a
    /// line begins with an illegal move, or where the move is neither good nor bad.
    #[must_use]
    pub fn of_move(game: &Game, best: &Line, played: &Line) -> MoveJudgement {
        let loss = chance(best.score) - chance(played.score);
        match Verdict::of(loss) {
            Some(_) => MoveJudgement::of_bad_move(game, best, played).unwrap_or_default(),
            None if loss <= MAX_GOOD_LOSS => MoveJudgement {
                well_done: well_done::well_done(game, best, played),
                ..MoveJudgement::default()
            },
            None => MoveJudgement::default(),
        }
    }

    /// What is said, in the order in which it is read.
    pub fn reasons(&self) -> impl Iterator<Item = &MoveReason> {
        let reasons = [&self.allowed, &self.missed, &self.well_done, &self.choice];
        reasons.into_iter().flatten()
    }
}

impl ReviewedGame {
    /// What can be said of the move at a ply of the game that was reviewed. Nothing is said beyond its
    /// end, without lines, or of lines that do not fit the game.
    #[must_use]
    pub fn judgement(&self, game: &Game, ply: usize) -> MoveJudgement {
        self.judged(game, ply).unwrap_or_default()
    }

    fn judged(&self, game: &Game, ply: usize) -> Option<MoveJudgement> {
        let (reviewed, &mv) = (self.review.moves.get(ply)?, game.moves().get(ply)?);
        let before = game_at(game, ply);
        let best = self.best.get(ply)?.as_ref()?;
        let played = self.line_of(&before, ply, mv)?;
        if reviewed.verdict.is_none() {
            let is_good = reviewed.loss <= MAX_GOOD_LOSS;
            return is_good.then(|| MoveJudgement {
                well_done: well_done::well_done(&before, best, &played),
                choice: self
                    .others
                    .get(ply)
                    .and_then(|others| choice::choice(&before, best, &played, others)),
                ..MoveJudgement::default()
            });
        }
        MoveJudgement::of_bad_move(&before, best, &played)
    }

    /// The line that begins with the move at a ply: of a search of the move, of the best move, or of the
    /// position after it.
    fn line_of(&self, before: &Game, ply: usize, mv: Move) -> Option<Line> {
        let searched = [&self.played, &self.best].map(|lines| lines.get(ply)?.as_ref());
        let mut searched = searched.into_iter().flatten();
        if let Some(line) = searched.find(|line| line.pv.first() == Some(&mv)) {
            return Some(line.clone());
        }
        let mut after = before.clone();
        after.play(mv).ok()?;
        match self.best.get(ply + 1)? {
            Some(line) => Some(lines::with_first(mv, line)),
            None => {
                let is_over = after.outcome().is_some();
                is_over.then(|| lines::last_move(mv, end_score(after.position())))
            }
        }
    }
}

/// The game before the move at a ply.
fn game_at(game: &Game, ply: usize) -> Game {
    let mut earlier = game.clone();
    while earlier.ply() > ply {
        earlier.undo();
    }
    earlier
}
