//! Parsers of the values that several commands take.

use std::str::FromStr;

use engine::rules::Position;
use lab::train::NEURONS;

/// Parses a value and checks it.
///
/// # Errors
/// The message, with what was `expected`.
pub fn parse_checked<T: FromStr>(
    text: &str,
    expected: &str,
    fits: impl FnOnce(&T) -> bool,
) -> Result<T, String> {
    let value = text.parse().ok().filter(fits);
    value.ok_or_else(|| format!("expected {expected}"))
}

/// Parses a number from 1.
///
/// # Errors
/// The message.
pub fn parse_from_one<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    parse_checked(text, "a number from 1", |number| *number >= T::from(1))
}

/// Parses a number from 0 to 1.
///
/// # Errors
/// The message.
pub fn parse_share<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let range = T::from(0)..=T::from(1);
    parse_checked(text, "a number from 0 to 1", |share| range.contains(share))
}

/// Parses the neurons of a network that learns from its own games.
///
/// # Errors
/// The message.
pub fn parse_neurons(text: &str) -> Result<u8, String> {
    parse_checked(text, "16, 32 or 64", |neurons| NEURONS.contains(neurons))
}

/// A position by its FEN, or the start position.
///
/// # Errors
/// Why it is no FEN.
pub fn parse_position(text: &str) -> Result<Position, String> {
    match text {
        "startpos" => Ok(Position::startpos()),
        fen => Position::from_fen(fen).map_err(|error| error.to_string()),
    }
}
