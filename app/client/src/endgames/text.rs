//! The course in words.

use engine::rules::{Color, Reason, Square, san};
use engine::tables::{EndgameValue, TableSet};

use super::messages::{PieceMap, SpreadMap};
use super::state::{EndgameState, HELD_MOVES, LessonStage};
use super::{Goal, Lesson};

/// What a lesson asks for: `White to play and win.`
#[must_use]
pub fn goal_text(lesson: &Lesson) -> String {
    let goal = match lesson.goal {
        Goal::Win => "win",
        Goal::Draw => "draw",
    };
    format!("{} to play and {goal}.", color_name(lesson.side()))
}

fn color_name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// How far the lesson is.
#[must_use]
pub fn status_text(state: &EndgameState) -> String {
    match state.stage {
        LessonStage::YourMove if state.game.ply() == 0 => "Your move.".to_owned(),
        LessonStage::YourMove => format!("Your move. {}", cost_text(state)),
        LessonStage::Answering if state.trouble.is_some() => {
            "The other side cannot answer.".to_owned()
        }
        LessonStage::Answering | LessonStage::Replying => {
            "The other side answers\u{2026}".to_owned()
        }
        LessonStage::Slipped => slip_text(state),
        LessonStage::Over { reached: true } => reached_text(state),
        LessonStage::Over { reached: false } => missed_text(state),
    }
}

/// What the visitor's last move has cost, moves to mate.
fn cost_text(state: &EndgameState) -> String {
    let ply = state.game.ply();
    let truth = |ply: usize| state.values.get(ply).copied().flatten();
    let before = ply.checked_sub(2).and_then(truth);
    let (Some(EndgameValue::Win(before)), Some(EndgameValue::Loss(after))) =
        (before, ply.checked_sub(1).and_then(truth))
    else {
        return String::new();
    };
    match usize::from((after + 1).saturating_sub(before) / 2) {
        0 => "The last one was best.".to_owned(),
        cost => format!("The last one cost {}.", counted(cost, "move")),
    }
}

fn slip_text(state: &EndgameState) -> String {
    let mv = last_move_text(state);
    let left = match state.truth() {
        Some(EndgameValue::Win(plies)) => {
            format!(
                "you are mated in {}",
                counted(usize::from(plies.div_ceil(2)), "move")
            )
        }
        _ => "it is a draw".to_owned(),
    };
    let lost = match state.lesson.map(|lesson| lesson.goal) {
        Some(Goal::Draw) => "the draw",
        _ => "the win",
    };
    match state.had_goal() {
        Some(_) => format!("{mv} gives {lost} away: with best play {left}."),
        None => format!("After {mv} {lost} is gone: with best play {left}."),
    }
}

fn last_move_text(state: &EndgameState) -> String {
    let last = state.game.ply().checked_sub(1);
    let text = last.and_then(|ply| {
        let mv = *state.game.moves().get(ply)?;
        Some(san::write(&state.game.position_at(ply), mv))
    });
    text.unwrap_or_default()
}

fn reached_text(state: &EndgameState) -> String {
    let made = counted(state.moves_made(), "move");
    let Some(lesson) = state.lesson else {
        return String::new();
    };
    let is_mate = state.game.position().in_check() && !state.game.position().has_legal_move();
    match (lesson.goal, state.least_moves()) {
        (Goal::Draw, _) if state.game.outcome().is_none() => {
            format!("Held for {made}: a draw.")
        }
        (Goal::Draw, _) => "Held: a draw.".to_owned(),
        (Goal::Win, Some(least)) if is_mate => {
            match state.moves_made().saturating_sub(least.into()) {
                0 => format!("Mate in {made}: it can\u{2019}t be done in fewer."),
                _ => format!("Mate in {made}. It can be done in {least}."),
            }
        }
        (Goal::Win, _) if is_mate => format!("Mate in {made}."),
        (Goal::Win, _) => match state.truth().and_then(EndgameValue::moves_to_mate) {
            Some(left) => {
                let left = counted(left.into(), "move");
                format!("Done in {made}: what is left is solved, mate in {left}.")
            }
            None => format!("Done in {made}."),
        },
    }
}

fn missed_text(state: &EndgameState) -> String {
    let Some(outcome) = state.game.outcome() else {
        return "The goal is missed.".to_owned();
    };
    match (outcome.winner, outcome.reason) {
        (Some(_), _) => "Mated.".to_owned(),
        (None, Reason::Stalemate) => "Stalemate: a draw.".to_owned(),
        (None, Reason::InsufficientMaterial) => {
            "A draw: neither side has enough left to mate.".to_owned()
        }
        (None, Reason::Threefold) => "A draw: the same position for the third time.".to_owned(),
        (None, _) => "A draw: fifty moves without a capture or a pawn move.".to_owned(),
    }
}

