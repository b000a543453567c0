//! Ten playing levels for every strategy that searches: search limits, evaluation noise and overlooked
//! moves. No level plays random moves.

use std::fmt;

use super::StrategyId;
use crate::eval::Noise;
use crate::rules::{Color, Game, Move, Piece, Position};
use crate::search::SearchLimits;

/// A playing level: 1 to 10, default 3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(try_from = "u8", into = "u8"))]
pub struct Level(u8);

/// The settings of a level.
struct Strength {
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
    /// Probability of overlooking a quiet move, per mille.
    overlooked: u32,
}

/// Minimum noise of plain minimax by level, centipawns.
const MIN_MINIMAX_NOISE_CP: [u16; 10] = [3_000, 1_000, 300, 0, 0, 0, 0, 0, 0, 0];

/// Nodes where a level does not limit them.
const MAX_NODES: u64 = 4_000_000;

/// Each level beats the one before; see the matches in NOTES.md.
#[rustfmt::skip]
const STRENGTHS: [Strength; 10] = [
    Strength { name: "Newcomer", about: "Sees one move, not your answer to it, and overlooks much.", elo: 210,
               depth: 1, exchanges: false, nodes: MAX_NODES, tree_nodes: 30, rollout_nodes: 60, noise_cp: 220, tree_noise_cp: 220, overlooked: 650 },
    Strength { name: "Beginner", about: "Sees one move and the exchanges after it; judges wildly, overlooks much.", elo: 430,
               depth: 1, exchanges: true, nodes: MAX_NODES, tree_nodes: 40, rollout_nodes: 250, noise_cp: 700, tree_noise_cp: 1800, overlooked: 650 },
    Strength { name: "Casual", about: "Sees one move and the exchanges after it; judges badly, overlooks half.", elo: 580,
               depth: 1, exchanges: true, nodes: MAX_NODES, tree_nodes: 40, rollout_nodes: 2_000, noise_cp: 400, tree_noise_cp: 500, overlooked: 500 },
    Strength { name: "Hobby", about: "Sees one move and the exchanges after it; judges roughly, overlooks some.", elo: 780,
               depth: 1, exchanges: true, nodes: MAX_NODES, tree_nodes: 80, rollout_nodes: 5_000, noise_cp: 180, tree_noise_cp: 180, overlooked: 300 },
    Strength { name: "Club", about: "Sees your answer, too; judges roughly, overlooks some.", elo: 1210,
               depth: 2, exchanges: true, nodes: MAX_NODES, tree_nodes: 300, rollout_nodes: 12_000, noise_cp: 180, tree_noise_cp: 180, overlooked: 280 },
    Strength { name: "Solid", about: "Sees your answer and the exchanges after it; errs a little.", elo: 1590,
               depth: 2, exchanges: true, nodes: MAX_NODES, tree_nodes: 800, rollout_nodes: 30_000, noise_cp: 70, tree_noise_cp: 70, overlooked: 110 },
    Strength { name: "Strong", about: "Looks two moves ahead for each side; errs a little.", elo: 1800,
               depth: 4, exchanges: true, nodes: MAX_NODES, tree_nodes: 6_000, rollout_nodes: 80_000, noise_cp: 50, tree_noise_cp: 50, overlooked: 80 },
    Strength { name: "Sharp", about: "Looks four of its own moves ahead, three of yours; misjudges nothing.", elo: 1960,
               depth: 7, exchanges: true, nodes: MAX_NODES, tree_nodes: 60_000, rollout_nodes: 200_000, noise_cp: 0, tree_noise_cp: 0, overlooked: 0 },
    Strength { name: "Expert", about: "Looks five moves ahead for each side; misjudges nothing.", elo: 2250,
               depth: 10, exchanges: true, nodes: MAX_NODES, tree_nodes: 300_000, rollout_nodes: 600_000, noise_cp: 0, tree_noise_cp: 0, overlooked: 0 },
    Strength { name: "Full", about: "All that it can: four million positions.", elo: 2680,
               depth: 100, exchanges: true, nodes: MAX_NODES, tree_nodes: MAX_NODES, rollout_nodes: MAX_NODES, noise_cp: 0, tree_noise_cp: 0, overlooked: 0 },
];

impl Level {
    /// The weakest.
    pub const WEAKEST: Level = Level(1);
    /// The strongest.
    pub const STRONGEST: Level = Level(10);

