//! An exercise as a line of text, for storage.
//!
//! Fields are separated by semicolons: version, FEN, ply, move in the game, loss in tenths of a point, origin,
//! accepted moves, solution, refutation, nodes until found, and of the idea its kind, the moves and squares
//! of its proof, and the sentence. Moves are in UCI notation, a pass is `--`. What follows from these
//! fields (id, phase, difficulty) is not stored.

use std::str::FromStr;

use super::candidate_check::MAX_REFUTATION;
use super::exercise::{Exercise, ExerciseIdea, ExerciseOrigin};
use super::idea::MAX_PROOF_MOVES;
use super::settings::{MAX_ACCEPTED, MAX_SOLUTION_MOVES};
use crate::explain::{ClaimKind, ClaimProof};
use crate::rules::{FenError, Move, MoveError, Position, Square};

/// The longest text that is read, bytes.
pub const MAX_EXERCISE_BYTES: usize = 2_000;

const VERSION: &str = "1";
const FIELDS: usize = 14;
/// A step of a proof in which a side passes.
const PASS: &str = "--";
/// The most squares of a proof.
const MAX_PROOF_SQUARES: usize = 64;
/// The longest sentence, bytes.
const MAX_SENTENCE: usize = 300;
/// The largest loss, tenths of a point.
const MAX_LOSS: u16 = 1_000;

/// Why a text is no exercise.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ExerciseError {
    #[error("expected at most {MAX_EXERCISE_BYTES} bytes, found {found}")]
    TooLong { found: usize },
    #[error("expected an exercise of version {VERSION}")]
    Version,
    #[error("expected {FIELDS} fields, found {found}")]
    FieldCount { found: usize },
    #[error("the position's {0}")]
    Fen(#[from] FenError),
    #[error("the {field}: {error}")]
    Move {
        field: &'static str,
        error: MoveError,
    },
    /// A number out of range, an unknown word, too many moves, or moves that contradict each other.
    #[error("the {field} cannot be that of an exercise")]
    Value { field: &'static str },
}

fn value(field: &'static str) -> ExerciseError {
    ExerciseError::Value { field }
}

impl Exercise {
    /// Writes the exercise as one line of text, at most [`MAX_EXERCISE_BYTES`] long.
    #[must_use]
    pub fn encode(&self) -> String {
        let idea = self.idea.as_ref();
        let kind: &str = idea.map_or("", |idea| idea.kind.into());
        let proof = idea.map(|idea| &idea.proof);
        let steps = proof.map_or(&[][..], |proof| &proof.moves);
        let marked = proof.map_or(&[][..], |proof| &proof.squares);
        let step = |step: &Option<Move>| match step {
            Some(mv) => mv.to_string(),
            None => PASS.to_owned(),
        };
        [
            VERSION.to_owned(),
            self.start.to_fen(),
            self.ply.to_string(),
            self.played.to_string(),
            (libm::round(self.loss * 10.0) as u16).to_string(),
            origin_name(self.origin).to_owned(),
            join(&self.accepted, Move::to_string),
            join(&self.solution, Move::to_string),
            join(&self.refutation, Move::to_string),
            self.found_after.to_string(),
            kind.to_owned(),
            join(steps, step),
            join(marked, Square::to_string),
            idea.map_or_else(String::new, |idea| idea.text.clone()),
        ]
        .join(";")
    }

    /// Reads an exercise from text of any origin: every move is checked, and what an exercise promises
    /// holds. An idea of a kind that this version does not know is left out.
    ///
    /// # Errors
    /// The first field that is wrong.
    pub fn decode(text: &str) -> Result<Exercise, ExerciseError> {
        if text.len() > MAX_EXERCISE_BYTES {
            return Err(ExerciseError::TooLong { found: text.len() });
        }
        let fields: Vec<&str> = text.splitn(FIELDS, ';').collect();
        if fields[0] != VERSION {
            return Err(ExerciseError::Version);
        }
        let &[
            _,
            fen,
            ply,
            played,
            loss,
            origin,
            accepted,
            solution,
            refutation,
            found_after,
            kind,
            steps,
            marked,
            sentence,
        ] = &fields[..]
        else {
            return Err(ExerciseError::FieldCount {
                found: fields.len(),
            });
        };
        let start = Position::from_fen(fen)?;
        let played = parse_move(&start, played, "move in the game")?;
        let loss = number(loss, "loss").and_then(|loss: u16| match loss {
            0..=MAX_LOSS => Ok(f64::from(loss) / 10.0),
            _ => Err(value("loss")),
        })?;
        Ok(Exercise {
            ply: number(ply, "ply")?,
            played,
            loss,
            origin: parse_origin(origin)?,
            accepted: parse_accepted(&start, accepted, played)?,
            solution: parse_solution(&start, solution, accepted)?,
            refutation: parse_refutation(&start, refutation, played)?,
            found_after: number(found_after, "nodes")?,
            idea: parse_idea(&start, kind, steps, marked, sentence)?,
            start,
        })
    }
}

impl From<Exercise> for String {
    fn from(exercise: Exercise) -> String {
        exercise.encode()
    }
}

impl TryFrom<String> for Exercise {
    type Error = ExerciseError;

    fn try_from(text: String) -> Result<Exercise, ExerciseError> {
        Exercise::decode(&text)
    }
}

fn join<T>(items: &[T], text: impl Fn(&T) -> String) -> String {
    items.iter().map(text).collect::<Vec<_>>().join(" ")
}

fn number<T: FromStr>(text: &str, field: &'static str) -> Result<T, ExerciseError> {
    text.parse().map_err(|_| value(field))
}

fn origin_name(origin: ExerciseOrigin) -> &'static str {
    match origin {
        ExerciseOrigin::Mistake => "mistake",
        ExerciseOrigin::MissedChance => "missed_chance",
    }
}