/// What best play leads to from here, in the visitor's view.
#[must_use]
pub fn truth_text(state: &EndgameState) -> String {
    let is_told = matches!(state.stage, LessonStage::Slipped | LessonStage::Over { .. });
    if is_told || state.trouble.is_some() {
        return String::new();
    }
    let made = state.moves_made();
    let goal = state.lesson.map(|lesson| lesson.goal);
    let is_own = state.game.position().side_to_move() == state.side();
    let played = counted(made, "move");
    match (state.truth(), is_own) {
        (Some(EndgameValue::Draw), _) if goal == Some(Goal::Draw) => {
            format!("A draw with best play. {made} of {HELD_MOVES} moves held.")
        }
        (Some(EndgameValue::Draw), _) => "A draw with best play.".to_owned(),
        (Some(EndgameValue::Win(plies)), true) | (Some(EndgameValue::Loss(plies)), false) => {
            let left = plies.div_ceil(2);
            let all = made + usize::from(left);
            match (made, state.least_moves()) {
                (0, _) => format!("Best play mates in {left}."),
                (_, Some(least)) => {
                    format!("Mate in {left} with best play, {all} in all; {least} is the least.")
                }
                (_, None) => format!("Mate in {left} with best play."),
            }
        }
        (Some(EndgameValue::Win(plies) | EndgameValue::Loss(plies)), _) => {
            format!("Lost: mated in {} with best play.", plies.div_ceil(2))
        }
        (None, _) if state.has_tables() => "Looking it up\u{2026}".to_owned(),
        (None, _) if goal == Some(Goal::Draw) => {
            format!("{made} of {HELD_MOVES} moves held. {}", men_text(state))
        }
        (None, _) => format!("{played} played. {}", men_text(state)),
    }
}

/// Who plays against the visitor where no table has the lesson.
fn men_text(state: &EndgameState) -> &'static str {
    match state.game.position().occupied().len() > TableSet::Four.men() {
        true => "Five men: the full engine plays.",
        false => "Looking it up\u{2026}",
    }
}

/// What a square of the map shows, and the class of its colour: moves to mate in the view of `side`, `=`.
#[must_use]
pub fn map_label(map: &PieceMap, index: usize, side: Color) -> Option<(&'static str, String)> {
    let value = map.values.get(index).copied().flatten()?;
    let moves = value.moves_to_mate().unwrap_or_default();
    Some(match (value, map.turn == side) {
        (EndgameValue::Draw, _) => ("even", "=".to_owned()),
        (EndgameValue::Win(_), true) | (EndgameValue::Loss(_), false) => ("won", moves.to_string()),
        (EndgameValue::Win(_), false) | (EndgameValue::Loss(_), true) => {
            ("lost", format!("\u{2212}{moves}"))
        }
    })
}

/// The whole map in words, for screen readers: the squares of each result, the commonest one's by number.
#[must_use]
pub fn map_text(map: &PieceMap, side: Color) -> String {
    let squares = |wanted: &str| {
        let all = Square::ALL.into_iter();
        let wanted = all.filter(|square| {
            let label = map_label(map, square.index(), side);
            label.is_some_and(|(class, _)| class == wanted)
        });
        wanted.map(|square| square.to_string()).collect::<Vec<_>>()
    };
    let results = [("won", "won"), ("drawn", "even"), ("lost", "lost")];
    let results = results.map(|(name, class)| (name, squares(class)));
    let most = results.iter().map(|(_, squares)| squares.len()).max();
    let told = results.iter().filter(|(_, squares)| !squares.is_empty());
    let told = told.map(|(name, squares)| match Some(squares.len()) == most {
        true => format!("{name} on {}", counted(squares.len(), "square")),
        false => format!("{name} on {}", squares.join(", ")),
    });
    let told = told.collect::<Vec<_>>().join("; ");
    format!("The piece of {}: {told}.", map.square)
}

/// What a step of the truth that spreads says: how many positions are won within so many moves.
#[must_use]
pub fn share_text(spread: &SpreadMap, step: usize) -> String {
    let Some(found) = spread.steps.get(step) else {
        return String::new();
    };
    let (side, verb) = match spread.side {
        Color::White => ("White", "mates"),
        Color::Black => ("Black", "is mated"),
    };
    let per_mille = (found.won * 1_000)
        .checked_div(spread.positions)
        .unwrap_or_default();
    let share = match per_mille {
        0 if found.won > 0 => "under 0.1".to_owned(),
        _ => format!("{}.{}", per_mille / 10, per_mille % 10),
    };
    let within = match (step, spread.side) {
        (0, Color::Black) => "at once".to_owned(),
        (step, _) => format!("within {}", counted(step, "move")),
    };
    format!(
        "{side} to move {verb} {within}: {share} % of all positions of {}.",
        spread.ending
    )
}
