//! Variations: abandoned lines, which can become the game again.

use engine::rules::{Game, Move};

use super::update::PlayUpdate;
use super::{PlayState, Variation};

/// The most variations; the oldest is dropped.
const MAX_VARIATIONS: usize = 24;

/// The number of moves that two lines share at their start.
fn common_prefix(one: &[Move], other: &[Move]) -> usize {
    let pairs = one.iter().zip(other);
    pairs.take_while(|(one, other)| one == other).count()
}

/// All moves of a game, including those that can be redone.
fn full_line(game: &Game) -> Vec<Move> {
    [game.moves(), game.redo_moves()].concat()
}

impl PlayState {
    /// The variations that leave the game, each with its index and the ply at which it does.
    pub fn branches(&self) -> Vec<(usize, usize, &Variation)> {
        let line = full_line(&self.game);
        let lines = self.variations.iter().enumerate();
        lines
            .map(|(index, variation)| (index, common_prefix(variation, &line), variation))
            .collect()
    }
}

impl PlayUpdate<'_> {
    /// Stores the remaining moves before another one is played.
    pub(super) fn store_abandoned_line(&mut self) {
        if !self.state.game.redo_moves().is_empty() {
            self.store_variation(full_line(&self.state.game));
        }
    }

    fn store_variation(&mut self, line: Variation) {
        let variations = &mut self.state.variations;
        variations.retain(|known| !line.starts_with(known));
        variations.push(line);
        if variations.len() > MAX_VARIATIONS {
            variations.remove(0);
        }
    }

    /// Removes variations that the game now contains.
    pub(super) fn remove_followed_variations(&mut self) {
        let moves = self.state.game.moves();
        self.state
            .variations
            .retain(|known| !moves.starts_with(known));
    }

    /// Makes a variation the game and stores the game's own line.
    pub(super) fn take_variation(&mut self, index: usize) {
        if index >= self.state.variations.len() {
            return;
        }
        let line = self.state.variations.remove(index);
        self.clear_position_data();
        let left = full_line(&self.state.game);
        let shared = common_prefix(&line, &left);
        self.undo_to(shared);
        if shared < left.len() {
            self.store_variation(left);
        }
        for &mv in &line[self.state.game.ply()..] {
            self.append_move(mv);
        }
        self.position_changed();
    }
}
