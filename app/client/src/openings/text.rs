//! The training of openings in words. Nothing is said of days without practice.

use engine::explain::Verdict;
use engine::rules::{Move, Position, san};

use super::opponent::LineOpponent;
use super::pgn_text::ReadLines;
use super::state::{LineEnd, LineStage, OpeningLine, OpeningsState, RepertoireCounts};

fn counted(count: usize, what: &str) -> String {
    let plural = if count == 1 { "" } else { "s" };
    format!("{count} {what}{plural}")
}

/// `Nf3 or Nc3`.
fn sans(position: &Position, moves: impl IntoIterator<Item = Move>) -> String {
    let sans = moves.into_iter().map(|mv| san::write(position, mv));
    sans.collect::<Vec<_>>().join(" or ")
}

/// What an opponent is called in the list of choices.
#[must_use]
pub fn opponent_text(opponent: LineOpponent) -> String {
    match opponent {
        LineOpponent::Repertoire => "Your repertoire, what is due first".to_owned(),
        LineOpponent::Book => "The opening book".to_owned(),
        LineOpponent::Engine(level) => format!("Ponder, level {}", level.number()),
        LineOpponent::Learner(_) => "Your learner".to_owned(),
    }
}

/// How large a repertoire is, and how much of it is known.
#[must_use]
pub fn size_text(counts: RepertoireCounts) -> String {
    let known = match counts.known {
        0 => "none known yet".to_owned(),
        known => format!("about {known} known"),
    };
    let (lines, moves) = (counted(counts.lines, "line"), counted(counts.cards, "move"));
    format!("{lines}, {moves}, {known}.")
}

/// How much there is to do in a repertoire.
#[must_use]
pub fn due_text(counts: RepertoireCounts) -> String {
    match (counts.due, counts.new, counts.days) {
        (0, 0, None) => "Nothing is due today.".to_owned(),
        (0, 0, Some(0 | 1)) => "Nothing is due today. The next moves come tomorrow.".to_owned(),
        (0, 0, Some(days)) => format!("Nothing is due today. The next moves come in {days} days."),
        (due, 0, _) if !counts.can_begin => {
            format!("Nothing is due now. {} later today.", counted(due, "move"))
        }
        (0, new, _) => format!("{new} new today."),
        (due, 0, _) => format!("{due} due today."),
        (due, new, _) => format!("{due} due today, {new} new."),
    }
}

/// What was read of a text.
#[must_use]
pub fn read_text(read: ReadLines) -> String {
    let mut text = format!("{} read.", counted(read.games, "game"));
    if read.refused > 0 {
        text += &format!(" {} could not be read.", counted(read.refused, "game"));
    }
    if read.left_out > 0 {
        text += &format!(
            " {} beyond move 40 left out.",
            counted(read.left_out, "move")
        );
    }
    text
}

/// What the visitor is asked or told on the line.
#[must_use]
pub fn prompt(state: &OpeningsState) -> String {
    let Some(line) = &state.line else {
        return String::new();
    };
    let position = line.position();
    let played = |mv| san::write(position, mv);
    let asked = || sans(position, line.asked.iter().map(|card| card.mv));
    match line.stage {
        LineStage::YourMove if line.is_browsed => browsed_text(state, line),
        LineStage::YourMove if line.asked.is_empty() => "Play on.".to_owned(),
        LineStage::YourMove if line.hints > 1 => format!("Your repertoire has {}.", asked()),
        LineStage::YourMove => "What do you play here?".to_owned(),
        LineStage::Replying(_) | LineStage::Searching => match line.answered {
            0 => "Your opponent is to move.".to_owned(),
            _ => "Right.".to_owned(),
        },
        LineStage::Left(mv) if line.is_browsed => {
            format!("{} is not in your repertoire.", played(mv))
        }
        LineStage::Left(_) => format!("Your repertoire has {} here.", asked()),
        LineStage::AnotherAsked(mv) => format!(
            "{} is in your repertoire, too. Another move is due here.",
            played(mv)
        ),
        LineStage::Over(end) => end_text(line, end),
    }
}

fn browsed_text(state: &OpeningsState, line: &OpeningLine) -> String {
    let moves = state.shown().map(|known| known.moves_at(line.position()));
    match moves.is_some_and(|moves| moves.is_empty()) {
        true => "The line ends here. A move on the board goes on.".to_owned(),
        false => "Your moves from here. Another one on the board can be added.".to_owned(),
    }
}

fn end_text(line: &OpeningLine, end: LineEnd) -> String {
    let score = match line.answered {
        0 => String::new(),
        answered => format!(" {} of {} known.", line.known, counted(answered, "move")),
    };
    let end = match end {
        LineEnd::Done => "The line is done.".to_owned(),
        LineEnd::NoAnswer => match line.game.ply().checked_sub(1) {
            Some(ply) => {
                let last = line.game.moves()[ply];
                let last = san::write(&line.game.position_at(ply), last);
                format!("Your repertoire has no answer to {last}. The line is over.")
            }
            None => "The line is over.".to_owned(),
        },
        LineEnd::NoReply => match line.opponent {
            LineOpponent::Book => "The book has no more moves. The line is over.".to_owned(),
            _ => "Your opponent does not move. The line is over.".to_owned(),
        },
        LineEnd::GameOver => "The game is over.".to_owned(),
    };
    end + &score
}

/// How the move that is not the repertoire's compares with it; `None` before that is found.
#[must_use]
pub fn departure_text(line: &OpeningLine) -> Option<String> {
    let LineStage::Left(mv) = line.stage else {
        return None;
    };
    let departure = line.departure.as_ref()?;
    let played = san::write(line.position(), mv);
    Some(match departure.verdict() {
        Some(Verdict::Inaccuracy) => format!("{played} is an inaccuracy compared with it."),
        Some(Verdict::Mistake) => format!("{played} is a mistake compared with it."),
        Some(Verdict::Blunder) => format!("{played} is a blunder compared with it."),
        None if departure.is_equal() => {
            format!("A short search finds {played} about as good.")
        }
        None => format!("A short search finds {played} better."),
    })
}

/// What adding to the repertoire would add: `Add Nc3 to the repertoire`.
#[must_use]
pub fn add_text(state: &OpeningsState) -> Option<String> {
    let moves = state.addable()?;
    let (&last, before) = moves.split_last()?;
    let mut position = Position::startpos();
    for &mv in before {
        position = position.play(mv);
    }
    Some(format!(
        "Add {} to the repertoire",
        san::write(&position, last)
    ))
}

/// The moves of the line in Standard Algebraic Notation, numbered.
#[must_use]
pub fn line_text(line: &OpeningLine) -> String {
    let mut text = String::new();
    for (ply, san) in line.game.sans().iter().enumerate() {
        if ply > 0 {
            text.push(' ');
        }
        if ply.is_multiple_of(2) {
            text += &format!("{}. ", ply / 2 + 1);
        }
        text += san;
    }
    text
}
