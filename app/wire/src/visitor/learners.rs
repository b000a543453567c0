//! How a visitor's learner stays the same on all of their devices.
//!
//! The server's table is what follows from the visitor's deeds, games mostly, in the order in which
//! they reached the server. A device has a copy: the server's table as it was when they last met,
//! and on top of it what was done here since. At a meeting the device hands over those deeds, each
//! with an id of its own by which it counts once, and gets the table where its copy is another.

use std::collections::BTreeSet;

use engine::learning::{GameId as LessonId, Lesson, QTable};
use engine::rules::{Color, Game};
use serde::{Deserialize, Serialize};

use super::caller::{BackendError, BoxFuture, SessionToken};
use crate::game_id::GameId;
use crate::learning_choice::LearningChoice;
use crate::search::request::{FieldError, MAX_FEN_BYTES};

/// A learner knows at most so many positions; then those that came up least make room.
pub const MOST_POSITIONS: usize = 20_000;
/// A document that is taken over has at most so many bytes…
pub const MOST_BYTES: usize = 8 << 20;
/// … and so many games.
pub const MOST_GAMES: usize = 50_000;
/// A game that is learnt has at most so many moves of both sides.
const MOST_PLIES: usize = 1_024;
/// At most so many deeds at one meeting.
pub const MOST_DEEDS: usize = 64;

/// A finished game for learners.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FinishedLesson {
    /// The game's id.
    pub id: GameId,
    /// The position before the moves; `None` for the usual start position.
    pub start_fen: Option<String>,
    /// The moves in UCI notation, as they were played to the end; those taken back are not among
    /// them.
    pub moves: Vec<String>,
    /// Who won.
    pub winner: Option<Color>,
    /// Whose moves are learnt.
    pub sides: Vec<Color>,
    /// How.
    pub how: LearningChoice,
}

impl FinishedLesson {
    /// Replays the game.
    ///
    /// # Errors
    /// The first field that is at fault: a game that can't have been, or a result that it can't
    /// have had.
    pub fn check(&self) -> Result<Game, FieldError> {
        let params = self.how.params().check();
        params.map_err(|(name, range)| {
            FieldError::new(format!("how.{name}"), format_args!("expected {range}"))
        })?;
        let sides: BTreeSet<usize> = self.sides.iter().map(|&side| side as usize).collect();
        if sides.is_empty() || sides.len() < self.sides.len() {
            return Err(FieldError::new("sides", "expected one colour or both"));
        }
        if !(1..=MOST_PLIES).contains(&self.moves.len()) {
            let found = self.moves.len();
            let expected = format_args!("expected 1 to {MOST_PLIES}, found {found}");
            return Err(FieldError::new("moves", expected));
        }
        let mut game = match &self.start_fen {
            None => Game::new(),
            Some(fen) if fen.len() > MAX_FEN_BYTES => {
                let reason = format_args!("expected at most {MAX_FEN_BYTES} bytes");
                return Err(FieldError::new("start_fen", reason));
            }
            Some(fen) => {
                Game::from_fen(fen).map_err(|error| FieldError::new("start_fen", error))?
            }
        };
        for (index, text) in self.moves.iter().enumerate() {
            let refuse = |reason: String| FieldError::new(format!("moves[{index}]"), reason);
            if game.outcome().is_some() {
                return Err(refuse("the game was over before it".to_owned()));
            }
            let mv = game.position().parse_uci(text);
            let mv = mv.map_err(|error| refuse(error.to_string()))?;
            game.play(mv).map_err(|error| refuse(error.to_string()))?;
        }
        match game.outcome() {
            Some(outcome) if outcome.winner != self.winner => {
                Err(FieldError::new("winner", "the moves end in another result"))
            }
            _ => Ok(game),
        }
    }

    /// Learns from the game; `false` where it was learnt before.
    ///
    /// # Errors
    /// As [`check`](Self::check); nothing was learnt then.
    pub fn teach(&self, table: &mut QTable) -> Result<bool, FieldError> {
        let game = self.check()?;
        let new = table.learn(&self.lesson(&game), &self.how.params());
        table.keep_within(MOST_POSITIONS);
        Ok(new)
    }

