//! What page and worker say to each other about learning, and what the page shows of it.

use engine::{
    learning::{Ending, QTable},
    rules::{Game, Move},
};
use serde::{Deserialize, Serialize};
use wire::{
    game_id::GameId,
    visitor::learners::{FinishedLesson, SyncRequest, SyncResponse},
};

use super::codec::{decode, encode};
use super::learner_sync::Ledger;

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
    /// What is there to tell the server?
    Meet,
    /// The server has answered.
    Met(SyncResponse),
    /// Forget everything here; the server keeps its own.
    Leave,
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
    /// This is to be told to the server.
    Meeting(SyncRequest),
}

/// What is remembered, in figures.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct MemorySummary {
    /// Games that learners won, drew and lost.
    pub record: (u32, u32, u32),
    /// Positions that are known.
    pub states: u32,
    /// Positions that had to make room.
    pub forgotten: u32,
    /// Whose the table is, as far as the server knows it.
    pub owner: Owner,
    /// What the server was not told yet: games, mostly.
    pub untold: u32,
    /// Points per game over the last games, per mille, from the first games to the latest.
    pub curve: Vec<u16>,
    /// Why nothing is kept beyond this page, if nothing is.
    pub trouble: Option<String>,
}

/// Whose a table is.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Owner {
    /// This browser's alone.
    #[default]
    Browser,
    /// A guest's: the server has it, too.
    Guest,
    /// An account's: it is on other devices, too.
    Account,
}

/// A lesson as text for the browser's storage; [`lesson_from_text`] reads it back.
pub fn lesson_to_text(lesson: &FinishedLesson) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |four: u8| char::from(DIGITS[usize::from(four)]);
    let bytes = encode(lesson);
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}

/// Reads what [`lesson_to_text`] wrote; `None` for anything else.
pub fn lesson_from_text(text: &str) -> Option<FinishedLesson> {
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
    pub fn of(table: &QTable, ledger: &Ledger, trouble: Option<String>) -> Self {
        let record = table.record();
        let number = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
        Self {
            record: (record.wins, record.draws, record.losses),
            states: number(table.states()),
            forgotten: u32::try_from(table.forgotten()).unwrap_or(u32::MAX),
            owner: match ledger.seen() {
                None => Owner::Browser,
                Some(seen) if seen.named => Owner::Account,
                Some(_) => Owner::Guest,
            },
            untold: number(ledger.pending()),
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

#[cfg(test)]
pub(super) mod tests {
    use engine::rules::Color;
    use wire::{game_id::GameId, learning_choice::LearningChoice};

    use super::*;

    /// The fool's mate, by which Black learns.
    pub fn lesson(id: u128) -> FinishedLesson {
        FinishedLesson {
            id: GameId::from_bits(id),
            start_fen: None,
            moves: ["f2f3", "e7e5", "g2g4", "d8h4"].map(str::to_owned).to_vec(),
            winner: Some(Color::Black),
            sides: vec![Color::Black],
            how: LearningChoice::default(),
        }
    }

    #[test]
    fn a_lesson_is_learnt_once_and_shown_in_figures() {
        let mut table = QTable::default();
        assert_eq!(lesson(1).teach(&mut table), Ok(true));
        assert_eq!(lesson(1).teach(&mut table), Ok(false));
        let summary = MemorySummary::of(&table, &Ledger::default(), None);
        assert_eq!((summary.record, summary.states), ((1, 0, 0), 2));
        assert_eq!(summary.curve, [1000]);
    }

    #[test]
    fn a_lesson_survives_the_browsers_storage_and_nothing_else_is_one() {
        let text = lesson_to_text(&lesson(9));
        assert_eq!(lesson_from_text(&text), Some(lesson(9)));
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
            assert_eq!(lesson_from_text(text), None, "{text}");
        }
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
}
