//! Ten playing levels for every strategy that searches: search limits, evaluation noise and overlooked
//! moves. No level plays random moves.

use std::fmt;
use std::time::Duration;

use super::StrategyId;
use crate::eval::Noise;
use crate::rules::Game;
use crate::search::SearchLimits;
use crate::sight::Sight;

/// A playing level: 1 to 10, default 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Level(u8);

/// The settings of a level.
struct LevelSettings {
    name: &'static str,
    /// In plain words, for the page.
    about: &'static str,
    /// Engine Elo of Intuition, on the scale of Stockfish's UCI_Elo; see NOTES.md.
    elo: u16,
    /// Maximum depth of iterative deepening, plies.
    depth: u8,
    /// Quiescence search.
    exchanges: bool,
    /// Maximum number of nodes.
    nodes: u64,
    /// The same for a tree search, which has no depth.
    tree_nodes: u64,
    /// The same for random playouts, whose positions all count.
    rollout_nodes: u64,
    /// Maximum evaluation noise, centipawns.
    noise_cp: u16,
    /// The same for a tree search, which always has quiescence.
    tree_noise_cp: u16,
    /// [`Sight::overlooked`].
    overlooked: u16,
}

/// Minimum noise of plain minimax by level, centipawns.
const MIN_MINIMAX_NOISE_CP: [u16; 10] = [3_000, 1_000, 300, 0, 0, 0, 0, 0, 0, 0];

/// Nodes where a level does not limit them.
const MAX_NODES: u64 = 4_000_000;

/// Each level beats the one before; see the matches in NOTES.md.
#[rustfmt::skip]
const SETTINGS: [LevelSettings; 10] = [
    LevelSettings { name: "Newcomer", about: "Sees one move, not what comes after it, and overlooks much.", elo: 210,
               depth: 1, exchanges: false, nodes: MAX_NODES, tree_nodes: 30, rollout_nodes: 60, noise_cp: 250, tree_noise_cp: 220, overlooked: 630 },
    LevelSettings { name: "Beginner", about: "Sees one move and the exchanges after it; overlooks most, judges badly.", elo: 430,
               depth: 1, exchanges: true, nodes: MAX_NODES, tree_nodes: 40, rollout_nodes: 250, noise_cp: 375, tree_noise_cp: 1800, overlooked: 900 },
    LevelSettings { name: "Casual", about: "Sees your answer, too, but overlooks most of what is not a capture or a check.", elo: 580,
               depth: 2, exchanges: true, nodes: MAX_NODES, tree_nodes: 40, rollout_nodes: 2_000, noise_cp: 140, tree_noise_cp: 250, overlooked: 935 },
    LevelSettings { name: "Hobby", about: "Looks at its next move, too; overlooks half, judges roughly.", elo: 780,
               depth: 3, exchanges: true, nodes: MAX_NODES, tree_nodes: 80, rollout_nodes: 5_000, noise_cp: 110, tree_noise_cp: 180, overlooked: 645 },
    LevelSettings { name: "Club", about: "Looks at its next move, too; overlooks some, judges roughly.", elo: 1210,
               depth: 3, exchanges: true, nodes: MAX_NODES, tree_nodes: 300, rollout_nodes: 12_000, noise_cp: 80, tree_noise_cp: 180, overlooked: 490 },
    LevelSettings { name: "Solid", about: "Looks three of its own moves ahead, overlooks a few, errs a little.", elo: 1590,
               depth: 5, exchanges: true, nodes: 20_000, tree_nodes: 800, rollout_nodes: 30_000, noise_cp: 50, tree_noise_cp: 70, overlooked: 235 },
    LevelSettings { name: "Strong", about: "Looks four moves ahead for each side, and overlooks one now and then.", elo: 1800,
               depth: 8, exchanges: true, nodes: 60_000, tree_nodes: 6_000, rollout_nodes: 80_000, noise_cp: 30, tree_noise_cp: 50, overlooked: 175 },
    LevelSettings { name: "Sharp", about: "Looks four of its own moves ahead, three of yours; misjudges nothing.", elo: 1960,
               depth: 7, exchanges: true, nodes: MAX_NODES, tree_nodes: 60_000, rollout_nodes: 200_000, noise_cp: 0, tree_noise_cp: 0, overlooked: 0 },
    LevelSettings { name: "Expert", about: "Looks five moves ahead for each side; misjudges nothing.", elo: 2250,
               depth: 10, exchanges: true, nodes: MAX_NODES, tree_nodes: 300_000, rollout_nodes: 600_000, noise_cp: 0, tree_noise_cp: 0, overlooked: 0 },
    LevelSettings { name: "Full", about: "All that it can: four million positions.", elo: 2680,
               depth: 100, exchanges: true, nodes: MAX_NODES, tree_nodes: MAX_NODES, rollout_nodes: MAX_NODES, noise_cp: 0, tree_noise_cp: 0, overlooked: 0 },
];