    /// What is to be learnt from the game, which [`check`](Self::check) has replayed.
    pub fn lesson<'a>(&'a self, game: &'a Game) -> Lesson<'a> {
        Lesson {
            id: LessonId(self.id.bits()),
            game,
            winner: self.winner,
            sides: &self.sides,
        }
    }
}

/// Another table in place of the learner's: what was imported, or nothing.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Replacement {
    /// Drawn for this deed.
    pub id: GameId,
    /// The learner that was seen when it was replaced. Another one that knows anything stays as it
    /// is.
    pub over: Option<GameId>,
    /// The new table, as exported.
    pub document: String,
}

/// What changes a learner.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// It learns from a game.
    Learn(FinishedLesson),
    /// It gets another table.
    Replace(Replacement),
}

impl Deed {
    /// By which it counts once.
    pub fn id(&self) -> &GameId {
        match self {
            Self::Learn(lesson) => &lesson.id,
            Self::Replace(replacement) => &replacement.id,
        }
    }
}

/// A state of a learner on the server.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Seen {
    /// Which learner: 32 hexadecimal digits that stand for nothing else.
    pub learner: GameId,
    /// So many deeds are in it.
    pub revision: u64,
    /// Whether its owner has an account, and other devices may have it too.
    pub named: bool,
}

/// What a device tells.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Meeting {
    /// What its copy is a copy of, its own deeds aside.
    pub seen: Option<Seen>,
    /// What the server may not know yet, in the order in which it was done; at most
    /// [`MOST_DEEDS`].
    pub deeds: Vec<Deed>,
}

/// What the server answers.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Met {
    /// The learner now; `None` where the server knows nobody by this session.
    pub now: Option<Seen>,
    /// Deeds that need not be told again: they count, or never will.
    pub done: Vec<GameId>,
    /// The learner's table, as exported, unless it is the device's copy with the deeds told.
    pub table: Option<String>,
}

/// The same, and the cookie of a guest who was made for it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MetWith {
    /// The answer.
    pub met: Met,
    /// The token of a new guest.
    pub new_session: Option<SessionToken>,
}

/// What the server does with learners.
pub trait Learners: Send + Sync + 'static {
    /// Takes the deeds over that are new, each once, and answers what the learner is now. Creates a
    /// guest where there is something to keep for somebody who was nobody before.
    fn meet_learner<'a>(
        &'a self,
        session: Option<SessionToken>,
        meeting: Meeting,
    ) -> BoxFuture<'a, Result<MetWith, BackendError>>;
}

/// Reads an exported table, and forgets what is too much of it.
///
/// # Errors
/// What is wrong with the document, for the visitor; foreign and damaged ones are refused whole.
pub fn import(text: &str) -> Result<QTable, String> {
    if text.len() > MOST_BYTES {
        let (most, found) = (MOST_BYTES >> 20, text.len().div_ceil(1 << 20));
        return Err(format!("expected at most {most} MB, found {found}"));
    }
    let mut table: QTable = serde_json::from_str(text).map_err(|error| error.to_string())?;
    if table.games() > MOST_GAMES || table.endings().len() > 2 * MOST_GAMES {
        let found = table.games().max(table.endings().len());
        return Err(format!(
            "expected at most {MOST_GAMES} games, found {found}"
        ));
    }
    table.keep_within(MOST_POSITIONS);
    Ok(table)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The fool's mate, by which Black learns.
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
        let long = " ".repeat(MOST_BYTES + 1);
        assert!(import(&long).unwrap_err().contains("8 MB"));
    }

    #[test]
    fn a_document_that_says_too_much_is_refused_or_cut() {
        let mut table = QTable::default();
        assert_eq!(lesson(5).teach(&mut table), Ok(true));
        let games = format!("\"results\":\"{}\"", "w".repeat(2 * MOST_GAMES + 1));
        let text = table.to_json().replace("\"results\":\"w\"", &games);
        assert!(import(&text).unwrap_err().contains("50000 games"));

        let known = *table.known().next().unwrap().1.first().unwrap();
        (0..=MOST_POSITIONS as u64).for_each(|key| table.remember(key, known));
        let cut = import(&table.to_json()).unwrap();
        assert_eq!(cut.states(), MOST_POSITIONS * 9 / 10);
        assert!(cut.forgotten() > 0);
        assert_eq!(import(&cut.to_json()), Ok(cut));
    }
}
