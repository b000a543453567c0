//! The phases of the game.

use engine::exercises::GamePhase;

use super::rate::Rate;
use crate::game_import::game_result::{GameResult, SideResult};
use crate::phase_losses::PHASES;

/// The visitor's moves by phase.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct PhasesReport {
    /// By the order of [`PHASES`].
    phases: [PhaseReport; 3],
}

/// The visitor's moves in a phase.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PhaseReport {
    /// Loss per move, tenths of a percentage point.
    pub loss: Rate,
    /// Mistakes and blunders per game that came to the phase.
    pub mistakes: Rate,
    /// Time, ms, of moves whose time is known.
    pub time_ms: u64,
    /// Games decided in it: for the visitor, and against.
    pub decided: [u32; 2],
}

impl PhaseReport {
    /// Games decided in it.
    #[must_use]
    pub fn all_decided(&self) -> u32 {
        self.decided.iter().sum()
    }
}

impl PhasesReport {
    pub(super) fn add(&mut self, game: &GameResult, side: &SideResult) {
        for (phase, found) in self.phases.iter_mut().zip(&side.phases) {
            let moves = found.moves;
            phase.loss.add(moves.loss, moves.moves.into());
            if moves.moves > 0 {
                phase.mistakes.add(found.mistakes.into(), 1);
            }
            phase.time_ms += u64::from(found.time_ms);
        }
        if let Some(decided) = game.decided {
            let against = usize::from(decided.ahead != side.color);
            if let Some(index) = PHASES.iter().position(|phase| *phase == decided.phase) {
                self.phases[index].decided[against] += 1;
            }
        }
    }

    #[must_use]
    pub fn of(&self, phase: GamePhase) -> &PhaseReport {
        let index = PHASES.iter().position(|other| *other == phase);
        &self.phases[index.unwrap_or_default()]
    }

    /// The phases in their order.
    pub fn iter(&self) -> impl Iterator<Item = (GamePhase, &PhaseReport)> {
        PHASES.into_iter().zip(&self.phases)
    }

    /// The share of the time in a phase, percent; `None` where no time is known.
    #[must_use]
    pub fn time_share(&self, phase: GamePhase) -> Option<f64> {
        let all: u64 = self.phases.iter().map(|one| one.time_ms).sum();
        (all > 0).then(|| self.of(phase).time_ms as f64 * 100.0 / all as f64)
    }
}
