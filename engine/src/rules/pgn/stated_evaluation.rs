//! Evaluations in comments: `0.17`, `-1.50`, `#-3`, `0.17,22` with a depth.

use std::fmt;

/// The largest evaluation that is read, centipawns.
pub const MAX_STATED_CENTIPAWNS: i32 = 100_000;

/// The longest mate that is read, moves.
pub const MAX_STATED_MATE: i16 = 1_000;

/// An evaluation that a PGN states, from White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct StatedEvaluation {
    pub score: StatedScore,
    /// Plies.
    pub depth: Option<u8>,
}

/// The score of a [`StatedEvaluation`], from White's view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StatedScore {
    /// Centipawns, at most [`MAX_STATED_CENTIPAWNS`] in size.
    Cp(i32),
    /// Moves until mate, at most [`MAX_STATED_MATE`] in size; negative where White is mated.
    Mate(i16),
}

impl StatedEvaluation {
    /// Reads an evaluation; `None` for anything else, and for what its numbers cannot hold.
    pub(super) fn parse(text: &str) -> Option<StatedEvaluation> {
        let (score, depth) = match text.split_once(',') {
            Some((score, depth)) => (score, Some(parse_digits(depth)?)),
            None => (text, None),
        };
        let depth = match depth {
            Some(depth) => Some(u8::try_from(depth).ok()?),
            None => None,
        };
        let score = match score.strip_prefix('#') {
            Some(mate) => {
                let (sign, digits) = split_sign(mate);
                let moves = i16::try_from(parse_digits(digits)?).ok()?;
                (moves <= MAX_STATED_MATE).then_some(StatedScore::Mate(sign * moves))?
            }
            None => StatedScore::Cp(parse_centipawns(score)?),
        };
        Some(StatedEvaluation { score, depth })
    }
}

/// Pawns with at most two decimals.
fn parse_centipawns(text: &str) -> Option<i32> {
    let (sign, digits) = split_sign(text);
    let (pawns, decimals) = digits.split_once('.').unwrap_or((digits, "0"));
    let pawns = parse_digits(pawns)?;
    let fraction = match decimals.len() {
        1 => parse_digits(decimals)? * 10,
        2 => parse_digits(decimals)?,
        _ => return None,
    };
    let centipawns = i32::try_from(pawns.checked_mul(100)?.checked_add(fraction)?).ok()?;
    (centipawns <= MAX_STATED_CENTIPAWNS).then_some(i32::from(sign) * centipawns)
}

fn split_sign(text: &str) -> (i16, &str) {
    match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    }
}

/// ASCII digits only, where the standard parser takes a sign, too.
pub(super) fn parse_digits(text: &str) -> Option<u32> {
    let is_number = !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    is_number.then(|| text.parse().ok()).flatten()
}

impl fmt::Display for StatedEvaluation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.score {
            StatedScore::Cp(centipawns) => {
                let sign = if centipawns < 0 { "-" } else { "" };
                let size = centipawns.unsigned_abs();
                write!(f, "{sign}{}.{:02}", size / 100, size % 100)?;
            }
            StatedScore::Mate(moves) => write!(f, "#{moves}")?,
        }
        match self.depth {
            Some(depth) => write!(f, ",{depth}"),
            None => Ok(()),
        }
    }
}
