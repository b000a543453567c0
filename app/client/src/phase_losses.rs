//! Losses of winning chance by the phase of the game, of one game's moves.

use engine::exercises::GamePhase;
use serde::{Deserialize, Serialize};

/// The phases of a game in their order.
pub const PHASES: [GamePhase; 3] = [
    GamePhase::Opening,
    GamePhase::Middlegame,
    GamePhase::Endgame,
];

/// The name in a sentence.
#[must_use]
pub fn phase_name(phase: GamePhase) -> &'static str {
    match phase {
        GamePhase::Opening => "opening",
        GamePhase::Middlegame => "middlegame",
        GamePhase::Endgame => "ending",
    }
}

/// How many moves, and what they lost together, in tenths of a percentage point of winning chance.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveLosses {
    pub moves: u16,
    pub loss: u32,
}

impl MoveLosses {
    /// Adds a move with its loss, tenths of a point.
    pub fn add(&mut self, loss: u16) {
        self.moves = self.moves.saturating_add(1);
        self.loss = self.loss.saturating_add(loss.into());
    }

    /// The loss per move, percentage points; `None` without moves.
    #[must_use]
    pub fn mean(&self) -> Option<f64> {
        (self.moves > 0).then(|| f64::from(self.loss) / 10.0 / f64::from(self.moves))
    }
}

/// Percentage points in tenths.
#[must_use]
pub fn tenths(points: f64) -> u16 {
    // At most 1,000.
    (points.clamp(0.0, 100.0) * 10.0 + 0.5) as u16
}

/// The losses of a side's moves, by the order of [`PHASES`]; each move with the phase of the position
/// before it, and its loss in percentage points.
#[must_use]
pub fn losses_by_phase(moves: impl IntoIterator<Item = (GamePhase, f64)>) -> [MoveLosses; 3] {
    let mut phases = [MoveLosses::default(); 3];
    for (phase, loss) in moves {
        if let Some(index) = PHASES.iter().position(|known| *known == phase) {
            phases[index].add(tenths(loss));
        }
    }
    phases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_phase_has_the_mean_loss_of_its_moves_and_none_without_moves() {
        let moves = [
            (GamePhase::Opening, 0.0),
            (GamePhase::Opening, 5.06),
            (GamePhase::Endgame, 120.0),
        ];
        let [opening, middlegame, endgame] = losses_by_phase(moves);
        assert_eq!((opening.moves, opening.loss), (2, 51));
        assert_eq!(opening.mean(), Some(2.55));
        assert_eq!(middlegame.mean(), None);
        assert_eq!(endgame.mean(), Some(100.0));
        assert_eq!(tenths(f64::NAN), 0);
    }
}
