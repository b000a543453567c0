//! What a reason is found from.

use super::claim::ClaimKind;
use super::sound::Sound;
use crate::player::Decision;
use crate::rules::Game;
use crate::search::Score;

/// A chosen move with its context.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The game before the move.
    pub game: &'a Game,
    pub decision: &'a Decision,
    /// The mover's score one move earlier, from its own side.
    pub before: Option<Score>,
    /// A search of the move at full strength. Without it threats, gains and better squares are not
    /// claimed.
    pub sound: Option<&'a Sound>,
    /// The kinds of the earlier sentences of this game, the last one last: a repeated kind gets its
    /// next phrasing.
    pub said: &'a [ClaimKind],
}
