//! Synchronises a visitor's learner between the server and all of the visitor's devices.
//!
//! The server's table and network are the fold of the visitor's operations, games mostly, in the order
//! in which they reached the server. A device has a copy: the server's as of the last synchronisation,
//! with the operations of this device since applied to it. To synchronise, the device sends those
//! operations, each with an id by which it counts once, and receives table and network where its copy
//! differs.

use engine::learning::{GameId as LessonId, Lesson, QTable};
use engine::rules::{Color, Game};
use serde::{Deserialize, Serialize};

use super::caller::{BackendError, BoxFuture, SessionToken};
use super::networks::FileBytes;
use crate::field_error::FieldError;
use crate::finished_game::{self, ClaimedResult};
use crate::game_id::GameId;
use crate::learning_choice::LearningChoice;

/// The most positions in a table. Beyond them the least visited are dropped.
pub const MAX_POSITIONS: usize = 20_000;
/// The most bytes of an imported document.
pub const MAX_DOCUMENT_BYTES: usize = 8 << 20;
/// The most games of an imported document.
pub const MAX_GAMES: usize = 50_000;
/// The most operations of one request.
pub const MAX_OPS: usize = 64;

/// A finished game to learn from.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedLesson {
    /// The game's id.
    pub id: GameId,
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The moves in UCI notation, without those that were undone.
    pub moves: Vec<String>,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// The sides whose moves are learned.
    pub sides: Vec<Color>,
    /// The learning settings of the game.
    pub how: LearningChoice,
}

impl FinishedLesson {
    /// Replays the game.
    ///
    /// # Errors
    /// The first field at fault: an impossible game or result.
    pub fn check(&self) -> Result<Game, FieldError> {
        let params = self.how.params().check();
        params.map_err(|(name, range)| {
            FieldError::new(format!("how.{name}"), format_args!("expected {range}"))
        })?;
        let one_or_both = match self.sides[..] {
            [_] => true,
            [one, other] => one != other,
            _ => false,
        };
        if !one_or_both {
            return Err(FieldError::new("sides", "expected one colour or both"));
        }
        if self.moves.is_empty() {
            return Err(FieldError::new("moves", "expected a move or more"));
        }
        let claimed = ClaimedResult::Winner(self.winner);
        finished_game::verify(self.start_fen.as_deref(), &self.moves, claimed)
    }

    /// Learns from the game in a table; `false` if it was learned before.
    ///
    /// # Errors
    /// As [`check`](Self::check); the table is then unchanged.
    pub fn teach(&self, table: &mut QTable) -> Result<bool, FieldError> {
        let game = self.check()?;
        let new = table.learn(&self.lesson(&game), &self.how.params());
        table.evict(MAX_POSITIONS);
        Ok(new)
    }

    /// The engine's form of the lesson, with the game that [`check`](Self::check) has replayed.
    pub fn lesson<'a>(&'a self, game: &'a Game) -> Lesson<'a> {
        Lesson {
            id: LessonId(self.id.bits()),
            game,
            winner: self.winner,
            sides: &self.sides,
        }
    }
}

/// Replaces the table: by an imported one, or by an empty one.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// The operation's id, drawn by the device.
    pub id: GameId,
    /// The learner that the device knew when it replaced the table. Any other learner that is not
    /// empty is left as it is.
    pub over: Option<GameId>,
    /// The new table, as exported.
    pub document: String,
}

/// Replaces the network: by one to learn on with, or by none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct NetworkReplacement {
    /// The operation's id, drawn by the device.
    pub id: GameId,
    /// The learner that the device knew when it replaced the network. Any other learner that has a network
    /// keeps it.
    pub over: Option<GameId>,
    /// The file of the new network's weights.
    pub weights: Option<FileBytes>,
}

/// A change of a learner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum LearnerOp {
    /// Learns from a game.
    Learn(FinishedLesson),
    /// Replaces the table.
    Replace(Replacement),
    /// Replaces the network.
    ReplaceNetwork(NetworkReplacement),
}

impl LearnerOp {
    /// The id by which the operation counts once.
    pub fn id(&self) -> &GameId {
        match self {
            Self::Learn(lesson) => &lesson.id,
            Self::Replace(replacement) => &replacement.id,
            Self::ReplaceNetwork(replacement) => &replacement.id,
        }
    }
}

/// A revision of a learner on the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LearnerRevision {
    /// The learner: 32 hexadecimal digits, random.
    pub learner: GameId,
    /// The number of operations in it.
    pub revision: u64,
    /// Whether its owner has an account, and other devices may have it too.
    pub named: bool,
}

/// What a device sends.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SyncRequest {
    /// The revision that the device's copy is based on.
    pub seen: Option<LearnerRevision>,
    /// The operations that the server may not know yet, oldest first; at most [`MAX_OPS`].
    #[serde(rename = "deeds")]
    pub ops: Vec<LearnerOp>,
}