impl Level {
    /// The weakest.
    pub const WEAKEST: Level = Level(1);
    /// The strongest.
    pub const STRONGEST: Level = Level(10);

    /// All levels, weakest first.
    pub fn all() -> impl ExactSizeIterator<Item = Level> {
        (0..SETTINGS.len()).map(|index| Level(index as u8 + 1))
    }

    /// The level of a number from 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=SETTINGS.len() as u8)
            .contains(&number)
            .then_some(Level(number))
    }

    /// 1 to 10.
    #[must_use]
    pub fn number(self) -> u8 {
        self.0
    }

    #[must_use]
    pub fn name(self) -> &'static str {
        self.settings().name
    }

    /// A description in one sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.settings().about
    }

    /// Engine Elo of Intuition on the scale of Stockfish's `UCI_Elo`, by matches (see NOTES.md); not a
    /// human rating.
    #[must_use]
    pub const fn elo(self) -> u16 {
        self.settings().elo
    }

    const fn settings(self) -> &'static LevelSettings {
        &SETTINGS[self.0 as usize - 1]
    }

    /// The evaluation noise of this level, if it has any.
    #[must_use]
    pub fn noise(self, id: StrategyId, seed: u64) -> Option<Noise> {
        let settings = self.settings();
        let max_cp = match id {
            // Plain minimax never has quiescence, so its first levels differ by noise alone.
            StrategyId::Plodder => settings
                .noise_cp
                .max(MIN_MINIMAX_NOISE_CP[usize::from(self.0) - 1]),
            _ if is_tree(id) => settings.tree_noise_cp,
            _ => settings.noise_cp,
        };
        (max_cp > 0).then_some(Noise { max_cp, seed })
    }

    /// Whether this level has quiescence search.
    #[must_use]
    pub fn has_quiescence(self) -> bool {
        self.settings().exchanges
    }

    /// The stricter of `limits` and those of the level.
    #[must_use]
    pub fn limits(self, id: StrategyId, limits: &SearchLimits) -> SearchLimits {
        let settings = self.settings();
        let nodes = match id {
            StrategyId::ExplorerRollout => settings.rollout_nodes,
            _ if is_tree(id) => settings.tree_nodes,
            _ => settings.nodes,
        };
        SearchLimits {
            depth: Some(limits.depth.unwrap_or(u8::MAX).min(settings.depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(nodes)),
            move_only: !limits.infinite,
            ..limits.clone()
        }
    }

    /// What this level overlooks in the game's position and below it, with so much time left on its clock, if it has
    /// one; `None` where it sees everything.
    #[must_use]
    pub fn sight(self, game: &Game, left: Option<Duration>, seed: u64) -> Option<Sight> {
        let overlooked = self.settings().overlooked;
        (overlooked > 0).then(|| Sight::at(game, overlooked, left, seed))
    }
}

/// Whether a strategy is a guided tree search, which has no depth.
pub(super) fn is_tree(id: StrategyId) -> bool {
    id == StrategyId::Explorer
}

impl Default for Level {
    fn default() -> Self {
        Level(3)
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl From<Level> for u8 {
    fn from(level: Level) -> u8 {
        level.0
    }
}

/// A level outside 1 to 10.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a level from 1 to 10, found {0}")]
pub struct InvalidLevel(u8);

impl TryFrom<u8> for Level {
    type Error = InvalidLevel;

    fn try_from(number: u8) -> Result<Level, InvalidLevel> {
        Level::new(number).ok_or(InvalidLevel(number))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strongest_sees_everything_and_errs_nowhere() {
        let game = Game::new();
        assert_eq!(Level::STRONGEST.sight(&game, None, 5), None);
        assert_eq!(Level::STRONGEST.noise(StrategyId::Calculator, 5), None);
    }

    #[test]
    fn a_level_only_tightens_limits() {
        let limits = Level(2).limits(StrategyId::Calculator, &SearchLimits::nodes(7));
        assert_eq!((limits.depth, limits.nodes), (Some(1), Some(7)));
        let limits = Level(10).limits(StrategyId::Calculator, &SearchLimits::depth(4));
        assert_eq!(limits.depth, Some(4));
    }

    #[test]
    fn levels_are_one_to_ten() {
        assert_eq!(Level::all().len(), 10);
        assert_eq!(Level::new(0), None);
        assert_eq!(Level::new(11), None);
        assert_eq!(Level::default().number(), 3);
        for level in Level::all() {
            assert!(!level.name().is_empty() && level.about().ends_with('.'));
        }
    }
}
