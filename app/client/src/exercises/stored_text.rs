//! The deck in the browser's storage: each exercise under its id, the answers in chunks by week.
//!
//! An exercise is stored as when it was added, `sent` or `unsent`, and the engine's text. A chunk has an answer
//! a line: exercise, time, grade, and `unsent` where the server does not have it. What is not understood is
//! left out.

use engine::exercises::{Exercise, ExerciseId, MAX_EXERCISE_BYTES};
use wire::visitor::exercises::{AnswerGrade, ExerciseAnswer, MAX_ANSWERS};

use super::answer_log::LoggedAnswer;
use super::deck::{Deck, DeckExercise};
use super::history::AnswerHistory;
use super::local_time::DAY_MS;
use crate::sorted::sorted;

/// Milliseconds of the answers in one chunk.
const CHUNK_MS: u64 = 7 * DAY_MS;
/// The longest text of an exercise with what stands before it, bytes.
const MAX_STORED_BYTES: usize = MAX_EXERCISE_BYTES + 30;

const SENT: &str = "sent";
const UNSENT: &str = "unsent";

const GRADES: [(AnswerGrade, &str); 6] = [
    (AnswerGrade::Again, "again"),
    (AnswerGrade::Hard, "hard"),
    (AnswerGrade::Good, "good"),
    (AnswerGrade::Easy, "easy"),
    (AnswerGrade::SetAside, "set_aside"),
    (AnswerGrade::TakenUp, "taken_up"),
];

impl Deck {
    /// The deck of stored texts: those of exercises, and the chunks of answers.
    #[must_use]
    pub fn from_stored<'a>(
        exercises: impl IntoIterator<Item = &'a str>,
        chunks: impl IntoIterator<Item = &'a str>,
    ) -> Deck {
        let mut deck = Deck::default();
        for text in exercises {
            if let Some(entry) = parse_exercise(text) {
                deck.put(entry);
            }
        }
        deck.limit();
        deck.history = AnswerHistory::from_chunks(chunks);
        deck
    }

    /// The text of an exercise; `None` for one that the deck does not have.
    #[must_use]
    pub fn exercise_text(&self, id: ExerciseId) -> Option<String> {
        let entry = self.get(id)?;
        let sent = match entry.sent {
            true => SENT,
            false => UNSENT,
        };
        let text = entry.exercise.encode();
        Some(format!("{} {sent} {text}", entry.added_at))
    }

    /// The chunk of the answers at a time, milliseconds since 1970.
    #[must_use]
    pub fn chunk_of(at: u64) -> u64 {
        AnswerHistory::chunk_of(at)
    }

    /// The chunks of all answers, in order.
    #[must_use]
    pub fn chunks(&self) -> Vec<u64> {
        let log = self.history.log.iter();
        let mut chunks = sorted(log.map(|entry| Deck::chunk_of(entry.answer.at)));
        chunks.dedup();
        chunks
    }

    /// The text of a chunk; empty if there is no answer in it.
    #[must_use]
    pub fn chunk_text(&self, chunk: u64) -> String {
        self.history.chunk_text(chunk)
    }
}

impl AnswerHistory {
    /// The chunk of the answers at a time, milliseconds since 1970.
    #[must_use]
    pub fn chunk_of(at: u64) -> u64 {
        at / CHUNK_MS
    }

    /// The answers of stored chunks.
    #[must_use]
    pub fn from_chunks<'a>(chunks: impl IntoIterator<Item = &'a str>) -> AnswerHistory {
        let answers: Vec<LoggedAnswer> = chunks.into_iter().flat_map(parse_answers).collect();
        let mut history = AnswerHistory::default();
        history.extend(answers);
        history
    }

    /// The text of a chunk; empty if there is no answer in it.
    #[must_use]
    pub fn chunk_text(&self, chunk: u64) -> String {
        let of_it = self.log.iter();
        let of_it = of_it.filter(|entry| Deck::chunk_of(entry.answer.at) == chunk);
        of_it.map(answer_line).collect()
    }
}

/// An answer as it is noted until the visitor goes on.
#[must_use]
pub fn note_text(answer: ExerciseAnswer) -> String {
    answer_line(&LoggedAnswer {
        answer,
        sent: false,
    })
}

/// Reads what [`note_text`] has written.
#[must_use]
pub fn parse_note(text: &str) -> Option<ExerciseAnswer> {
    parse_answers(text).first().map(|entry| entry.answer)
}

fn parse_exercise(text: &str) -> Option<DeckExercise> {
    if text.len() > MAX_STORED_BYTES {
        return None;
    }
    let (added_at, rest) = text.split_once(' ')?;
    let (sent, exercise) = rest.split_once(' ')?;
    let sent = match sent {
        SENT => true,
        UNSENT => false,
        _ => return None,
    };
    let exercise = Exercise::decode(exercise).ok()?;
    Some(DeckExercise::new(exercise, added_at.parse().ok()?, sent))
}

fn answer_line(entry: &LoggedAnswer) -> String {
    let ExerciseAnswer {
        exercise,
        at,
        grade,
    } = entry.answer;
    let known = GRADES.iter().find(|(known, _)| *known == grade);
    let grade = known.map_or("", |(_, name)| *name);
    match entry.sent {
        true => format!("{exercise} {at} {grade}\n"),
        false => format!("{exercise} {at} {grade} {UNSENT}\n"),
    }
}

fn parse_answers(text: &str) -> Vec<LoggedAnswer> {
    let lines = text.lines().take(MAX_ANSWERS);
    lines.filter_map(parse_answer).collect()
}

fn parse_answer(line: &str) -> Option<LoggedAnswer> {
    let mut words = line.split(' ');
    let exercise = words.next()?.parse().ok()?;
    let at = words.next()?.parse().ok()?;
    let name = words.next()?;
    let (grade, _) = GRADES.into_iter().find(|(_, known)| *known == name)?;
    let sent = match words.next() {
        None => true,
        Some(UNSENT) => false,
        Some(_) => return None,
    };
    let answer = ExerciseAnswer {
        exercise,
        at,
        grade,
    };
    words
        .next()
        .is_none()
        .then_some(LoggedAnswer { answer, sent })
}
