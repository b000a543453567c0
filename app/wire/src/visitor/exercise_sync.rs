//! Synchronises a visitor's exercises, and what the visitor did with them, between the server and all of the
//! visitor's devices.
//!
//! Both sets only grow. The server numbers what is new to it in the order in which it came; a device asks for
//! what came after a number, the cursor, and sends what it has of its own. What is sent twice changes nothing.

use std::fmt;

use engine::exercises::{Exercise, ExerciseId, MAX_EXERCISE_BYTES};
use serde::{Deserialize, Serialize};

use super::caller::{BackendFuture, SessionToken};
use super::exercises::{
    ExerciseAnswer, MAX_ANSWERS, MAX_EXERCISES, MAX_SENT_ANSWERS, MAX_SENT_EXERCISES,
    StoredExercise,
};
use crate::FieldError;

/// The most bytes of one request that are exercises and answers as JSON, with their commas. The server takes
/// 64 KiB a request.
pub const MAX_SENT_BYTES: usize = 60 << 10;
/// The earliest time of an exercise or an answer, milliseconds since 1970: 2020-01-01.
pub const EARLIEST_MS: u64 = 1_577_836_800_000;
/// How far a device's clock may be ahead of the server's, milliseconds.
pub const MAX_AHEAD_MS: u64 = 24 * 60 * 60 * 1_000;

/// The bits of a cursor that are a number; those above are the visitor's tag, 0 for nobody.
pub const CURSOR_NUMBER_BITS: u32 = 32;
/// The cursor of a visitor of whom nothing is kept: all of them have the tag 1.
pub const CURSOR_OF_NOTHING: u64 = 1 << CURSOR_NUMBER_BITS;

/// Checks a request at a time, milliseconds since 1970, and returns the ids of the exercises. Each exercise is
/// decoded, which plays all of its moves.
///
/// # Errors
/// Which part is at fault, and why.
pub fn check(
    exercises: &[StoredExercise],
    answers: &[ExerciseAnswer],
    now_ms: u64,
) -> Result<Vec<ExerciseId>, FieldError> {
    check_count("exercises", exercises.len(), MAX_SENT_EXERCISES)?;
    check_count("answers", answers.len(), MAX_SENT_ANSWERS)?;
    for (index, answer) in answers.iter().enumerate() {
        check_time(&format!("answers[{index}].at"), answer.at, now_ms)?;
    }
    let ids = exercises.iter().enumerate().map(|(index, exercise)| {
        let id = check_text(&exercise.text);
        let id =
            id.map_err(|reason| FieldError::new(format!("exercises[{index}].text"), reason))?;
        let added_at = format!("exercises[{index}].added_at");
        check_time(&added_at, exercise.added_at, now_ms)?;
        Ok(id)
    });
    ids.collect()
}

fn check_count(field: &str, count: usize, most: usize) -> Result<(), FieldError> {
    match count > most {
        true => Err(FieldError::new(
            field,
            format!("expected at most {most}, found {count}"),
        )),
        false => Ok(()),
    }
}

fn check_time(field: &str, at: u64, now_ms: u64) -> Result<(), FieldError> {
    let latest = now_ms.saturating_add(MAX_AHEAD_MS);
    match is_plausible(at, now_ms) {
        true => Ok(()),
        false => Err(FieldError::new(
            field,
            format!("expected a time from {EARLIEST_MS} to {latest}, found {at}"),
        )),
    }
}

/// Whether a time may be that of an exercise or an answer, at another time: not before [`EARLIEST_MS`], and
/// ahead by at most [`MAX_AHEAD_MS`].
pub fn is_plausible(at: u64, now_ms: u64) -> bool {
    (EARLIEST_MS..=now_ms.saturating_add(MAX_AHEAD_MS)).contains(&at)
}

/// What the cursor of an answer says of the visitor, beside the cursor that was sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum VisitorOfCursor {
    /// The same as before, or nobody was known before.
    Same,
    /// Another one; the same person, if a guest has signed in.
    Another,
    /// Nobody: the session has ended, or its guest was forgotten.
    Nobody,
}

