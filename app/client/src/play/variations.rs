//! Lines that were left for others: kept beside the game, and ready to be the game again.

use engine::rules::{Game, Move};

use super::update::Step;
use super::{State, Variation};

/// At most so many; the oldest goes.
const MOST: usize = 24;

/// How many moves two lines have in common.
fn common(one: &[Move], other: &[Move]) -> usize {
    let pairs = one.iter().zip(other);
    pairs.take_while(|(one, other)| one == other).count()
}

/// All moves of a game, those that can be played again included.
fn whole_line(game: &Game) -> Vec<Move> {
    [game.moves(), game.redo_moves()].concat()
}

impl State {
    /// The lines that leave the game, each with its place in the list and the ply at which it does.
    pub fn branches(&self) -> Vec<(usize, usize, &Variation)> {
        let line = whole_line(&self.game);
        let lines = self.variations.iter().enumerate();
        lines
            .map(|(index, variation)| (index, common(variation, &line), variation))
            .collect()
    }
}

impl Step<'_> {
    /// Another move than the next one is about to be played: what follows is kept.
    pub(super) fn keep_line(&mut self) {
        if !self.state.game.redo_moves().is_empty() {
            self.keep(whole_line(&self.state.game));
        }
    }

    fn keep(&mut self, line: Variation) {
        let variations = &mut self.state.variations;
        variations.retain(|known| !line.starts_with(known));
        variations.push(line);
        if variations.len() > MOST {
            variations.remove(0);
        }
    }

    /// A line that the game has come to follow is none beside it any more.
    pub(super) fn drop_lines_of_game(&mut self) {
        let moves = self.state.game.moves();
        self.state
            .variations
            .retain(|known| !moves.starts_with(known));
    }

    /// Makes a line that was left the game, and leaves the game's own.
    pub(super) fn take_variation(&mut self, index: usize) {
        if index >= self.state.variations.len() {
            return;
        }
        let line = self.state.variations.remove(index);
        self.leave_position();
        let left = whole_line(&self.state.game);
        let shared = common(&line, &left);
        self.take_back_to(shared);
        if shared < left.len() {
            self.keep(left);
        }
        for &mv in &line[self.state.game.ply()..] {
            self.step_along(mv);
        }
        self.settle();
    }
}
