//! The triangular principal variation table.

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

    /// Clears the line of a new node at `ply`.
    pub fn begin(&mut self, ply: usize) {
        self.lengths[ply] = 0;
    }

    /// Sets the line at `ply` to `mv` followed by its child's line.
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
