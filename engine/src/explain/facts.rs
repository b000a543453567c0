//! What a reason is found from.

use super::claim::ClaimKind;
use super::sound::Sound;
use crate::player::Decision;
use crate::rules::Game;

/// A chosen move with its context.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    /// The game before the move.
    pub game: &'a Game,
    pub decision: &'a Decision,
    /// The mover's decision one move earlier.
    pub earlier: Option<&'a Decision>,
    /// A search of the move at full strength. Without it threats, gains and better squares are not
    /// claimed.
    pub sound: Option<&'a Sound>,
    /// The kinds of the earlier sentences of this game, the last one last: a repeated kind gets its
    /// next phrasing.
    pub said: &'a [ClaimKind],
}

/// A kind that should not be repeated at once comes back after so many sentences.
const REST: usize = 3;

impl Facts<'_> {
    /// Whether one of the last sentences was of this kind.
    pub(super) fn said_lately(&self, kind: ClaimKind) -> bool {
        self.said.iter().rev().take(REST).any(|&said| said == kind)
    }
}
