//! What is searched, by which mind.

use engine::player::StrategyId;
use engine::rules::{FenError, Game, Move};
use engine::search::Options;
use serde::{Deserialize, Serialize};

use crate::play::start_fen;

/// The minds whose search can be shown.
pub const TRACED: [StrategyId; 7] = [
    StrategyId::Intuition,
    StrategyId::Calculator,
    StrategyId::Explorer,
    StrategyId::Pruner,
    StrategyId::Plodder,
    StrategyId::Yours,
    StrategyId::Guest,
];

/// The visits that a tree search can have.
pub const VISITS: [u32; 5] = [100, 400, 1_600, 6_400, 25_600];

/// The most nodes of a search, so that it ends within seconds.
pub const MAX_NODES: u64 = 1_000_000;

/// A search to show.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TraceSetup {
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The moves up to the position; repetitions depend on them.
    pub moves: Vec<Move>,
    /// One of [`TRACED`].
    pub mind: StrategyId,
    /// Depth of the search, plies; at most [`TraceSetup::max_depth`].
    pub depth: u8,
    /// Visits of a tree search, one of [`VISITS`]; others end by depth.
    pub visits: u32,
    pub options: Options,
}

/// Why nothing can be searched.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SetupError {
    #[error("The position (fen): {0}")]
    Position(#[from] FenError),
    #[error("The move {number} (moves), {text:?}, is not legal there.")]
    Move { number: usize, text: String },
    #[error("The link is too long: at most 1,000 moves and 64 KB are read.")]
    TooLong,
    #[error("The mind (mind) {0:?} is none whose search can be shown.")]
    Mind(String),
    #[error("The depth (depth) {text:?} is no number from 1 to {max}.")]
    Depth { text: String, max: u8 },
    #[error("The visits (visits) {0:?} are none of 100, 400, 1600, 6400, 25600.")]
    Visits(String),
    #[error("The switch (without) {0:?} is not known.")]
    Switch(String),
    #[error("The game is over here: there is nothing to search.")]
    GameOver,
}

impl Default for TraceSetup {
    fn default() -> Self {
        Self {
            start_fen: None,
            moves: Vec::new(),
            mind: StrategyId::Intuition,
            depth: 6,
            visits: 6_400,
            options: Options::default(),
        }
    }
}

impl TraceSetup {
    /// A search of the position after the first `plies` moves of a game by the mind that is most like
    /// `mind`.
    #[must_use]
    pub fn of_game(game: &Game, plies: usize, mind: StrategyId) -> Self {
        let mind = match TRACED.contains(&mind) {
            true => mind,
            false => StrategyId::Intuition,
        };
        let usual = Self::default();
        Self {
            start_fen: start_fen(game),
            moves: game.moves().iter().copied().take(plies).collect(),
            mind,
            depth: usual.depth.min(Self::max_depth(mind)),
            ..usual
        }
    }

    /// The deepest search of a mind, plies.
    #[must_use]
    pub fn max_depth(mind: StrategyId) -> u8 {
        match mind {
            StrategyId::Plodder => 4,
            StrategyId::Pruner => 7,
            _ => 14,
        }
    }

    /// Whether the mind's bets can be checked.
    #[must_use]
    pub fn has_checked_bets(&self) -> bool {
        matches!(
            self.mind,
            StrategyId::Intuition
                | StrategyId::Calculator
                | StrategyId::Pruner
                | StrategyId::Yours
                | StrategyId::Guest
        )
    }

    /// Whether each part of the mind's search can be switched off.
    #[must_use]
    pub fn has_switches(&self) -> bool {
        self.has_checked_bets() && self.mind != StrategyId::Pruner
    }

    /// The game up to the position.
    ///
    /// # Errors
    /// The position cannot be read, a move is illegal, or the game is over.
    pub fn game(&self) -> Result<Game, SetupError> {
        let mut game = match &self.start_fen {
            None => Game::new(),
            Some(fen) => Game::from_fen(fen)?,
        };
        for (index, &mv) in self.moves.iter().enumerate() {
            game.play(mv).map_err(|_| SetupError::Move {
                number: index + 1,
                text: mv.to_string(),
            })?;
        }
        match game.position().has_legal_move() {
            true => Ok(game),
            false => Err(SetupError::GameOver),
        }
    }
}
