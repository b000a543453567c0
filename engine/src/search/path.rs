//! Draw detection: the keys from the game's start to the node being searched.

use super::score::MAX_PLY;
use crate::rules::{Game, Position};

/// Keys of the game, followed by those of the line being searched.
pub(crate) struct Path {
    keys: Vec<u64>,
    /// Index of the root's key.
    root: usize,
    /// Index of the last null move; no position before it can repeat.
    floor: usize,
}

impl Path {
    pub fn new(game: &Game) -> Path {
        let mut keys = Vec::with_capacity(game.keys().len() + MAX_PLY + 1);
        keys.extend_from_slice(game.keys());
        Path {
            root: keys.len() - 1,
            keys,
            floor: 0,
        }
    }

    pub fn push(&mut self, key: u64) {
        self.keys.push(key);
    }

    pub fn pop(&mut self) {
        self.keys.pop();
    }

    /// Pushes a null move; returns the argument for [`pop_null`](Self::pop_null).
    pub fn push_null(&mut self, key: u64) -> usize {
        self.keys.push(key);
        std::mem::replace(&mut self.floor, self.keys.len() - 1)
    }

    pub fn pop_null(&mut self, floor: usize) {
        self.keys.pop();
        self.floor = floor;
    }

    /// Whether the last move was a null move.
    pub fn after_null(&self) -> bool {
        self.floor > self.root && self.floor == self.keys.len() - 1
    }

    /// Whether the position whose key was pushed last counts as drawn: by fifty moves, insufficient
    /// material or repetition.
    ///
    /// One earlier occurrence within the searched line is enough: a line worth repeating once is
    /// worth it again. Positions of the game, the root included, need two, as in the rules.
    pub fn is_draw(&self, position: &Position) -> bool {
        position.halfmove_clock() >= 100 && has_a_move(position)
            || position.insufficient_material()
            || self.repeats(usize::from(position.halfmove_clock()))
    }

    fn repeats(&self, reversible: usize) -> bool {
        let current = self.keys.len() - 1;
        let reach = reversible.min(current - self.floor);
        let key = self.keys[current];
        let mut in_game = 0;
        for back in (4..=reach).step_by(2) {
            let index = current - back;
            if self.keys[index] != key {
                continue;
            }
            in_game += 1;
            if index > self.root || in_game == 2 {
                return true;
            }
        }
        false
    }
}

/// Mate on the hundredth half-move takes precedence.
fn has_a_move(position: &Position) -> bool {
    !position.in_check() || position.has_legal_move()
}
