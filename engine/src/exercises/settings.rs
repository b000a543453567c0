//! What the searches of an exercise maker may cost, and what makes an exercise.

use crate::rules::Game;
use crate::search::SearchLimits;

/// Minimum loss of the move in the game, percentage points of winning chance: between a mistake (10) and
/// a blunder (15), since small losses are overstated (regression to the mean).
pub const MIN_LOSS: f64 = 12.0;

/// Minimum loss in the first pass, whose short searches err in both directions; less than [`MIN_LOSS`].
pub(super) const MIN_SCANNED_LOSS: f64 = 10.0;

/// The good move is better than every other one by so many percentage points at least.
pub const MIN_GAP: f64 = 10.0;

/// The same in endings with at most [`FEW_MEN`] men. Evaluations prefer the side with more material in
/// drawn ones, such as rook and bishop against rook, by 15 to 20 points; between a win and a draw are 40.
pub const MIN_ENDING_GAP: f64 = 30.0;

/// Men on the board, kings and pawns included, up to which [`MIN_ENDING_GAP`] holds.
pub const FEW_MEN: u32 = 6;

/// Moves within so many percentage points of the best are equally good: below an inaccuracy (5), about
/// what two searches of one position differ by.
pub const EQUAL_POINTS: f64 = 3.0;

/// The most first moves that an exercise accepts.
pub const MAX_ACCEPTED: usize = 3;

/// The solver's winning chance after the best move, percent, at least: a side that is lost anyway has no
/// exercise. 30 % is about −230 centipawns.
pub const MIN_CHANCE: f64 = 30.0;

/// Where another move leaves such a chance, percent, it wins as well: about 375 centipawns. Nobody
/// should be told that a winning move is wrong.
pub const DECIDED_CHANCE: f64 = 80.0;

/// The most moves of the solver in a solution.
pub const MAX_SOLUTION_MOVES: usize = 5;

/// Nodes of the searches of an [`ExerciseMaker`](super::ExerciseMaker).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct ExerciseSettings {
    /// Of each position in the first pass.
    pub scan_nodes: u64,
    /// Of the three searches that check a candidate, rising.
    pub check_nodes: [u64; 3],
}

impl ExerciseSettings {
    /// For single games.
    pub const THOROUGH: ExerciseSettings = ExerciseSettings {
        scan_nodes: 8_000,
        check_nodes: [100_000, 300_000, 900_000],
    };

    /// For many games in the background.
    pub const IMPORT: ExerciseSettings = ExerciseSettings {
        scan_nodes: 4_000,
        check_nodes: [30_000, 90_000, 270_000],
    };
}

impl Default for ExerciseSettings {
    fn default() -> ExerciseSettings {
        ExerciseSettings::THOROUGH
    }
}

/// A search that an exercise maker needs next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ExerciseSearch {
    /// The position to search, with its history.
    pub game: Game,
    pub limits: SearchLimits,
    /// Whether the searcher first clears its transposition table and histories, so that the answer does
    /// not depend on earlier searches.
    pub fresh: bool,
}