impl VisitorOfCursor {
    /// Compares the cursor that was sent with that of the answer.
    pub fn of(sent: u64, next: u64) -> Self {
        let visitor = |cursor: u64| cursor >> CURSOR_NUMBER_BITS;
        let was_known = visitor(sent) > visitor(CURSOR_OF_NOTHING);
        match (was_known, next) {
            (false, _) => Self::Same,
            (true, 0) => Self::Nobody,
            (true, next) if visitor(next) == visitor(sent) => Self::Same,
            (true, _) => Self::Another,
        }
    }
}

fn check_text(text: &str) -> Result<ExerciseId, String> {
    if text.len() > MAX_EXERCISE_BYTES {
        let found = text.len();
        return Err(format!(
            "expected at most {MAX_EXERCISE_BYTES} bytes, found {found}"
        ));
    }
    // An idea of a later version is not read, but kept.
    if text.chars().any(char::is_control) {
        return Err("expected one line without control characters".to_owned());
    }
    let exercise = Exercise::decode(text).map_err(|error| error.to_string())?;
    Ok(exercise.id())
}

/// How many of the first exercises and of the first answers fit into one request: exercises first, answers
/// where room is left.
pub fn that_fit(exercises: &[StoredExercise], answers: &[ExerciseAnswer]) -> (usize, usize) {
    let mut room = MAX_SENT_BYTES;
    (
        fitting(exercises, MAX_SENT_EXERCISES, &mut room),
        fitting(answers, MAX_SENT_ANSWERS, &mut room),
    )
}

fn fitting<T: Serialize>(items: &[T], most: usize, room: &mut usize) -> usize {
    let fits = |item: &&T| {
        let bytes = serde_json::to_string(item).map_or(usize::MAX, |json| json.len());
        let left = room.checked_sub(bytes.saturating_add(1));
        *room = left.unwrap_or(*room);
        left.is_some()
    };
    items.iter().take(most).take_while(fits).count()
}

/// What the server knows after a cursor.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ExercisePage {
    /// At most [`MAX_SENT_EXERCISES`]. One that is known with a later time takes its place.
    pub exercises: Vec<StoredExercise>,
    /// At most [`MAX_SENT_ANSWERS`].
    pub answers: Vec<ExerciseAnswer>,
    /// The cursor for what comes next. It is this visitor's alone: for another one it is as good as 0. Below
    /// 2⁵³.
    pub next: u64,
    /// Whether this is all that the server knows so far.
    pub is_complete: bool,
}

impl ExercisePage {
    /// All that is known of a visitor of whom nothing is kept.
    pub fn of_newcomer() -> Self {
        Self {
            next: CURSOR_OF_NOTHING,
            ..Self::of_nobody()
        }
    }

    /// All that is known of nobody: there is no session.
    pub fn of_nobody() -> Self {
        Self {
            is_complete: true,
            ..Self::default()
        }
    }
}

/// What of a request was not kept, since the visitor has as many as there may be. All else was kept.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefusedExercises {
    /// Exercises beyond [`MAX_EXERCISES`].
    pub exercises: Vec<ExerciseId>,
    /// Answers beyond [`MAX_ANSWERS`].
    pub answers: Vec<ExerciseAnswer>,
}

impl RefusedExercises {
    /// Whether everything was kept.
    pub fn is_empty(&self) -> bool {
        self.exercises.is_empty() && self.answers.is_empty()
    }
}

/// Names the limits that were reached; nothing if everything was kept.
impl fmt::Display for RefusedExercises {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let counts = [
            (self.exercises.len(), "exercise", MAX_EXERCISES),
            (self.answers.len(), "answer", MAX_ANSWERS),
        ];
        let refused = counts.into_iter().filter(|(count, ..)| *count > 0);
        for (index, (count, what, most)) in refused.enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            let plural = if count == 1 { "" } else { "s" };
            write!(
                f,
                "{separator}{count} {what}{plural} not kept: expected at most {most} of one visitor"
            )?;
        }
        Ok(())
    }
}

/// The answer to what was recorded.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct RecordedExercises {
    /// What was not kept.
    pub refused: RefusedExercises,
    /// The token of a guest that was created for it, for the cookie.
    pub new_session: Option<SessionToken>,
}

