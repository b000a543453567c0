//! The random and dated parts of a new game.

use client::play::{Day, Draw};
use engine::rules::Color;
use wire::game_id::GameId;

use super::random;

/// A new game's id and colour, from the browser's randomness, and its day.
pub fn draw() -> Draw {
    let [coin] = random::bytes();
    let color = if coin % 2 == 0 {
        Color::White
    } else {
        Color::Black
    };
    let now = js_sys::Date::new_0();
    Draw {
        client_id: GameId::from_bits(u128::from_be_bytes(random::bytes())),
        color,
        day: Day::of(now.get_full_year(), now.get_month() + 1, now.get_date()),
    }
}
