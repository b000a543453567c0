//! Playing styles: what a player likes beside what is good.
//!
//! A style adds a bonus to every evaluation, for what the side that plays has on the board: attacks on squares
//! beside the enemy's king, say. It is small beside a piece, so a style decides between moves that are about equally good,
//! and costs some strength. Scores are told without it.

mod bonuses;
mod playing_style;
mod styled;

pub use playing_style::{PlayingStyle, UnknownPlayingStyle};
pub use styled::StyleBonus;

#[cfg(test)]
mod tests;