/// What the server does with exercises.
pub trait Exercises: Send + Sync + 'static {
    /// The exercises and answers of the visitor that the server was sent after a cursor, 0 for all; empty for an
    /// unknown session. Creates no guest.
    fn known_exercises(
        &self,
        session: Option<SessionToken>,
        after: u64,
    ) -> BackendFuture<'_, ExercisePage>;

    /// Adds exercises and answers. Of an exercise that is known the one that was added first stays, of an answer
    /// with this exercise and time the first one. Where [`MAX_EXERCISES`] or [`MAX_ANSWERS`] are reached the new
    /// ones are refused, the latest first: what is there stays, also answers of long ago, and nothing makes room.
    /// Creates a guest if `session` is absent or unknown.
    fn record_exercises(
        &self,
        session: Option<SessionToken>,
        exercises: Vec<StoredExercise>,
        answers: Vec<ExerciseAnswer>,
    ) -> BackendFuture<'_, RecordedExercises>;
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::visitor::exercises::AnswerGrade;

    const TEXT: &str = "1;rn1qkbnr/ppp2p1p/3p2p1/4N3/2B1P3/2N5/PPPP1PPP/R1BbK2R w KQkq - 0 6;10;e1d1;\
                        852;missed_chance;c4f7;c4f7 e8e7 c3d5;d6e5 c4f7;200;Forces;c4f7 e8e7 c3d5;\
                        d5;It forces mate in 2.";
    /// Some time in 2026.
    const NOW: u64 = 1_780_000_000_000;

    #[test]
    fn a_cursor_tells_another_visitor_from_the_same_and_from_nobody() {
        let cursor = |tag: u64, number: u64| (tag << CURSOR_NUMBER_BITS) + number;
        for (sent, next, visitor) in [
            (0, 0, VisitorOfCursor::Same),
            (0, cursor(7, 2), VisitorOfCursor::Same),
            (CURSOR_OF_NOTHING, cursor(7, 2), VisitorOfCursor::Same),
            (cursor(7, 2), cursor(7, 9), VisitorOfCursor::Same),
            (cursor(7, 2), cursor(8, 2), VisitorOfCursor::Another),
            (cursor(7, 2), CURSOR_OF_NOTHING, VisitorOfCursor::Another),
            (cursor(7, 2), 0, VisitorOfCursor::Nobody),
            (u64::MAX, 0, VisitorOfCursor::Nobody),
        ] {
            assert_eq!(VisitorOfCursor::of(sent, next), visitor, "{sent} {next}");
        }
    }

    fn exercise(text: &str) -> StoredExercise {
        StoredExercise {
            text: text.to_owned(),
            added_at: NOW,
        }
    }

    fn answer(at: u64) -> ExerciseAnswer {
        ExerciseAnswer {
            exercise: ExerciseId(u64::MAX),
            at,
            grade: AnswerGrade::SetAside,
        }
    }

    /// The field at fault of two exercises of which the first is good.
    #[track_caller]
    fn refused(bad: &StoredExercise) -> String {
        let error = check(&[exercise(TEXT), bad.clone()], &[], NOW);
        error.expect_err(&bad.text).field
    }

    #[test]
    fn an_exercise_is_known_by_its_position() {
        let ids = check(&[exercise(TEXT)], &[answer(NOW)], NOW).expect("is good");
        let decoded = Exercise::decode(TEXT).expect("is good");
        assert_eq!(ids, [decoded.id()]);
        assert_eq!(check(&[], &[], NOW), Ok(Vec::new()));
    }

    #[test]
    fn a_text_that_is_no_exercise_names_its_place() {
        let later = TEXT.replace("Forces", "Clearance");
        assert!(check(&[exercise(&later)], &[], NOW).is_ok());
        let long = later.replace("Clearance", &"x".repeat(MAX_EXERCISE_BYTES));
        for bad in [
            "",
            "\0",
            "1;a;b",
            "'; DROP TABLE exercises; --",
            &TEXT[1..],
            &TEXT[..80],
            &TEXT.replace("e1d1", "e1e5"),
            &TEXT.replace("c4f7;200", "c4f7 c4f7 c4f7;200"),
            // What a later version may say is kept as it is, so that it has to be text of one line.
            &later.replace("Clearance", "Clear\0ance"),
            &later.replace("Clearance", "Clear\nance"),
            &later.replace("c4f7 e8e7", "c4f7\te8e7"),
            &long,
        ] {
            assert_eq!(refused(&exercise(bad)), "exercises[1].text", "{bad}");
        }
    }

    #[test]
    fn a_time_that_cannot_be_names_its_place() {
        for at in [EARLIEST_MS, NOW, NOW + MAX_AHEAD_MS] {
            let added = StoredExercise {
                added_at: at,
                ..exercise(TEXT)
            };
            assert!(check(&[added], &[answer(at)], NOW).is_ok(), "{at}");
        }
        for at in [0, EARLIEST_MS - 1, NOW + MAX_AHEAD_MS + 1, u64::MAX] {
            let added = StoredExercise {
                added_at: at,
                ..exercise(TEXT)
            };
            assert_eq!(refused(&added), "exercises[1].added_at", "{at}");
            let error = check(&[], &[answer(NOW), answer(NOW), answer(at)], NOW);
            assert_eq!(error.expect_err("no time").field, "answers[2].at", "{at}");
        }
        assert!(check(&[], &[answer(NOW)], u64::MAX).is_ok());
    }

    #[test]
    fn a_request_of_too_many_is_refused_before_they_are_read() {
        let many = vec![exercise("no exercise"); MAX_SENT_EXERCISES + 1];
        let error = check(&many, &[], NOW).expect_err("too many");
        assert_eq!(error.field, "exercises");
        let many = vec![answer(0); MAX_SENT_ANSWERS + 1];
        let error = check(&[], &many, NOW).expect_err("too many");
        assert_eq!(error.field, "answers");
    }

    #[test]
    fn only_answers_in_the_form_in_which_they_are_written_are_read() {
        let json = r#"{"exercise":"ffffffffffffffff","at":1,"grade":"set_aside"}"#;
        assert_eq!(serde_json::from_str(json).ok(), Some(answer(1)));
        assert_eq!(
            serde_json::to_string(&answer(1)).ok().as_deref(),
            Some(json)
        );
        for (from, to) in [
            ("\"ffffffffffffffff\"", "1"),
            ("\"ffffffffffffffff\"", "\"FFFFFFFFFFFFFFFF\""),
            ("\"ffffffffffffffff\"", "\"ffff\""),
            (":1,", ":-1,"),
            (":1,", ":1.5,"),
            ("set_aside", "SetAside"),
            ("\"at\"", "\"time\""),
            ("}", ",\"more\":1}"),
        ] {
            let damaged = json.replace(from, to);
            assert_ne!(damaged, json, "{from}");
            let read = serde_json::from_str::<ExerciseAnswer>(&damaged);
            assert!(read.is_err(), "{damaged}");
        }
    }

    #[test]
    fn what_fits_is_a_request_that_is_taken_and_everything_is_sent_in_time() {
        let quotes = TEXT.replace("It forces", &"\"\\".repeat(100));
        let long = "x".repeat(MAX_EXERCISE_BYTES);
        for text in [TEXT, &quotes, &long] {
            let exercises = vec![exercise(text); 450];
            let answers: Vec<_> = (0..2_500).map(|ms| answer(NOW + ms)).collect();
            let (mut left, mut unsent) = (&exercises[..], &answers[..]);
            while !left.is_empty() || !unsent.is_empty() {
                let (first, second) = that_fit(left, unsent);
                assert!(first + second > 0);
                assert!(first <= MAX_SENT_EXERCISES && second <= MAX_SENT_ANSWERS);
                let request = serde_json::json!({
                    "exercises": left[..first], "answers": unsent[..second],
                });
                assert!(request.to_string().len() <= 64 << 10);
                (left, unsent) = (&left[first..], &unsent[second..]);
            }
        }
        assert_eq!(that_fit(&[], &[]), (0, 0));
    }

    #[test]
    fn what_is_refused_is_said_with_the_limit() {
        let mut refused = RefusedExercises::default();
        assert!(refused.is_empty() && refused.to_string().is_empty());
        refused.exercises = vec![ExerciseId(1), ExerciseId(2)];
        let said = "2 exercises not kept: expected at most 5000 of one visitor";
        assert_eq!(refused.to_string(), said);
        refused.answers = vec![answer(NOW)];
        let both = "; 1 answer not kept: expected at most 50000 of one visitor";
        assert_eq!(refused.to_string(), format!("{said}{both}"));
        assert!(!refused.is_empty());
    }
}