    /// All levels, weakest first.
    pub fn all() -> impl ExactSizeIterator<Item = Level> {
        (0..STRENGTHS.len()).map(|index| Level(index as u8 + 1))
    }

    /// The level of a number from 1 to 10.
    #[must_use]
    pub fn new(number: u8) -> Option<Level> {
        (1..=STRENGTHS.len() as u8)
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
        self.strength().name
    }

    /// A description in one sentence.
    #[must_use]
    pub fn about(self) -> &'static str {
        self.strength().about
    }

    /// Engine Elo of Intuition on the scale of Stockfish's `UCI_Elo`, by matches (see NOTES.md); not a
    /// human rating.
    #[must_use]
    pub const fn elo(self) -> u16 {
        self.strength().elo
    }

    const fn strength(self) -> &'static Strength {
        &STRENGTHS[self.0 as usize - 1]
    }

    /// The evaluation noise of this level, if it has any.
    #[must_use]
    pub fn noise(self, id: StrategyId, seed: u64) -> Option<Noise> {
        let strength = self.strength();
        let max_cp = match id {
            // Plain minimax never has quiescence, so its first levels differ by noise alone.
            StrategyId::Plodder => strength
                .noise_cp
                .max(MIN_MINIMAX_NOISE_CP[usize::from(self.0) - 1]),
            _ if is_tree(id) => strength.tree_noise_cp,
            _ => strength.noise_cp,
        };
        (max_cp > 0).then_some(Noise { max_cp, seed })
    }

    /// Whether this level has quiescence search.
    #[must_use]
    pub fn has_quiescence(self) -> bool {
        self.strength().exchanges
    }

    /// The stricter of `limits` and those of the level.
    #[must_use]
    pub fn limits(self, id: StrategyId, limits: &SearchLimits) -> SearchLimits {
        let strength = self.strength();
        let nodes = match id {
            StrategyId::ExplorerRollout => strength.rollout_nodes,
            _ if is_tree(id) => strength.tree_nodes,
            _ => strength.nodes,
        };
        SearchLimits {
            depth: Some(limits.depth.unwrap_or(u8::MAX).min(strength.depth)),
            nodes: Some(limits.nodes.unwrap_or(u64::MAX).min(nodes)),
            move_only: !limits.infinite,
            ..limits.clone()
        }
    }

    /// The legal moves that this level does not overlook.
    ///
    /// A function of position and seed. Quiet, long and backward moves are overlooked more often,
    /// captures and checks less; recaptures, mates in one and moves that save an attacked queen never.
    #[must_use]
    pub fn visible_moves(self, game: &Game, seed: u64) -> Vec<Move> {
        let position = game.position();
        let legal = position.legal_moves().to_vec();
        let overlooked = self.strength().overlooked;
        if overlooked == 0 {
            return legal;
        }
        let recapture = last_capture(game);
        let chance = |mv: Move| per_mille(position.key(), mv, seed);
        let visible: Vec<Move> = legal
            .iter()
            .copied()
            .filter(|&mv| {
                Some(mv.to()) == recapture && mv.is_capture()
                    || saves_queen(position, mv)
                    || mates(position, mv)
                    || chance(mv) >= overlooked * difficulty(position, mv) / 1_000
            })
            .collect();
        if visible.is_empty() {
            // At least the move least likely to be overlooked is visible.
            let easiest = legal.iter().copied().max_by_key(|&mv| chance(mv));
            return easiest.into_iter().collect();
        }
        visible
    }
}

/// Whether a strategy is a guided tree search, which has no depth.
pub(super) fn is_tree(id: StrategyId) -> bool {
    id == StrategyId::Explorer
}

/// The square of the last move's capture.
fn last_capture(game: &Game) -> Option<crate::rules::Square> {
    let last = game.moves().last()?;
    last.is_capture().then(|| last.to())
}

fn mates(position: &Position, mv: Move) -> bool {
    position.gives_check(mv) && !position.play(mv).has_legal_move()
}

/// Whether the move saves an attacked queen: moves it or captures the attacker.
fn saves_queen(position: &Position, mv: Move) -> bool {
    let us = position.side_to_move();
    position.colored(us, Piece::Queen).into_iter().any(|queen| {
        let attackers = position.attackers(queen, position.occupied()) & position.by_color(!us);
        !attackers.is_empty() && (mv.from() == queen || attackers.has(mv.to()))
    })
}

