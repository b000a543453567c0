//! What page and worker say to each other about learning, and what the page shows of it.

use engine::{
    learning::{Ending, GameId as LessonId, Lesson, QTable},
    rules::{Color, Game, Move},
};
use serde::{Deserialize, Serialize};

use super::protocol::{decode, encode};
use crate::session::state::GameId;
use crate::settings::LearningChoice;

/// An imported memory is not larger than this, in bytes.
pub const MOST_BYTES: usize = 8 << 20;
/// A point of the learning curve counts so many games.
const WINDOW: usize = 20;
/// The curve has at most so many points.
const POINTS: usize = 60;

/// What the page asks for.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LearningOrder {
    /// How much is remembered?
    Look,
    /// Learn from a finished game; a game is learnt once.
    Learn(FinishedLesson),
    /// Everything, as a document.
    Export,
    /// Remember what this document says, and nothing else.
    Import(String),
    /// Forget everything.
    Forget,
}

/// What the worker answers.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LearningNews {
    /// So much is remembered now.
    Memory(MemorySummary),
    /// This game was learnt, or never can be.
    Learnt(GameId),
    /// The document that was asked for.
    Exported(String),
    /// The document was not taken over, for this reason; nothing has changed.
    Refused(String),
}

/// What is remembered, in figures.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemorySummary {
    /// Games that learners won, drew and lost.
    pub record: (u32, u32, u32),
    /// Positions that are known.
    pub states: u32,
    /// Points per game over the last games, per mille, from the first games to the latest.
    pub curve: Vec<u16>,
    /// Why nothing is kept beyond this page, if nothing is.
    pub trouble: Option<String>,
}

/// A finished game for learners, as it waits in the browser's storage until it is learnt.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct FinishedLesson {
    /// The game's id.
    pub id: GameId,
    /// The position before the moves; `None` for the usual start position.
    pub start_fen: Option<String>,
    /// The moves as they were played to the end; those taken back are not among them.
    pub moves: Vec<Move>,
    /// Who won.
    pub winner: Option<Color>,
    /// Whose moves are learnt.
    pub sides: Vec<Color>,
    /// How.
    pub how: LearningChoice,
}

impl FinishedLesson {
    /// Learns from the game; an illegal one teaches nothing.
    pub fn teach(&self, table: &mut QTable) {
        let Ok(game) = game(self.start_fen.as_deref(), &self.moves) else {
            return;
        };
        let params = self.how.params();
        if params.check().is_ok() {
            let lesson = Lesson {
                id: LessonId(self.id.bits()),
                game: &game,
                winner: self.winner,
                sides: &self.sides,
            };
            table.learn(&lesson, &params);
        }
    }

    /// As text for the browser's storage; [`FinishedLesson::from_text`] reads it back.
    pub fn to_text(&self) -> String {
        const DIGITS: &[u8; 16] = b"0123456789abcdef";
        let digit = |four: u8| char::from(DIGITS[usize::from(four)]);
        let bytes = encode(self);
        bytes
            .iter()
            .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
            .collect()
    }

    /// Reads what [`FinishedLesson::to_text`] wrote; `None` for anything else.
    pub fn from_text(text: &str) -> Option<Self> {
        let digits = text.bytes().map(|byte| char::from(byte).to_digit(16));
        let digits: Vec<u8> = digits
            .map(|digit| Some(digit? as u8))
            .collect::<Option<_>>()?;
        let bytes: Vec<u8> = digits
            .chunks(2)
            .map(|pair| pair.iter().fold(0, |byte, four| byte << 4 | four))
            .collect();
        decode(&bytes).ok()
    }
}

/// The game that these moves make.
///
/// # Errors
/// What is illegal about it, as text.
pub fn game(start_fen: Option<&str>, moves: &[Move]) -> Result<Game, String> {
    let mut game = match start_fen {
        None => Game::new(),
        Some(fen) => Game::from_fen(fen).map_err(|error| error.to_string())?,
    };
    for &mv in moves {
        game.play(mv).map_err(|error| error.to_string())?;
    }
    Ok(game)
}

impl MemorySummary {
    /// The figures of a table.
    pub fn of(table: &QTable, trouble: Option<String>) -> Self {
        let record = table.record();
        Self {
            record: (record.wins, record.draws, record.losses),
            states: u32::try_from(table.states()).unwrap_or(u32::MAX),
            curve: curve(table.endings()),
            trouble,
        }
    }
}

