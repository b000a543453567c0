//! The stored form of a game: versioned JSON in the browser's storage.
//!
//! The text is untrusted: the moves are replayed, and a damaged game is replaced by a new one.

use engine::player::Source;
use engine::rules::{Color, Game, Move, Outcome, Position, ReplayError};
use serde::{Deserialize, Serialize};
use wire::{Tally, game_id::GameId, time_control::TimeControl};

use super::day::CalendarDate;
use super::explanation::Explanation;
use super::game_clock::GameClock;
use super::seats::Players;
use super::win_streak::Streak;

/// The version of the format that this code writes.
pub const VERSION: u32 = 1;
/// The key of the game in the browser's storage.
pub const GAME_KEY: &str = "ponder.game";
/// The longest text that is read, bytes.
const MAX_BYTES: usize = 64 * 1024;

/// All moves of an abandoned line, from the start position.
pub type Variation = Vec<Move>;

/// A stored game.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedGame {
    pub version: u32,
    pub client_id: GameId,
    #[serde(default)]
    pub day: CalendarDate,
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// All moves in UCI notation, including those that can be redone.
    pub moves: Vec<String>,
    /// The number of moves that are played.
    pub ply: usize,
    /// The visitor's colour against the engine; `None` between two people.
    pub human: Option<Color>,
    /// The outcome by resignation, agreement or clock.
    #[serde(default)]
    pub ended: Option<Outcome>,
    #[serde(default)]
    pub clock: Option<GameClock>,
    /// Explanations of the engine's moves, each with the ply before it.
    #[serde(default)]
    pub reasons: Vec<(usize, Explanation)>,
    /// Abandoned lines, each with all its moves in UCI notation.
    #[serde(default)]
    pub variations: Vec<String>,
    /// Whether the result was counted.
    pub counted: bool,
    /// Whether the board is flipped.
    pub flipped: bool,
    /// The earlier ply on the board.
    pub viewed: Option<usize>,
    /// The visitor's results in this browser.
    pub tally: Tally,
    /// Whether two engines play.
    #[serde(default)]
    pub engines: bool,
    /// The sources of the engine's moves, each with the ply before it.
    #[serde(default)]
    pub sources: Vec<(usize, Source)>,
    /// The visitor's latest games in a row with the same result.
    #[serde(default)]
    pub streak: Streak,
}

/// Why a stored game cannot be restored.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    #[error("expected at most {MAX_BYTES} bytes, found {0}")]
    TooLong(usize),
    #[error("not a saved game: {0}")]
    Malformed(#[from] serde_json::Error),
    #[error("expected version {VERSION}, found {0}")]
    Version(u32),
    /// The start position is illegal.
    #[error("start position: {0}")]
    Start(String),
    /// A move is illegal.
    #[error("move {index}: {reason}")]
    Move {
        /// The move's index, from 0.
        index: usize,
        reason: String,
    },
    /// More moves are played than exist.
    #[error("ply {ply} of {moves} moves")]
    Ply { ply: usize, moves: usize },
}

impl SavedGame {
    /// A game that continues another one at its last position. The visitor's results are those of
    /// `before`.
    pub fn continue_from(
        client_id: GameId,
        day: CalendarDate,
        played: &Game,
        seats: Players,
        clock: Option<TimeControl>,
        before: Option<&Self>,
    ) -> Self {
        let start = played.start();
        Self {
            version: VERSION,
            client_id,
            day,
            start_fen: (*start != Position::startpos()).then(|| start.to_fen()),
            moves: played.moves().iter().map(Move::to_string).collect(),
            ply: played.ply(),
            human: seats.human(),
            ended: None,
            clock: clock.map(GameClock::new),
            reasons: Vec::new(),
            variations: Vec::new(),
            counted: false,
            flipped: false,
            viewed: None,
            tally: before.map(|before| before.tally).unwrap_or_default(),
            engines: seats == Players::TwoEngines,
            sources: Vec::new(),
            streak: before.map(|before| before.streak).unwrap_or_default(),
        }
    }

    /// Reads the text of [`SavedGame::encode`].
    ///
    /// # Errors
    /// Why the text cannot be restored.
    pub fn decode(text: &str) -> Result<Self, SavedError> {
        if text.len() > MAX_BYTES {
            return Err(SavedError::TooLong(text.len()));
        }
        let saved: Self = serde_json::from_str(text)?;
        saved.game()?;
        Ok(saved)
    }

