//! Who plays the opponent's moves, and which.

use engine::book::{Book, Style};
use engine::exercises::ExerciseId;
use engine::player::{LearnerConfig, Level, StrategyId, Strength};
use engine::rules::{Game, Move, Position};
use engine::search::{Options, SearchLimits};

use super::repertoire::Repertoire;
use crate::worker::protocol::{HASH_MB, TableChoice};
use crate::worker::{SearchId, SearchOrder};

/// The engine's levels that can be chosen.
const LEVELS: [u8; 4] = [2, 4, 6, 8];

/// Who plays the opponent's moves.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub enum LineOpponent {
    /// The repertoire, towards the cards that are to be asked.
    #[default]
    Repertoire,
    /// The opening book.
    Book,
    /// The engine.
    Engine(Level),
    /// The visitor's learner, as it plays at the board.
    Learner(LearnerConfig),
}

/// A reply of the repertoire, drawn by how many of the wanted cards, sorted by id, come after it; any one where
/// none does.
pub(super) fn repertoire_reply(
    repertoire: &Repertoire,
    position: &Position,
    wanted: &[ExerciseId],
    seed: u64,
) -> Option<Move> {
    let moves = repertoire.moves_at(position);
    let after = |&mv: &Move| repertoire.cards_from(&position.play(mv), wanted);
    let mut weights: Vec<usize> = moves.iter().map(after).collect();
    if weights.iter().all(|&weight| weight == 0) {
        weights.fill(1);
    }
    let total: usize = weights.iter().sum();
    let mut drawn = mixed(seed).checked_rem(total as u64)? as usize;
    moves.into_iter().zip(weights).find_map(|(mv, weight)| {
        let is_drawn = drawn < weight;
        drawn = drawn.saturating_sub(weight);
        is_drawn.then_some(mv)
    })
}

/// A move of the opening book, drawn by its weight.
pub(super) fn book_reply(position: &Position, seed: u64) -> Option<Move> {
    Book::shared().choose(position, Style::Standard, &mut engine::rng(seed))
}

/// A number that differs much between neighbouring seeds: the last step of SplitMix64.
fn mixed(seed: u64) -> u64 {
    let mut mixed = seed.wrapping_add(0x9e37_79b9_7f4a_7c15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    mixed ^ (mixed >> 31)
}

impl LineOpponent {
    /// The choices of a visitor with this learner.
    #[must_use]
    pub fn choices(learner: LearnerConfig) -> Vec<LineOpponent> {
        let levels = LEVELS.into_iter().filter_map(Level::new);
        let mut choices = vec![LineOpponent::Repertoire, LineOpponent::Book];
        choices.extend(levels.map(LineOpponent::Engine));
        choices.push(LineOpponent::Learner(learner));
        choices
    }

    /// The search for the opponent's move; `None` where none is needed.
    pub(super) fn order(self, id: SearchId, game: &Game, seed: u64) -> Option<SearchOrder> {
        let (strategy, level, learning) = match self {
            LineOpponent::Repertoire | LineOpponent::Book => return None,
            LineOpponent::Engine(level) => (StrategyId::Ponder, Some(level), None),
            LineOpponent::Learner(learning) => (StrategyId::Learner, None, Some(learning)),
        };
        Some(SearchOrder {
            id,
            start_fen: None,
            moves: game.moves().to_vec(),
            limits: SearchLimits::default(),
            strategy,
            strength: level.map(Strength::from),
            book: level.map(|_| Style::Standard),
            playing_style: None,
            learning,
            options: Options::default(),
            tables: TableChoice::None,
            seed,
            hash_mb: HASH_MB,
        })
    }
}
