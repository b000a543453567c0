//! Finished games that have not arrived yet: the server records a result, and a learner learns
//! from a game. The browser stores each game until both have it.
//!
//! What is stored for either is a format of its own, from the time when they were two.

use engine::player::Strength;
use engine::rating::MoveLosses;
use engine::rules::{Color, Outcome, Reason};
use wire::{
    FinishedGame, game_id::GameId, learning_choice::LearningChoice, strength,
    visitor::learners::FinishedLesson,
};

use crate::worker::codec::{decode, encode};

/// Who waits for a finished game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipient {
    /// The server, which records it.
    Server,
    /// The learner, which learns from it.
    Learner,
}

/// A finished game, with what its recipients need until it has arrived there.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UnsentGame {
    pub id: GameId,
    /// The start position; `None` for the standard one.
    pub start_fen: Option<String>,
    /// The moves in UCI notation, without those that were undone.
    pub moves: Vec<String>,
    /// The winner; `None` for a draw.
    pub winner: Option<Color>,
    /// `None` if the server has it, or need not.
    pub record: Option<RecordDetails>,
    /// `None` if the learner has it, or need not.
    pub lesson: Option<LessonDetails>,
}

/// What only the server needs: the visitor's opponent, and why the game ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordDetails {
    /// The visitor's colour.
    pub human: Color,
    /// The opponent's id.
    pub strategy: String,
    /// The opponent's strength.
    pub strength: Strength,
    pub reason: Reason,
    /// What the visitor's moves lost; `None` of a game that does not tell their strength.
    pub losses: Option<MoveLosses>,
}

/// What only the learner needs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LessonDetails {
    /// The sides whose moves are learned.
    pub sides: Vec<Color>,
    /// The learning settings of the game.
    pub how: LearningChoice,
}

impl Recipient {
    /// Both.
    pub const ALL: [Self; 2] = [Self::Server, Self::Learner];

    /// The prefix of the keys in the browser's storage; the game's id follows.
    pub fn key_prefix(self) -> &'static str {
        match self {
            Self::Server => "ponder.unsent.",
            Self::Learner => "ponder.lesson.",
        }
    }

    /// The key of a game in the browser's storage.
    pub fn key(self, id: &str) -> String {
        format!("{}{id}", self.key_prefix())
    }
}

impl UnsentGame {
    /// Whether nobody waits for it any more.
    pub fn has_arrived(&self) -> bool {
        self.record.is_none() && self.lesson.is_none()
    }

    /// Notes that it has arrived.
    pub fn arrived(&mut self, recipient: Recipient) {
        match recipient {
            Recipient::Server => self.record = None,
            Recipient::Learner => self.lesson = None,
        }
    }

    /// What the server records.
    pub fn to_record(&self) -> Option<FinishedGame> {
        let RecordDetails {
            human,
            strategy,
            strength,
            reason,
            losses,
        } = self.record.clone()?;
        let (level, strength) = strength::write(strength);
        Some(FinishedGame {
            client_id: self.id.to_string(),
            start_fen: self.start_fen.clone(),
            moves: self.moves.clone(),
            human,
            strategy,
            level,
            strength,
            result: Outcome {
                winner: self.winner,
                reason,
            },
            losses,
        })
    }

    /// What the learner learns from.
    pub fn to_lesson(&self) -> Option<FinishedLesson> {
        let LessonDetails { sides, how } = self.lesson.clone()?;
        Some(FinishedLesson {
            id: self.id.clone(),
            start_fen: self.start_fen.clone(),
            moves: self.moves.clone(),
            winner: self.winner,
            sides,
            how,
        })
    }

    /// The text to store for a recipient, if it waits.
    pub fn stored_text(&self, recipient: Recipient) -> Option<String> {
        match recipient {
            // Serialising texts and numbers cannot fail.
            Recipient::Server => serde_json::to_string(&self.to_record()?).ok(),
            Recipient::Learner => Some(to_hex(&encode(&self.to_lesson()?))),
        }
    }

