//! The training in words. Nothing is said of days without practice.

use engine::exercises::{Exercise, ExerciseOrigin, Hint};
use engine::rules::{Color, Position, Square, san};
use wire::visitor::exercises::{AnswerGrade, MAX_EXERCISES};

use super::state::{AddedCount, Attempt, AttemptEnd, AttemptStage, TrainState};
use super::statistics::{IdeaShare, Statistics};
use super::voice::to_mover;

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

fn are(count: usize) -> &'static str {
    if count == 1 { "is" } else { "are" }
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// How much there is to do: `12 are due today.`
#[must_use]
pub fn due_text(state: &TrainState) -> String {
    let (deck, time) = (&state.deck, state.time);
    if deck.is_empty() {
        return "There are no exercises yet.".to_owned();
    }
    let due = deck.due_today(time);
    let new = deck.new_today(time, state.new_per_day);
    match (due, new) {
        (0, 0) => next_text(state),
        (due, 0) if !state.has_next() => {
            let comes = if due == 1 { "comes" } else { "come" };
            format!("Nothing is due now. {due} {comes} again later today.")
        }
        (0, new) => format!("Nothing is due, and {new} {} new.", are(new)),
        (due, 0) => format!("{due} {} due today.", are(due)),
        (due, new) => format!("{due} {} due today, and {new} {} new.", are(due), are(new)),
    }
}

/// When the next exercise comes, where today has none.
fn next_text(state: &TrainState) -> String {
    let has_new = state.new_per_day > 0 && !state.deck.new_exercises().is_empty();
    let new = has_new.then_some(1);
    let due = state.deck.days_until_due(state.time);
    let days = due.into_iter().chain(new).min();
    match days {
        None => "Nothing is due.".to_owned(),
        Some(0 | 1) => "Nothing is due. The next one comes tomorrow.".to_owned(),
        Some(days) => format!("Nothing is due. The next one comes in {days} days."),
    }
}

/// Where an exercise comes from.
#[must_use]
pub fn origin_text(exercise: &Exercise) -> String {
    let number = exercise.start.fullmove_number();
    let origin = match exercise.origin {
        ExerciseOrigin::Mistake => "",
        ExerciseOrigin::MissedChance => " Your opponent has just made a mistake.",
    };
    format!("From a game of yours, move {number}.{origin}")
}

/// What an exercise asks for.
#[must_use]
pub fn task_text(exercise: &Exercise) -> String {
    format!("{} to move", color_name(exercise.solver()))
}

/// How far the exercise is.
#[must_use]
pub fn status_text(attempt: &Attempt) -> String {
    match attempt.stage {
        AttemptStage::YourMove if attempt.moves.is_empty() => "Find the best move.".to_owned(),
        AttemptStage::YourMove => "Right. Find the next move.".to_owned(),
        AttemptStage::Replying(_) => "Right.".to_owned(),
        AttemptStage::Wrong if attempt.repeats_the_game() => {
            "That is what was played in the game. Try another move.".to_owned()
        }
        AttemptStage::Wrong => "Not this one. Try another move.".to_owned(),
        AttemptStage::Over(AttemptEnd::Solved) => "Solved.".to_owned(),
        AttemptStage::Over(AttemptEnd::AlsoGood) => {
            let best = attempt.exercise.best();
            let best = best.map(|best| san::write(&attempt.exercise.start, best));
            format!("Solved: as good as {}.", best.unwrap_or_default())
        }
        AttemptStage::Over(AttemptEnd::Shown) => {
            format!("The solution: {}.", solution_text(&attempt.exercise))
        }
    }
}

/// The solution in Standard Algebraic Notation.
fn solution_text(exercise: &Exercise) -> String {
    let mut position = exercise.start;
    let moves = exercise.solution.iter().map(|&mv| {
        let text = san::write(&position, mv);
        position = position.play(mv);
        text
    });
    moves.collect::<Vec<_>>().join(" ")
}

/// The last hint; `None` if there was none for the move that is to be found.
#[must_use]
pub fn hint_text(attempt: &Attempt) -> Option<String> {
    let index = attempt.index();
    let position = attempt.exercise.position(index)?;
    Some(match attempt.exercise.hint(index, attempt.hint?)? {
        Hint::Piece(square) => piece_text(&position, square),
        Hint::Idea(sentence) => sentence.to_owned(),
        Hint::Move(mv) => format!("The move is {mv}."),
    })
}

fn piece_text(position: &Position, square: Square) -> String {
    match position.piece_at(square) {
        Some((_, piece)) => format!("Look at your {piece} on {square}."),
        None => String::new(),
    }
}

/// What the first move of the solution does, spoken to the visitor.
#[must_use]
pub fn idea_text(exercise: &Exercise) -> Option<String> {
    let best = san::write(&exercise.start, exercise.best()?);
    let idea = exercise.idea.as_ref()?;
    Some(format!("{best}: {}", to_mover(&idea.text)))
}

/// What was played in the game, and what it cost.
#[must_use]
pub fn played_text(exercise: &Exercise) -> String {
    let played = san::write(&exercise.start, exercise.played);
    let cost = exercise.loss.round();
    format!("In the game {played} was played; it cost {cost} points of winning chance.")
}

/// What a grade is called on its button.
#[must_use]
pub fn grade_name(grade: AnswerGrade) -> &'static str {
    match grade {
        AnswerGrade::Again => "Again",
        AnswerGrade::Hard => "Hard",
        AnswerGrade::Good => "Good",
        AnswerGrade::Easy => "Easy",
        AnswerGrade::SetAside => "Set aside",
        AnswerGrade::TakenUp => "Take up again",
    }
}

/// What became of the exercises of an import.
#[must_use]
pub fn added_text(added: AddedCount) -> String {
    let AddedCount {
        new,
        known,
        refused,
    } = added;
    let mut text = match new {
        0 => "No new exercises.".to_owned(),
        new => format!("{} added.", counted(new, "new exercise")),
    };
    if known > 0 {
        let verb = if known == 1 { "was" } else { "were" };
        text += &format!(" {known} {verb} there already.");
    }
    if refused > 0 {
        let verb = if refused == 1 { "was" } else { "were" };
        text += &format!(" {refused} {verb} left out: there is room for {MAX_EXERCISES}.");
    }
    text
}

/// On how many days exercises were practised; empty where it was on none.
#[must_use]
pub fn practised_text(statistics: &Statistics) -> String {
    match (statistics.days_of_7, statistics.days_of_28) {
        (_, 0) => String::new(),
        (0, month) => format!("Practised on {month} of the last 28 days."),
        (week, month) => {
            format!("Practised on {week} of the last 7 days, and on {month} of the last 28.")
        }
    }
}

/// How many exercises were solved today; empty where none was.
#[must_use]
pub fn solved_today_text(statistics: &Statistics) -> String {
    match statistics.solved_today {
        0 => String::new(),
        solved => format!("{} solved today.", counted(solved, "exercise")),
    }
}

/// How many exercises would be solved now; empty where that is none.
#[must_use]
pub fn known_text(statistics: &Statistics) -> String {
    match statistics.known {
        0 => String::new(),
        known => format!(
            "You would solve about {known} of {} now.",
            counted(statistics.exercises, "exercise")
        ),
    }
}

/// How often exercises of an idea were solved at the first try.
#[must_use]
pub fn share_text(share: IdeaShare) -> String {
    let IdeaShare {
        group,
        answers,
        first_tries,
    } = share;
    format!(
        "{}: {first_tries} of {answers} solved at the first try.",
        group.name()
    )
}
