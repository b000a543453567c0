//! `perft` by root move ("divide"), which can be stopped.

use engine::rules::{Position, perft};

/// Plies counted between two checks of `goes_on`: some milliseconds.
const UNINTERRUPTED_DEPTH: u8 = 4;

/// Each move with its count, and the total, as text; `None` once `goes_on` is false.
pub fn perft_divided(position: &Position, depth: u8, goes_on: &dyn Fn() -> bool) -> Option<String> {
    let mut text = String::new();
    let mut total = u64::from(depth == 0);
    for &mv in position.legal_moves().iter().take_while(|_| depth > 0) {
        let count = count(&position.play(mv), depth - 1, goes_on)?;
        text.push_str(&format!("{mv}: {count}\n"));
        total += count;
    }
    text.push_str(&format!("\nNodes searched: {total}\n"));
    Some(text)
}

fn count(position: &Position, depth: u8, goes_on: &dyn Fn() -> bool) -> Option<u64> {
    if !goes_on() {
        return None;
    }
    if depth <= UNINTERRUPTED_DEPTH {
        return Some(perft(position, depth));
    }
    let moves = position.legal_moves();
    moves
        .iter()
        .map(|&mv| count(&position.play(mv), depth - 1, goes_on))
        .sum()
}
