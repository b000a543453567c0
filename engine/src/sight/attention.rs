//! How much attention is left for a move: less where much is going on, and when time runs short.

use std::time::Duration;

use super::Sight;
use crate::rules::{Game, Position};

// The factor on what is overlooked, per mille: for a position in which nothing can be taken and no check be given,
// for each capture and check of either side, and at most.
const CALM: u32 = 600;
const EACH: u32 = 50;
const MOST: u32 = 1_400;

/// From so much on a clock does not hurry.
const LEISURE: Duration = Duration::from_secs(60);
/// What an empty clock adds to the factor, per mille.
const HURRY: u32 = 500;

impl Sight {
    /// The sight of the game's position of someone who overlooks a short quiet move forward with this probability,
    /// per mille, in an ordinary position, with so much time left on the clock, if there is one.
    #[must_use]
    pub fn at(game: &Game, overlooked: u16, left: Option<Duration>, seed: u64) -> Sight {
        let factor = factor(game.position()) + hurry(left);
        Sight {
            overlooked: (u32::from(overlooked) * factor / 1_000) as u16,
            viewer: game.position().side_to_move(),
            seed,
        }
    }
}

/// By what goes on in a position.
fn factor(position: &Position) -> u32 {
    let own = busy_moves(position);
    // In check there is no other side's turn to think of.
    let theirs = match position.in_check() {
        true => 0,
        false => busy_moves(&position.play_null()),
    };
    (CALM + EACH * (own + theirs)).min(MOST)
}

/// Captures and checks of the side to move.
#[inline(never)]
fn busy_moves(position: &Position) -> u32 {
    let legal = position.legal_moves();
    let busy = legal
        .iter()
        .filter(|mv| mv.is_tactical() || position.gives_check(**mv));
    busy.count() as u32
}

fn hurry(left: Option<Duration>) -> u32 {
    let missing = left.map_or(Duration::ZERO, |left| LEISURE.saturating_sub(left));
    (u128::from(HURRY) * missing.as_millis() / LEISURE.as_millis()) as u32
}
