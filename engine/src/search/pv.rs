//! The principal variation, kept in a triangle: one row for each ply.

use super::score::MAX_PLY;
use crate::rules::Move;

/// Row `ply` holds the best line from that ply on.
pub(crate) struct PvTable {
    rows: Box<[[Option<Move>; MAX_PLY]]>,
    lengths: [usize; MAX_PLY + 1],
}

impl PvTable {
    pub fn new() -> PvTable {
        PvTable {
            rows: vec![[None; MAX_PLY]; MAX_PLY].into_boxed_slice(),
            lengths: [0; MAX_PLY + 1],
        }
    }

    /// A node at `ply` has no line yet.
    pub fn begin(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// `mv` is the best at `ply`; the line goes on with what its child found.
    pub fn extend(&mut self, ply: usize, mv: Move) {
        let tail = self.lengths[ply + 1].min(MAX_PLY - 1);
        let (rows, below) = self.rows.split_at_mut(ply + 1);
        rows[ply][0] = Some(mv);
        if let Some(child) = below.first() {
            rows[ply][1..=tail].copy_from_slice(&child[..tail]);
            self.lengths[ply] = tail + 1;
        } else {
            self.lengths[ply] = 1;
        }
    }

    /// The line from `ply` on.
    pub fn line(&self, ply: usize) -> Vec<Move> {
        self.rows[ply][..self.lengths[ply]]
            .iter()
            .copied()
            .flatten()
            .collect()
    }
}