/// Factor on the probability of overlooking a move, per mille; 1,000 for a short quiet move.
fn difficulty(position: &Position, mv: Move) -> u32 {
    const CAPTURE: u32 = 300;
    const CHECK: u32 = 500;
    const LONG: u32 = 250;
    const BACKWARD: u32 = 350;
    let ranks = |square: crate::rules::Square| square.rank().index() as i32;
    let files = |square: crate::rules::Square| square.file().index() as i32;
    let ahead = match position.side_to_move() {
        Color::White => ranks(mv.to()) - ranks(mv.from()),
        Color::Black => ranks(mv.from()) - ranks(mv.to()),
    };
    let length = ahead.abs().max((files(mv.to()) - files(mv.from())).abs());
    let base = if mv.is_capture() {
        CAPTURE
    } else if position.gives_check(mv) {
        CHECK
    } else {
        1_000
    };
    base + if length >= 4 { LONG } else { 0 } + if ahead < 0 { BACKWARD } else { 0 }
}

/// A pseudo-random number below 1000, a function of key, move and seed.
fn per_mille(key: u64, mv: Move, seed: u64) -> u32 {
    use rand::RngExt;
    let action = u64::from(mv.from().index() as u32) << 6 | mv.to().index() as u64;
    let mut rng =
        crate::rng(key ^ seed.rotate_left(17) ^ action.wrapping_mul(0x9e37_79b9_7f4a_7c15));
    rng.random_range(0..1_000)
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

    fn game(fen: &str, moves: &[&str]) -> Game {
        let mut game = Game::from_fen(fen).unwrap();
        for uci in moves {
            let mv = game.position().parse_uci(uci).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    fn weakest() -> Level {
        Level(1)
    }

    fn is_always_seen(game: &Game, uci: &str) -> bool {
        let mv = game.position().parse_uci(uci).unwrap();
        (0..300).all(|seed| weakest().visible_moves(game, seed).contains(&mv))
    }

    #[test]
    fn what_nobody_overlooks_is_seen_by_the_weakest() {
        let mate = game("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", &[]);
        assert!(is_always_seen(&mate, "e1e8"));
        assert!(!is_always_seen(&mate, "e1e4"));
        let recapture = game("4k3/8/8/3p4/4P3/8/8/3RK3 b - - 0 1", &["d5e4"]);
        assert!(!is_always_seen(&recapture, "d1d8"));
        let taken = game("3rk3/8/8/3P4/8/8/8/3RK3 b - - 0 1", &["d8d5"]);
        assert!(is_always_seen(&taken, "d1d5"));
        let queen = game("3rk3/8/8/8/3Q4/8/8/4K3 w - - 0 1", &[]);
        assert!(is_always_seen(&queen, "d4a1") && is_always_seen(&queen, "d4d8"));
    }

    #[test]
    fn quiet_moves_are_missed_more_often_than_captures_and_long_ones_most() {
        let game = game("4k3/8/8/8/1p6/8/8/RB2K3 w - - 0 1", &[]);
        let game = {
            let mut with_capture = game;
            let mv = with_capture.position().parse_uci("a1a5").unwrap();
            with_capture.play(mv).unwrap();
            let mv = with_capture.position().parse_uci("b4b3").unwrap();
            with_capture.play(mv).unwrap();
            with_capture
        };
        let missed = |uci: &str| {
            let mv = game.position().parse_uci(uci).unwrap();
            (0..2_000)
                .filter(|&seed| !weakest().visible_moves(&game, seed).contains(&mv))
                .count()
        };
        let (short, long, back) = (missed("a5a6"), missed("a5f5"), missed("a5a1"));
        assert!(short < long && long < back, "{short} {long} {back}");
    }

    #[test]
    fn some_move_is_always_seen_and_only_legal_ones() {
        let game = game("7k/8/8/8/8/8/8/K7 w - - 0 1", &[]);
        for seed in 0..500 {
            let seen = weakest().visible_moves(&game, seed);
            assert!(!seen.is_empty());
            assert!(seen.iter().all(|&mv| game.position().is_legal(mv)));
        }
    }

    #[test]
    fn the_strongest_sees_everything_and_errs_nowhere() {
        let game = Game::new();
        assert_eq!(Level::STRONGEST.visible_moves(&game, 5).len(), 20);
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
