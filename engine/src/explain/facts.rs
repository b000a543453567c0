//! What a reason is found from.

use super::claim::Kind;
use super::sound::Sound;
use crate::player::{Decision, Level};
use crate::rules::Game;
use crate::search::Score;

/// What is known about a move that was chosen.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The game as it stood before the move.
    pub game: &'a Game,
    pub decision: &'a Decision,
    /// What the mover thought of its position one move earlier, from its own side.
    pub before: Option<Score>,
    /// The level it played at, `None` without one; with the seed it tells what was overlooked.
    pub level: Option<Level>,
    pub seed: u64,
    /// What a sound search says of the move. Without it nothing is said that only best play can
    /// prove: of threats, gains and better places.
    pub sound: Option<&'a Sound>,
    /// The kinds of all that was said in this game so far, the last one last: a kind that comes
    /// again takes its next phrasing.
    pub said: &'a [Kind],
}
