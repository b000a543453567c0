//! Commands in comments: `[%csl …]`, `[%cal …]`, `[%eval …]`, `[%clk …]`, `[%emt …]`.

use std::time::Duration;

use super::comment_text::add_command;
use super::stated_evaluation::parse_digits;
use super::{Drawing, StatedEvaluation};

/// The most hours that a clock may show.
const MAX_HOURS: u32 = 9_999;

/// A value of a command.
#[derive(Clone, Copy)]
pub(super) enum CommandValue {
    Drawing(Drawing),
    Evaluation(StatedEvaluation),
    Clock(Duration),
    Elapsed(Duration),
}

/// Takes the commands out of a normalised text. Returns the text that is left.
///
/// `take` says of each value whether it is taken. What is not, and what is not understood, stays in
/// the text, word for word. Reading the text again finds nothing that was taken.
pub(super) fn take_commands(text: &str, mut take: impl FnMut(CommandValue) -> bool) -> String {
    let mut left = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("[%") {
        let Some((command, after)) = from.split_once(']') else {
            break;
        };
        push_words(&mut left, before);
        match take_command(command, &mut take) {
            // A space keeps the text on both sides from making a new command.
            Taken::All => push_space(&mut left),
            Taken::Not => left.extend(["[%", command, "]"]),
            Taken::But { name, values } => {
                push_space(&mut left);
                let mut command = String::new();
                add_command(&mut command, name, &values);
                left.push_str(&command);
            }
        }
        rest = after;
    }
    push_words(&mut left, rest);
    left.truncate(left.trim_end_matches(' ').len());
    left
}

/// Adds a text with its spaces; none is doubled, and none begins the whole.
fn push_words(left: &mut String, text: &str) {
    let text = match left.is_empty() || left.ends_with(' ') {
        true => text.trim_start_matches(' '),
        false => text,
    };
    left.push_str(text);
}

fn push_space(left: &mut String) {
    if !left.is_empty() && !left.ends_with(' ') {
        left.push(' ');
    }
}

/// The part of a command that was taken.
enum Taken<'a> {
    All,
    Not,
    /// All but these values.
    But {
        name: &'a str,
        values: String,
    },
}

fn take_command<'a>(command: &'a str, take: &mut impl FnMut(CommandValue) -> bool) -> Taken<'a> {
    let Some((name, text)) = command.split_once(' ') else {
        return Taken::Not;
    };
    let value = match name {
        "csl" | "cal" => return take_drawings(name, text, take),
        "eval" => StatedEvaluation::parse(text.trim()).map(CommandValue::Evaluation),
        "clk" => parse_time(text.trim()).map(CommandValue::Clock),
        "emt" => parse_time(text.trim()).map(CommandValue::Elapsed),
        _ => None,
    };
    match value.is_some_and(take) {
        true => Taken::All,
        false => Taken::Not,
    }
}

fn take_drawings<'a>(
    name: &'a str,
    text: &str,
    take: &mut impl FnMut(CommandValue) -> bool,
) -> Taken<'a> {
    let mut left: Vec<&str> = Vec::new();
    for value in text.split(',').map(str::trim) {
        let drawing = Drawing::parse(value, name == "cal");
        let is_taken = drawing.is_some_and(|drawing| take(CommandValue::Drawing(drawing)));
        if !is_taken && !value.is_empty() {
            left.push(value);
        }
    }
    match left.is_empty() {
        true => Taken::All,
        false => Taken::But {
            name,
            values: left.join(","),
        },
    }
}

/// Reads `h:mm:ss` with up to three decimals.
fn parse_time(text: &str) -> Option<Duration> {
    let (whole, decimals) = match text.split_once('.') {
        Some((whole, decimals)) => (whole, decimals),
        None => (text, "0"),
    };
    let mut fields = whole.split(':');
    let hours = parse_digits(fields.next()?)?;
    let mut sixty = || {
        let text = fields.next().filter(|text| text.len() <= 2)?;
        parse_digits(text).filter(|&number| number < 60)
    };
    let (minutes, seconds) = (sixty()?, sixty()?);
    if fields.next().is_some() || hours > MAX_HOURS || decimals.len() > 3 {
        return None;
    }
    let millis = parse_digits(decimals)? * 10_u32.pow(3 - decimals.len() as u32);
    let seconds = u64::from(hours * 3600 + minutes * 60 + seconds);
    Some(Duration::from_secs(seconds) + Duration::from_millis(u64::from(millis)))
}

/// The time as `h:mm:ss`, with decimals only where they count.
pub(super) fn write_time(time: Duration) -> String {
    let seconds = time.as_secs();
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60);
    let text = format!("{hours}:{minutes:02}:{:02}", seconds % 60);
    match time.subsec_millis() {
        0 => text,
        millis => format!("{text}.{millis:03}")
            .trim_end_matches('0')
            .to_owned(),
    }
}
