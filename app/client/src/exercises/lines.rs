//! The lines that can be stepped through: the solution, what happened in the game, and the proof of the idea.

use engine::explain::ClaimProof;
use engine::rules::Move;

use super::event::TrainEffect;
use super::shown_line::{LineKind, ShownLine};
use super::state::{Attempt, AttemptStage, TrainState};
use crate::play::{LinePreview, MoveProof};

impl Attempt {
    /// A line from the exercise's position; `None` if there is none, or it would give the solution away.
    #[must_use]
    pub fn line(&self, kind: LineKind) -> Option<MoveProof> {
        let exercise = &self.exercise;
        let is_over = matches!(self.stage, AttemptStage::Over(_));
        let proof = match kind {
            LineKind::Solution if is_over => of_moves(exercise.solution.iter()),
            LineKind::Game if is_over || self.repeats_the_game() => {
                of_moves([&exercise.played].into_iter().chain(&exercise.refutation))
            }
            LineKind::Idea if is_over => exercise.idea.as_ref()?.proof.clone(),
            _ => return None,
        };
        (!proof.is_empty()).then(|| MoveProof {
            ply: exercise.ply.into(),
            before: exercise.start,
            proof,
        })
    }

    /// The line on the board.
    pub(super) fn preview(&self) -> Option<LinePreview> {
        let ShownLine { kind, plies } = self.line?;
        self.line(kind)?.preview(plies, None)
    }
}

fn of_moves<'a>(moves: impl Iterator<Item = &'a Move>) -> ClaimProof {
    ClaimProof {
        moves: moves.copied().map(Some).collect(),
        squares: Vec::new(),
    }
}

impl TrainState {
    /// Whether a line plays on the board.
    #[must_use]
    pub fn is_playing(&self) -> bool {
        self.is_playing
    }

    pub(super) fn play_line(&mut self, kind: Option<LineKind>, effects: &mut Vec<TrainEffect>) {
        self.is_playing = false;
        let Some(attempt) = &mut self.shown else {
            return;
        };
        attempt.line = None;
        if let Some(kind) = kind
            && attempt.line(kind).is_some()
        {
            attempt.line = Some(ShownLine { kind, plies: 0 });
            self.is_playing = true;
            self.film = self.film.wrapping_add(1);
            effects.push(TrainEffect::TickSoon(self.film));
        }
    }

    pub(super) fn show_ply(&mut self, kind: LineKind, plies: usize) {
        self.is_playing = false;
        let Some(attempt) = &mut self.shown else {
            return;
        };
        if let Some(line) = attempt.line(kind) {
            let plies = plies.min(line.proof.moves.len());
            attempt.line = Some(ShownLine { kind, plies });
        }
    }

    pub(super) fn tick(&mut self, effects: &mut Vec<TrainEffect>) {
        let Some(attempt) = self.shown.as_mut().filter(|_| self.is_playing) else {
            return;
        };
        let Some(ShownLine { kind, plies }) = attempt.line else {
            return;
        };
        let last = attempt.line(kind).map_or(0, |line| line.proof.moves.len());
        let plies = (plies + 1).min(last);
        attempt.line = Some(ShownLine { kind, plies });
        self.is_playing = plies < last;
        if self.is_playing {
            effects.push(TrainEffect::TickSoon(self.film));
        }
    }
}
