//! The way from the game's start to the node being searched: whether it is drawn by repetition, and which moves
//! are seen at its end.

use super::score::MAX_PLY;
use crate::rules::{Game, Move, Position};
use crate::sight::Sight;

/// Keys of the game, followed by those of the line being searched.
pub(crate) struct Path {
    keys: Vec<u64>,
    /// `None` where everything is seen.
    sight: Option<Sight>,
    /// The game's last move, followed by those of the line, `None` for a pass; empty without a sight.
    moves: Vec<Option<Move>>,
    /// Index of the root's key.
    root: usize,
    /// Index of the last null move; no position before it can repeat.
    floor: usize,
}

impl Path {
    pub fn new(game: &Game, sight: Option<Sight>) -> Path {
        let mut keys = Vec::with_capacity(game.keys().len() + MAX_PLY + 1);
        keys.extend_from_slice(game.keys());
        let last = sight.map(|_| game.moves().last().copied());
        Path {
            root: keys.len() - 1,
            keys,
            sight,
            moves: last.into_iter().collect(),
            floor: 0,
        }
    }

    pub fn push(&mut self, key: u64, mv: Move) {
        self.keys.push(key);
        self.push_move(Some(mv));
    }

    pub fn pop(&mut self) {
        self.keys.pop();
        self.pop_move();
    }

    /// Pushes a null move; returns the argument for [`pop_null`](Self::pop_null).
    pub fn push_null(&mut self, key: u64) -> usize {
        self.keys.push(key);
        self.push_move(None);
        std::mem::replace(&mut self.floor, self.keys.len() - 1)
    }

    pub fn pop_null(&mut self, floor: usize) {
        self.keys.pop();
        self.pop_move();
        self.floor = floor;
    }

    fn push_move(&mut self, mv: Option<Move>) {
        if self.sight.is_some() {
            self.remember(mv);
        }
    }

    // Apart: the search plays moves in many places, and hardly any of its searches has a sight.
    #[cold]
    #[inline(never)]
    fn remember(&mut self, mv: Option<Move>) {
        self.moves.push(mv);
    }

    fn pop_move(&mut self) {
        // Nothing is there without a sight.
        self.moves.pop();
    }

    /// Whether a legal move is seen in the position whose key was pushed last. Whoever is in check sees every way
    /// out.
    #[inline(always)]
    pub fn sees(&self, position: &Position, mv: Move) -> bool {
        match &self.sight {
            Some(sight) => self.sees_by(sight, position, mv),
            None => true,
        }
    }

    #[inline(never)]
    fn sees_by(&self, sight: &Sight, position: &Position, mv: Move) -> bool {
        let last = self.moves.last().copied().flatten();
        position.in_check() || sight.sees(position, last, mv)
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
