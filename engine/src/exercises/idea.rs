//! What the first move of a solution does, by the finders of `explain`.

use super::exercise::ExerciseIdea;
use crate::explain::{Facts, Sound, best_capture, why};
use crate::player::Decision;
use crate::rules::{BitBoard, Game, Position};
use crate::search::{Line, SearchLimits};

/// The most steps of a proof; longer ones are of distant mates.
pub(super) const MAX_PROOF_MOVES: usize = 64;

/// Collects the searches of a [`Sound`], one after the other.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct IdeaFinder {
    game: Game,
    /// The line of the best move.
    best: Line,
    /// Of each search.
    nodes: u64,
    free: Option<Line>,
    threat: Option<Line>,
    yours: Option<Line>,
    step: IdeaStep,
}

/// The search in progress: what a side does if the other passes.
#[derive(Clone, Debug, PartialEq)]
enum IdeaStep {
    /// The mover after the move.
    Free(Game),
    /// The mover after the move, with its best capture.
    Threat(Game, SearchLimits),
    /// The opponent in place of the move.
    Yours(Game),
    Done,
}

impl IdeaFinder {
    /// The idea of the first move of a line, with searches of so many nodes each.
    pub fn new(game: Game, best: Line, nodes: u64) -> IdeaFinder {
        let mut finder = IdeaFinder {
            game,
            best,
            nodes,
            free: None,
            threat: None,
            yours: None,
            step: IdeaStep::Done,
        };
        finder.step = match finder.passed() {
            Some(passed) => IdeaStep::Free(Game::from_position(passed)),
            None => finder.yours_step(),
        };
        finder
    }

    /// The search that is wanted next; `None` when all is known.
    pub fn wanted(&self) -> Option<(&Game, SearchLimits)> {
        match &self.step {
            IdeaStep::Free(game) | IdeaStep::Yours(game) => {
                Some((game, SearchLimits::nodes(self.nodes)))
            }
            IdeaStep::Threat(game, limits) => Some((game, limits.clone())),
            IdeaStep::Done => None,
        }
    }

    /// Takes in the lines of the search that was wanted.
    pub fn found(&mut self, lines: &[Line]) {
        let line = lines.first().cloned();
        self.step = match std::mem::replace(&mut self.step, IdeaStep::Done) {
            IdeaStep::Free(game) => {
                self.free = line;
                self.threat_step(game)
            }
            IdeaStep::Threat(..) => {
                self.threat = line;
                self.yours_step()
            }
            IdeaStep::Yours(_) => {
                self.yours = line;
                IdeaStep::Done
            }
            IdeaStep::Done => IdeaStep::Done,
        };
    }

    /// What can be said of the move.
    pub fn finish(self) -> Option<ExerciseIdea> {
        let sound = Sound {
            best: self.best.clone(),
            played: self.best.clone(),
            threat: self.threat,
            free: self.free,
            yours: self.yours,
        };
        let decision = Decision {
            mv: self.best.pv.first().copied(),
            depth: self.best.depth,
            lines: vec![self.best],
            ..Decision::game_over(0)
        };
        let mut reason = why(&Facts {
            game: &self.game,
            decision: &decision,
            earlier: None,
            sound: Some(&sound),
            said: &[],
        })?;
        reason.proof.moves.truncate(MAX_PROOF_MOVES);
        Some(ExerciseIdea {
            kind: reason.kind(),
            text: reason.text,
            proof: reason.proof,
        })
    }

    /// The position after the move with the mover to move again; `None` in check.
    fn passed(&self) -> Option<Position> {
        let mv = *self.best.pv.first()?;
        let position = self.game.position();
        let after = position.is_legal(mv).then(|| position.play(mv))?;
        (!after.in_check()).then(|| after.play_null())
    }

    fn threat_step(&mut self, game: Game) -> IdeaStep {
        let Some((capture, _)) = best_capture(game.position(), BitBoard::FULL) else {
            return self.yours_step();
        };
        if let Some(free) = &self.free
            && free.pv.first() == Some(&capture)
        {
            self.threat = Some(free.clone());
            return self.yours_step();
        }
        let limits = SearchLimits {
            searchmoves: vec![capture],
            ..SearchLimits::nodes(self.nodes)
        };
        IdeaStep::Threat(game, limits)
    }

    fn yours_step(&self) -> IdeaStep {
        let position = self.game.position();
        match position.in_check() {
            true => IdeaStep::Done,
            false => IdeaStep::Yours(Game::from_position(position.play_null())),
        }
    }
}