/// The server's answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SyncResponse {
    /// The learner's revision; `None` if the session is unknown to the server.
    pub now: Option<LearnerRevision>,
    /// The operations that need not be sent again: applied, or refused for good.
    pub done: Vec<GameId>,
    /// The table, as exported; `None` if it equals the device's copy.
    pub table: Option<String>,
    /// With a table, the file of the network's weights, if the learner has a network.
    pub network: Option<FileBytes>,
}

/// The answer, with the token of a guest that was created for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SyncOutcome {
    /// The answer.
    pub response: SyncResponse,
    /// The token of a new guest.
    pub new_session: Option<SessionToken>,
}

/// What the server does with learners.
pub trait Learners: Send + Sync + 'static {
    /// Applies the operations that are new and answers the learner's revision. Creates a guest if
    /// there is something to keep for a visitor without a session.
    fn sync_learner<'a>(
        &'a self,
        session: Option<SessionToken>,
        request: SyncRequest,
    ) -> BoxFuture<'a, Result<SyncOutcome, BackendError>>;
}

/// Reads an exported table and drops what exceeds the limits.
///
/// # Errors
/// What is wrong with the document, for the visitor; a foreign or damaged one is rejected whole.
pub fn import(text: &str) -> Result<QTable, String> {
    if text.len() > MAX_DOCUMENT_BYTES {
        let (most, found) = (MAX_DOCUMENT_BYTES >> 20, text.len().div_ceil(1 << 20));
        return Err(format!("expected at most {most} MB, found {found}"));
    }
    let mut table: QTable = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if table.games() > MAX_GAMES || table.endings().len() > 2 * MAX_GAMES {
        let found = table.games().max(table.endings().len());
        return Err(format!("expected at most {MAX_GAMES} games, found {found}"));
    }
    table.evict(MAX_POSITIONS);
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fool's mate, from which Black learns.
    fn lesson(id: u128) -> FinishedLesson {
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
    fn a_lesson_that_cannot_have_been_is_refused_by_field_and_teaches_nothing() {
        let usual = lesson(1);
        let mut table = QTable::default();
        let mut refuse = |field: &str, change: &dyn Fn(&mut FinishedLesson)| {
            let mut lesson = usual.clone();
            change(&mut lesson);
            let error = lesson.teach(&mut table).unwrap_err();
            assert_eq!(error.field, field, "{error:?}");
        };
        refuse("moves", &|lesson| lesson.moves.clear());
        refuse("moves", &|lesson| {
            lesson.moves = vec!["g1f3".to_owned(); 2_000];
        });
        refuse("moves[4]", &|lesson| lesson.moves.push("e2e4".to_owned()));
        refuse("moves[1]", &|lesson| lesson.moves[1] = "e7e4".to_owned());
        refuse("moves[0]", &|lesson| lesson.moves[0] = "\u{0}".to_owned());
        refuse("start_fen", &|lesson| {
            lesson.start_fen = Some("8/8/8/8/8/8/8/8 w - - 0 1".to_owned());
        });
        refuse("winner", &|lesson| lesson.winner = None);
        refuse("winner", &|lesson| lesson.winner = Some(Color::White));
        refuse("sides", &|lesson| lesson.sides.clear());
        refuse("sides", &|lesson| lesson.sides = vec![Color::Black; 2]);
        refuse("how.rate", &|lesson| lesson.how.rate = 101);
        assert_eq!(table, QTable::default());
    }

    #[test]
    fn what_was_exported_comes_back_and_anything_else_is_refused_with_a_reason() {
        let mut table = QTable::default();
        assert_eq!(lesson(5).teach(&mut table), Ok(true));
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
        let long = " ".repeat(MAX_DOCUMENT_BYTES + 1);
        assert!(import(&long).unwrap_err().contains("8 MB"));
    }

    #[test]
    fn a_document_that_says_too_much_is_refused_or_cut() {
        let mut table = QTable::default();
        assert_eq!(lesson(5).teach(&mut table), Ok(true));
        let games = format!("\"results\":\"{}\"", "w".repeat(2 * MAX_GAMES + 1));
        let text = table.to_json().replace("\"results\":\"w\"", &games);
        assert!(import(&text).unwrap_err().contains("50000 games"));

        let known = *table.known().next().unwrap().1.first().unwrap();
        (0..=MAX_POSITIONS as u64).for_each(|key| table.remember(key, known));
        let cut = import(&table.to_json()).unwrap();
        assert_eq!(cut.states(), MAX_POSITIONS * 9 / 10);
        assert!(cut.forgotten() > 0);
        assert_eq!(import(&cut.to_json()), Ok(cut));
    }
}
