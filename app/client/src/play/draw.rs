//! What the reducer is handed from outside: what chance decides, and what the browser's storage says.

use engine::rules::Color;
use wire::game_id::GameId;

use super::day::Day;

/// What chance decides about a new game. Drawn outside, so that the reducer stays pure.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Draw {
    /// The new game's id.
    pub client_id: GameId,
    /// The visitor's colour, should the settings leave it to chance.
    pub color: Color,
    /// Today.
    pub day: Day,
}

/// Why the browser does not keep what it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotKept {
    /// There is no room left.
    Full,
    /// It keeps nothing for this page.
    Refused,
}
