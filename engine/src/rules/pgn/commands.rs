//! Commands in comments: `[%csl …]`, `[%cal …]`, `[%eval …]`, `[%clk …]`, `[%emt …]`.

use std::time::Duration;

use super::comment_text::add_command;
use super::stated_evaluation::parse_digits;
use super::{Annotations, Drawing, StatedEvaluation};

/// The most hours that a clock may show.
const MAX_HOURS: u32 = 9_999;

/// Takes the commands out of a normalised text and adds them to the annotations. Returns the text
/// that is left.
///
/// What is not understood stays in it, word for word: other commands, other colours, a second clock
/// or evaluation, drawings beyond the maximum. Reading commands and rest again gives the same.
pub(super) fn take_commands(text: &str, into: &mut Annotations) -> String {
    let mut left = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, from)) = rest.split_once("[%") {
        let Some((command, after)) = from.split_once(']') else {
            break;
        };
        push_words(&mut left, before);
        match take_command(command, into) {
            Taken::All => {
                // A space keeps the text on both sides from making a new command.
                push_space(&mut left);
            }
            Taken::Not => left.extend(["[%", command, "]"]),
            Taken::But(values) => {
                push_space(&mut left);
                let name = command.split(' ').next().unwrap_or_default();
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

/// The part of a command that was understood.
enum Taken {
    All,
    Not,
    /// All but these values.
    But(String),
}

fn take_command(command: &str, into: &mut Annotations) -> Taken {
    let Some((name, value)) = command.split_once(' ') else {
        return Taken::Not;
    };
    match name {
        "csl" => take_drawings(value, false, into),
        "cal" => take_drawings(value, true, into),
        "eval" => take_one(&mut into.evaluation, StatedEvaluation::parse(value.trim())),
        "clk" => take_one(&mut into.clock, parse_time(value.trim())),
        "emt" => take_one(&mut into.elapsed, parse_time(value.trim())),
        _ => Taken::Not,
    }
}

/// The first one counts; another stays text.
fn take_one<T: Copy + PartialEq>(known: &mut Option<T>, read: Option<T>) -> Taken {
    match (&known, read) {
        (_, None) => Taken::Not,
        (Some(known), Some(read)) if *known != read => Taken::Not,
        _ => {
            *known = read;
            Taken::All
        }
    }
}

fn take_drawings(values: &str, is_arrow: bool, into: &mut Annotations) -> Taken {
    let mut left: Vec<&str> = Vec::new();
    for value in values.split(',').map(str::trim) {
        let is_taken = value.is_empty()
            || Drawing::parse(value, is_arrow).is_some_and(|drawing| into.add_drawing(drawing));
        if !is_taken {
            left.push(value);
        }
    }
    match left.is_empty() {
        true => Taken::All,
        false => Taken::But(left.join(",")),
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
