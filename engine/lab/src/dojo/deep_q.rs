//! Deep Q-learning on afterstates: the value of a move is that of the position after it.
//!
//! With `V(s)` the expected score of the side to move at `s`, `Q(s, a) = 1 − V(s')`, where `s'` is the
//! position after `a`. The target of an afterstate in the replay buffer is the best that the other side
//! can do there, by the target network: `V(s') ← max over a' of 1 − V(s'')`, discounted towards a draw.

use engine::eval::Evaluator;
use engine::rules::{Move, Position};
use rand::RngExt;

use super::learner::Exercise;
use super::past_games::PastGames;
use crate::datagen::{GameFormatError, SelfPlayGame};
use crate::train::{SELF_RAISED, TrainingSample, sigmoid};

/// Generations in the replay buffer.
pub(super) const WINDOW: usize = 25;
/// Generations for which the target network stays the same.
pub(super) const TARGET_GENERATIONS: u32 = 4;
/// How often a position of the newest games is drawn, on average, in its generation.
const REPLAYS: usize = 4;
/// γ: what the lead of the next position is worth in this one.
const DISCOUNT: f32 = 0.99;

/// Draws positions out of the replay buffer.
pub(super) struct ReplayBuffer<'a> {
    /// Games with the number of positions in those before them.
    games: Vec<(usize, &'a SelfPlayGame)>,
    positions: usize,
}

impl<'a> ReplayBuffer<'a> {
    pub fn new(window: impl IntoIterator<Item = &'a PastGames>) -> ReplayBuffer<'a> {
        let mut buffer = ReplayBuffer {
            games: Vec::new(),
            positions: 0,
        };
        for game in window.into_iter().flat_map(|past| &past.games) {
            buffer.games.push((buffer.positions, game));
            buffer.positions += game.moves.len();
        }
        buffer
    }

    pub fn is_empty(&self) -> bool {
        self.positions == 0
    }

    /// How many positions to draw after a generation of `fresh` games.
    pub fn draws(fresh: &[SelfPlayGame]) -> usize {
        REPLAYS * fresh.iter().map(|game| game.moves.len()).sum::<usize>()
    }

    /// A random position that a player had to move in.
    ///
    /// # Errors
    /// A move of its game is illegal, or there is no game.
    pub fn draw(&self, rng: &mut engine::Rng) -> Result<Position, GameFormatError> {
        // 32 bits, since ranges of `usize` draw differently on wasm32.
        let count = u32::try_from(self.positions).unwrap_or(u32::MAX).max(1);
        let number = rng.random_range(0..count) as usize;
        let index = self.games.partition_point(|(before, _)| *before <= number);
        let Some(&(before, game)) = index.checked_sub(1).and_then(|last| self.games.get(last))
        else {
            return Err(GameFormatError::Truncated);
        };
        let mut position = *game.opening()?.position();
        for (ply, scored) in game.moves[..number - before].iter().enumerate() {
            if !position.is_legal(scored.mv) {
                return Err(GameFormatError::Illegal(game.opening.len() + ply));
            }
            position = position.play(scored.mv);
        }
        Ok(position)
    }
}

/// A position with its target by the target network; `None` where the game is over.
pub(super) fn exercise(position: &Position, target: &mut dyn Evaluator) -> Option<Exercise> {
    let moves = position.legal_moves();
    let best = moves
        .iter()
        .map(|&mv| value_of_move(position, mv, target))
        .max_by(f32::total_cmp)?;
    Some((TrainingSample::new(position, 0, 1), best))
}

/// `Q(s, a)`: the expected score of the side that moves.
pub(super) fn value_of_move(position: &Position, mv: Move, target: &mut dyn Evaluator) -> f32 {
    let after = position.play(mv);
    if after.legal_moves().is_empty() {
        return if after.in_check() { 1.0 } else { 0.5 };
    }
    let centipawns = target.evaluate(&after) as f32;
    let value = 1.0 - sigmoid(SELF_RAISED.sigmoid_scale * centipawns);
    0.5 + DISCOUNT * (value - 0.5)
}