/// Points per game over the last [`WINDOW`] games, per mille, at evenly spaced places.
fn curve(endings: &[Ending]) -> Vec<u16> {
    let points = endings.len().min(POINTS);
    let at = |number: usize| {
        let end = endings.len() * number / points;
        let window = &endings[end.saturating_sub(WINDOW)..end];
        let halves: u32 = window.iter().map(|ending| ending.half_points()).sum();
        (halves * 500 / window.len().max(1) as u32) as u16
    };
    (1..=points).map(at).collect()
}

/// Reads an exported table.
///
/// # Errors
/// What is wrong with the document, for the visitor; foreign and damaged ones are refused whole.
pub fn import(text: &str) -> Result<QTable, String> {
    if text.len() > MOST_BYTES {
        let found = text.len() >> 20;
        return Err(format!("expected at most 8 MB, found {found}"));
    }
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lesson(id: u128) -> FinishedLesson {
        let mut game = Game::new();
        for san in ["f3", "e5", "g4", "Qh4#"] {
            let mv = engine::rules::san::parse(game.position(), san).unwrap();
            game.play(mv).unwrap();
        }
        FinishedLesson {
            id: GameId::from_bits(id),
            start_fen: None,
            moves: game.moves().to_vec(),
            winner: Some(Color::Black),
            sides: vec![Color::Black],
            how: LearningChoice::default(),
        }
    }

    #[test]
    fn a_lesson_is_learnt_once_and_shown_in_figures() {
        let mut table = QTable::default();
        lesson(1).teach(&mut table);
        lesson(1).teach(&mut table);
        let summary = MemorySummary::of(&table, None);
        assert_eq!((summary.record, summary.states), ((1, 0, 0), 2));
        assert_eq!(summary.curve, [1000]);
    }

    #[test]
    fn a_lesson_survives_the_browsers_storage_and_nothing_else_is_one() {
        let text = lesson(9).to_text();
        assert_eq!(FinishedLesson::from_text(&text), Some(lesson(9)));
        for text in [
            "",
            "0",
            "zz",
            "é",
            "{}",
            &text[2..],
            &text[..20],
            &"f".repeat(400),
        ] {
            assert_eq!(FinishedLesson::from_text(text), None, "{text}");
        }
    }

    #[test]
    fn an_illegal_lesson_teaches_nothing() {
        let mut table = QTable::default();
        let mut twice = lesson(1);
        twice.moves.extend(lesson(1).moves);
        twice.teach(&mut table);
        let mut damaged = lesson(1);
        damaged.start_fen = Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
        damaged.teach(&mut table);
        let mut wild = lesson(1);
        wild.how.rate = 101;
        wild.teach(&mut table);
        assert_eq!(table, QTable::default());
    }

    #[test]
    fn the_curve_follows_the_last_games_and_stays_short() {
        let mut endings = vec![Ending::Loss; 100];
        endings.extend([Ending::Win; 100]);
        let curve = super::curve(&endings);
        assert_eq!((curve.len(), curve[0], curve[59]), (60, 0, 1000));
        assert!(curve.is_sorted());
        assert!(super::curve(&[]).is_empty());
        assert_eq!(super::curve(&[Ending::Draw]), [500]);
    }

    #[test]
    fn what_was_exported_comes_back_and_anything_else_is_refused_with_a_reason() {
        let mut table = QTable::default();
        lesson(5).teach(&mut table);
        let text = table.to_json();
        assert_eq!(import(&text), Ok(table));
        for (from, to, reason) in [
            ("ponder-learning", "chess-brain", "format"),
            ("\"version\":1", "\"version\":2", "version"),
            ("\"results\":\"w\"", "\"results\":\"x\"", "results"),
            ("h4", "h9", "expected a move"),
            ("[30000,1]", "[3000000,1]", "expected a value"),
            ("[30000,1]", "[30000,0]", "visit"),
            ("[30000,1]", "[30000,-1]", "invalid value"),
            ("\"games\"", "\"gains\"", "unknown field"),
        ] {
            let damaged = text.replace(from, to);
            assert_ne!(damaged, text, "{from}");
            let error = import(&damaged).unwrap_err();
            assert!(error.contains(reason), "{error}");
        }
        for text in [
            "",
            "null",
            "[]",
            "{}",
            "\u{0}",
            &"[".repeat(100_000),
            &text[..40],
        ] {
            assert!(import(text).is_err());
        }
        let long = " ".repeat(MOST_BYTES + 1);
        assert!(import(&long).unwrap_err().contains("8 MB"));
    }
}