    /// The text for the storage.
    pub fn encode(&self) -> String {
        // Serialising strings, numbers and lists cannot fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// Replays the game.
    ///
    /// # Errors
    /// The first invalid part.
    pub fn game(&self) -> Result<Game, SavedError> {
        if self.version != VERSION {
            return Err(SavedError::Version(self.version));
        }
        let replayed = Game::replay(self.start_fen.as_deref(), &self.moves);
        let mut game = replayed.map_err(|error| match error {
            ReplayError::Start(error) => SavedError::Start(error.to_string()),
            ReplayError::Move { index, error } => SavedError::Move {
                index,
                reason: error.to_string(),
            },
        })?;
        if self.ply > self.moves.len() {
            return Err(SavedError::Ply {
                ply: self.ply,
                moves: self.moves.len(),
            });
        }
        while game.ply() > self.ply {
            game.undo();
        }
        Ok(game)
    }

    /// The variations; a damaged one is dropped.
    pub fn variations(&self) -> Vec<Variation> {
        let read = |text: &String| {
            let moves = text.split_whitespace().map(str::to_owned).collect();
            let line = Self {
                moves,
                ply: 0,
                ..self.clone()
            };
            Some(line.game().ok()?.redo_moves().to_vec())
        };
        self.variations.iter().filter_map(read).collect()
    }

    pub fn seats(&self) -> Players {
        match (self.human, self.engines) {
            (Some(human), _) => Players::Engine { human },
            (None, true) => Players::TwoEngines,
            (None, false) => Players::TwoPeople,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn saved() -> SavedGame {
        SavedGame {
            version: VERSION,
            client_id: GameId::from_bits(7),
            day: CalendarDate::new(2026, 11, 23),
            start_fen: None,
            moves: ["e2e4", "e7e5", "g1f3"].map(str::to_owned).to_vec(),
            ply: 2,
            human: Some(Color::White),
            ended: None,
            clock: Some(GameClock::new(TimeControl::USUAL[4])),
            reasons: Vec::new(),
            variations: vec!["e2e4 c7c5 g1f3".to_owned()],
            counted: false,
            flipped: true,
            viewed: Some(1),
            tally: Tally {
                wins: 1,
                draws: 2,
                losses: 3,
            },
            engines: false,
            sources: vec![(1, Source::Book)],
            streak: Streak::default(),
        }
    }

    #[test]
    fn a_game_comes_back_as_it_was_with_the_moves_that_were_taken_back() {
        let back = SavedGame::decode(&saved().encode()).unwrap();
        assert_eq!(back, saved());
        let game = back.game().unwrap();
        assert_eq!((game.ply(), game.redo_moves().len()), (2, 1));
    }

    #[test]
    fn a_game_from_before_days_were_kept_has_none() {
        let old = saved().encode().replace("\"day\":20261123,", "");
        let back = SavedGame::decode(&old).unwrap();
        assert_eq!(back.day, CalendarDate::default());
    }

    #[test]
    fn damaged_or_hostile_text_is_refused() {
        let good = saved().encode();
        for (from, to) in [
            ("\"version\":1", "\"version\":2"),
            ("e7e5", "e7e6e5"),
            ("e7e5", "e2e4"),
            ("\"ply\":2", "\"ply\":4"),
            ("\"ply\":2", "\"ply\":-1"),
            (
                "\"start_fen\":null",
                "\"start_fen\":\"8/8/8/8/8/8/8/8 w - - 0 1\"",
            ),
            ("\"white\"", "\"green\""),
            ("00000007", "0000000G"),
            ("00000007", "7"),
        ] {
            let damaged = good.replace(from, to);
            assert_ne!(damaged, good, "{from}");
            assert!(SavedGame::decode(&damaged).is_err(), "{damaged}");
        }
        for text in [
            "",
            "null",
            "[]",
            "{}",
            "\u{0}",
            "{\"version\":1}",
            &good[..good.len() - 1],
        ] {
            assert!(SavedGame::decode(text).is_err(), "{text:?}");
        }
        assert!(matches!(
            SavedGame::decode(&" ".repeat(MAX_BYTES + 1)),
            Err(SavedError::TooLong(_))
        ));
    }
}
