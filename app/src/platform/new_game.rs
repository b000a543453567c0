//! The random and dated parts of a new game.

use client::play::{CalendarDate, NewGameSeed};
use engine::rules::Color;
use wire::game_id::GameId;

use super::random;

/// A new game's id and colour, from the browser's randomness, and its day.
pub fn draw() -> NewGameSeed {
    let [coin] = random::bytes();
    let color = if coin % 2 == 0 {
        Color::White
    } else {
        Color::Black
    };
    let now = js_sys::Date::new_0();
    NewGameSeed {
        client_id: GameId::from_bits(u128::from_be_bytes(random::bytes())),
        color,
        date: CalendarDate::new(now.get_full_year(), now.get_month() + 1, now.get_date()),
    }
}
