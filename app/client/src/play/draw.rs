//! Inputs of the reducer from outside: random numbers, the date, storage errors.

use engine::rules::Color;
use wire::game_id::GameId;

use super::day::CalendarDate;

/// The random numbers and the date of a new game, drawn by the caller.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewGameSeed {
    pub client_id: GameId,
    /// The visitor's colour for a random choice.
    pub color: Color,
    /// Today.
    pub date: CalendarDate,
}

/// Why the browser does not store the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StorageError {
    /// The storage is full.
    QuotaExceeded,
    /// Storage is not allowed.
    Denied,
}
