//! How difficult an exercise is.

use super::exercise::Exercise;

/// An estimate of the difficulty of an exercise.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Difficulty {
    /// 1 to 5. It begins at 1; one is added for each of these: a search of 200 nodes does not find the
    /// move, one of 1,000 does not, one of 5,000 does not, one of 25,000 does not; the first move neither
    /// takes nor promotes nor gives check; at least three moves are to be found. 5 is the most.
    pub level: u8,
    /// Nodes of the shortest search that finds the move; see [`Exercise::found_after`].
    pub nodes: u32,
    /// Legal moves in the position.
    pub legal_moves: u16,
}

/// Nodes of the searches that a maker tries in turn.
pub(super) const PROBE_NODES: [u32; 4] = [200, 1_000, 5_000, 25_000];

/// The most difficult.
const MAX_LEVEL: usize = 5;
/// Moves of the solver from which a solution is long.
const LONG: usize = 3;

impl Exercise {
    /// Estimates the difficulty.
    #[must_use]
    pub fn difficulty(&self) -> Difficulty {
        let failed = PROBE_NODES
            .iter()
            .filter(|&&nodes| nodes < self.found_after);
        let forcing = |mv| self.start.gives_check(mv) || mv.is_capture() || mv.is_promotion();
        let quiet = self.best().is_some_and(|best| !forcing(best));
        let long = self.solver_moves() >= LONG;
        let level = 1 + failed.count() + usize::from(quiet) + usize::from(long);
        Difficulty {
            level: level.min(MAX_LEVEL) as u8,
            nodes: self.found_after,
            legal_moves: self.start.count_legal_moves() as u16,
        }
    }
}