    /// Reads the text that is stored for a recipient; `None` for anything else than this game.
    pub fn from_stored(recipient: Recipient, id: &str, text: &str) -> Option<Self> {
        let game = match recipient {
            Recipient::Server => Self::from_record(serde_json::from_str(text).ok()?)?,
            Recipient::Learner => Self::from_lesson(decode(&from_hex(text)?).ok()?),
        };
        (game.id.as_str() == id).then_some(game)
    }

    /// Adds a game to those that were read before, once.
    pub fn collect(games: &mut Vec<Self>, game: Self) {
        match games.iter_mut().find(|other| other.id == game.id) {
            Some(other) => {
                other.record = other.record.take().or(game.record);
                other.lesson = other.lesson.take().or(game.lesson);
            }
            None => games.push(game),
        }
    }

    fn from_record(game: FinishedGame) -> Option<Self> {
        Some(Self {
            id: GameId::try_from(game.client_id).ok()?,
            start_fen: game.start_fen,
            moves: game.moves,
            winner: game.result.winner,
            record: Some(RecordDetails {
                human: game.human,
                strategy: game.strategy,
                strength: strength::read(game.level, game.strength).ok()?,
                reason: game.result.reason,
                losses: game.losses,
            }),
            lesson: None,
        })
    }

    fn from_lesson(lesson: FinishedLesson) -> Self {
        Self {
            id: lesson.id,
            start_fen: lesson.start_fen,
            moves: lesson.moves,
            winner: lesson.winner,
            record: None,
            lesson: Some(LessonDetails {
                sides: lesson.sides,
                how: lesson.how,
            }),
        }
    }
}

/// Bytes as hexadecimal text: localStorage holds text only.
fn to_hex(bytes: &[u8]) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let digit = |four: u8| char::from(DIGITS[usize::from(four)]);
    bytes
        .iter()
        .flat_map(|byte| [digit(byte >> 4), digit(byte & 15)])
        .collect()
}

fn from_hex(text: &str) -> Option<Vec<u8>> {
    let digits = text.bytes().map(|byte| char::from(byte).to_digit(16));
    let digits: Vec<u8> = digits
        .map(|digit| Some(digit? as u8))
        .collect::<Option<_>>()?;
    let pairs = digits.chunks(2);
    Some(
        pairs
            .map(|pair| pair.iter().fold(0, |byte, four| byte << 4 | four))
            .collect(),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn game() -> UnsentGame {
        UnsentGame {
            id: GameId::from_bits(9),
            start_fen: None,
            moves: ["f2f3", "e7e5", "g2g4", "d8h4"].map(str::to_owned).to_vec(),
            winner: Some(Color::Black),
            record: Some(RecordDetails {
                human: Color::White,
                strategy: "ponder".to_owned(),
                strength: Strength::default(),
                reason: Reason::Checkmate,
                losses: Some(MoveLosses {
                    moves: 2,
                    hundredths: 4_321,
                }),
            }),
            lesson: Some(LessonDetails {
                sides: vec![Color::Black],
                how: LearningChoice::default(),
            }),
        }
    }

    #[test]
    fn a_game_survives_the_browsers_storage_and_nothing_else_is_one() {
        let id = game().id;
        let mut read = Vec::new();
        for recipient in Recipient::ALL {
            let text = game().stored_text(recipient).expect("it waits");
            let back = UnsentGame::from_stored(recipient, id.as_str(), &text);
            UnsentGame::collect(&mut read, back.expect("readable"));
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
                let damaged = UnsentGame::from_stored(recipient, id.as_str(), text);
                assert_eq!(damaged, None, "{text}");
            }
            let other = GameId::from_bits(8);
            let other = UnsentGame::from_stored(recipient, other.as_str(), &text);
            assert_eq!(other, None, "under another game's key");
        }
        assert_eq!(read, [game()]);
    }

    #[test]
    fn a_game_is_kept_for_who_still_waits_for_it() {
        let mut game = game();
        game.arrived(Recipient::Server);
        assert_eq!(game.stored_text(Recipient::Server), None);
        assert!(game.to_lesson().is_some() && !game.has_arrived());
        game.arrived(Recipient::Learner);
        assert!(game.has_arrived());
    }
}
