//! Replays games from text.

use super::{FenError, Game, MoveError};

/// Why a game cannot be replayed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReplayError {
    /// The start position is invalid.
    #[error("{0}")]
    Start(#[from] FenError),
    /// A move is invalid.
    #[error("{error}")]
    Move {
        /// Its index.
        index: usize,
        /// What is wrong with it.
        error: MoveError,
    },
}

impl Game {
    /// Plays moves in UCI notation from the position of a FEN, or from the standard one.
    ///
    /// ```
    /// use engine::rules::Game;
    ///
    /// assert_eq!(Game::replay(None, &["e2e4", "e7e5"]).unwrap().ply(), 2);
    /// assert!(Game::replay(None, &["e2e4", "e2e4"]).is_err());
    /// ```
    ///
    /// # Errors
    /// The FEN, or the first move that is invalid.
    pub fn replay<S: AsRef<str>>(
        start_fen: Option<&str>,
        moves: &[S],
    ) -> Result<Game, ReplayError> {
        let mut game = start_fen.map_or(Ok(Game::new()), Game::from_fen)?;
        for (index, text) in moves.iter().enumerate() {
            let mv = game.position().parse_uci(text.as_ref());
            let mv = mv.map_err(|error| ReplayError::Move { index, error })?;
            game.push(mv, game.position().play(mv));
        }
        Ok(game)
    }
}
