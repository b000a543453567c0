//! What the histories of quiet moves depend on, besides the move.

use super::piece_to::PieceTo;
use crate::rules::BitBoard;

/// The part of a node that its quiet moves' histories are indexed by.
#[derive(Clone, Copy, Default)]
pub(super) struct QuietContext {
    /// The moves one and two plies before.
    pub earlier: [PieceTo; 2],
    /// The move four plies before; `None` where it does not count.
    pub older: Option<PieceTo>,
    /// The squares that the opponent attacks.
    pub threats: BitBoard,
    /// The hash of the pawns; `None` where they do not count.
    pub pawns: Option<u16>,
}
