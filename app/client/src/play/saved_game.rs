//! A game as it survives a reload: versioned JSON in the browser's storage.
//!
//! Anybody can write there, so nothing of it is believed: the moves are replayed, and what is
//! damaged is left for a clean start.

use engine::player::Source;
use engine::rules::{Color, Game, Move, Outcome, Position};
use serde::{Deserialize, Serialize};
use wire::{Tally, game_id::GameId, time_control::TimeControl};

use super::day::Day;
use super::explanation::Said;
use super::seats::Seats;
use super::variation::Variation;
use super::win_streak::Streak;
use crate::chess_clock::Clock;

/// The format that this code writes.
pub const VERSION: u32 = 1;
/// The key of the game in the browser's storage.
pub const GAME_KEY: &str = "ponder.game";
/// The start of the keys of finished games that wait to be sent; the game's id follows.
pub const UNSENT_KEY: &str = "ponder.unsent.";
/// The start of the keys of finished games that wait to be learnt; the game's id follows.
pub const LESSON_KEY: &str = "ponder.lesson.";
/// A text longer than this is not a game, in bytes.
const MAX_BYTES: usize = 64 * 1024;

/// A game with what belongs to it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedGame {
    /// The format's version.
    pub version: u32,
    /// The game's id.
    pub client_id: GameId,
    /// When it began.
    #[serde(default)]
    pub day: Day,
    /// The position before the moves; `None` for the usual start position.
    pub start_fen: Option<String>,
    /// All moves in UCI notation, those that were taken back included.
    pub moves: Vec<String>,
    /// How many of the moves are played.
    pub ply: usize,
    /// The visitor's colour against the engine; `None` between people.
    pub human: Option<Color>,
    /// How it was ended by somebody's will or by the clock.
    #[serde(default)]
    pub ended: Option<Outcome>,
    /// The clocks.
    #[serde(default)]
    pub clock: Option<Clock>,
    /// Why the engine's moves were played, each with the ply before it.
    #[serde(default)]
    pub reasons: Vec<(usize, Said)>,
    /// Lines that were left, each with all its moves in UCI notation.
    #[serde(default)]
    pub variations: Vec<String>,
    /// Whether the result was counted.
    pub counted: bool,
    /// Whether the board is turned round.
    pub flipped: bool,
    /// The earlier ply that is looked at.
    pub viewed: Option<usize>,
    /// The visitor's games in this browser.
    pub tally: Tally,
    /// Whether two engines play.
    #[serde(default)]
    pub engines: bool,
    /// What the engine's moves came from, each with the ply before it.
    #[serde(default)]
    pub sources: Vec<(usize, Source)>,
    /// The visitor's latest games in a row with the same end.
    #[serde(default)]
    pub streak: Streak,
}

/// Why a saved game is of no use.
#[derive(Debug, thiserror::Error)]
pub enum SavedError {
    /// It is longer than any game.
    #[error("expected at most {MAX_BYTES} bytes, found {0}")]
    TooLong(usize),
    /// It is not of this form.
    #[error("not a saved game: {0}")]
    Malformed(#[from] serde_json::Error),
    /// It was written by another version.
    #[error("expected version {VERSION}, found {0}")]
    Version(u32),
    /// Its start position is illegal.
    #[error("start position: {0}")]
    Start(String),
    /// One of its moves is illegal.
    #[error("move {index}: {reason}")]
    Move {
        /// The move's place, from 0.
        index: usize,
        /// What is wrong with it.
        reason: String,
    },
    /// More moves are played than there are.
    #[error("ply {ply} of {moves} moves")]
    Ply {
        /// The ply.
        ply: usize,
        /// The number of moves.
        moves: usize,
    },
}

impl SavedGame {
    /// A game that goes on from what was played elsewhere, its latest position to be played from.
    /// What `before` says of the visitor stays.
    pub fn begin(
        client_id: GameId,
        day: Day,
        played: &Game,
        seats: Seats,
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
            clock: clock.map(Clock::new),
            reasons: Vec::new(),
            variations: Vec::new(),
            counted: false,
            flipped: false,
            viewed: None,
            tally: before.map(|before| before.tally).unwrap_or_default(),
            engines: seats == Seats::Engines,
            sources: Vec::new(),
            streak: before.map(|before| before.streak).unwrap_or_default(),
        }
    }

    /// Reads what [`SavedGame::encode`] wrote.
    ///
    /// # Errors
    /// Why the text is of no use.
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
        // A struct of strings, numbers and lists has no way to fail.
        serde_json::to_string(self).unwrap_or_default()
    }

    /// The game, replayed.
    ///
    /// # Errors
    /// The first thing that is not as it should be.
    pub fn game(&self) -> Result<Game, SavedError> {
        if self.version != VERSION {
            return Err(SavedError::Version(self.version));
        }
        let mut game = match &self.start_fen {
            None => Game::new(),
            Some(fen) => {
                Game::from_fen(fen).map_err(|error| SavedError::Start(error.to_string()))?
            }
        };
        for (index, text) in self.moves.iter().enumerate() {
            let refuse = |reason: String| SavedError::Move { index, reason };
            let mv = game
                .position()
                .parse_uci(text)
                .map_err(|error| refuse(error.to_string()))?;
            game.play(mv).map_err(|error| refuse(error.to_string()))?;
        }
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

    /// The lines that were left. One that is damaged is no loss to the game.
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

    /// Who plays.
    pub fn seats(&self) -> Seats {
        match (self.human, self.engines) {
            (Some(human), _) => Seats::Engine { human },
            (None, true) => Seats::Engines,
            (None, false) => Seats::People,
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
            day: Day::of(2026, 11, 23),
            start_fen: None,
            moves: ["e2e4", "e7e5", "g1f3"].map(str::to_owned).to_vec(),
            ply: 2,
            human: Some(Color::White),
            ended: None,
            clock: Some(Clock::new(TimeControl::USUAL[4])),
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
        assert_eq!(back.day, Day::default());
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