fn parse_origin(text: &str) -> Result<ExerciseOrigin, ExerciseError> {
    let all = [ExerciseOrigin::Mistake, ExerciseOrigin::MissedChance];
    let found = all.into_iter().find(|origin| origin_name(*origin) == text);
    found.ok_or_else(|| value("origin"))
}

fn parse_move(position: &Position, text: &str, field: &'static str) -> Result<Move, ExerciseError> {
    let parsed = position.parse_uci(text);
    parsed.map_err(|error| ExerciseError::Move { field, error })
}

/// Moves of one position.
fn parse_accepted(start: &Position, text: &str, played: Move) -> Result<Vec<Move>, ExerciseError> {
    const FIELD: &str = "accepted moves";
    let mut moves = Vec::new();
    for text in text.split_whitespace() {
        let mv = parse_move(start, text, FIELD)?;
        if mv == played || moves.contains(&mv) || moves.len() == MAX_ACCEPTED {
            return Err(value(FIELD));
        }
        moves.push(mv);
    }
    match moves.is_empty() {
        true => Err(value(FIELD)),
        false => Ok(moves),
    }
}

/// Moves that follow one another.
fn parse_line(
    from: &Position,
    text: &str,
    most: usize,
    field: &'static str,
) -> Result<Vec<Move>, ExerciseError> {
    let mut position = *from;
    let mut moves = Vec::new();
    for text in text.split_whitespace() {
        let mv = parse_move(&position, text, field)?;
        if moves.len() == most {
            return Err(value(field));
        }
        position = position.play(mv);
        moves.push(mv);
    }
    Ok(moves)
}

/// The solution begins with the best accepted move, and ends with a move of the solver.
fn parse_solution(
    start: &Position,
    text: &str,
    accepted: &str,
) -> Result<Vec<Move>, ExerciseError> {
    const FIELD: &str = "solution";
    let moves = parse_line(start, text, 2 * MAX_SOLUTION_MOVES - 1, FIELD)?;
    let best = accepted.split_whitespace().next();
    let best = best.and_then(|best| start.parse_uci(best).ok());
    let fits = best.is_some() && moves.first().copied() == best && moves.len() % 2 == 1;
    fits.then_some(moves).ok_or_else(|| value(FIELD))
}

fn parse_refutation(
    start: &Position,
    text: &str,
    played: Move,
) -> Result<Vec<Move>, ExerciseError> {
    parse_line(&start.play(played), text, MAX_REFUTATION, "refutation")
}

fn parse_idea(
    start: &Position,
    kind: &str,
    steps: &str,
    marked: &str,
    sentence: &str,
) -> Result<Option<ExerciseIdea>, ExerciseError> {
    let moves = parse_proof(start, steps)?;
    let squares: Vec<Square> = marked
        .split_whitespace()
        .map(|square| square.parse().map_err(|_| value("squares")))
        .collect::<Result<_, _>>()?;
    if squares.len() > MAX_PROOF_SQUARES {
        return Err(value("squares"));
    }
    if sentence.len() > MAX_SENTENCE || sentence.chars().any(char::is_control) {
        return Err(value("sentence"));
    }
    // Empty where there is no idea.
    Ok(ClaimKind::from_str(kind).ok().map(|kind| ExerciseIdea {
        kind,
        text: sentence.to_owned(),
        proof: ClaimProof { moves, squares },
    }))
}

fn parse_proof(start: &Position, text: &str) -> Result<Vec<Option<Move>>, ExerciseError> {
    const FIELD: &str = "proof";
    let mut position = *start;
    let mut moves = Vec::new();
    for step in text.split_whitespace() {
        if moves.len() == MAX_PROOF_MOVES || step == PASS && position.in_check() {
            return Err(value(FIELD));
        }
        let mv = match step {
            PASS => None,
            step => Some(parse_move(&position, step, FIELD)?),
        };
        position = match mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        };
        moves.push(mv);
    }
    Ok(moves)
}
