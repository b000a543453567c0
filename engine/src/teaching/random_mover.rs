//! Random legal moves.

use super::root::shuffled_moves;
use crate::player::{Control, Decision, Player, Source, StopReason};
use crate::rules::Game;
use crate::search::SearchLimits;

/// Plays random moves, without nodes or a line.
#[derive(Clone, Copy, Debug, Default)]
pub struct RandomMover;

impl Player for RandomMover {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let moves = shuffled_moves(game.position(), limits, &mut control.rng);
        Decision {
            mv: moves.first().copied(),
            source: Source::Chance,
            stop_reason: match moves.len() {
                0 => StopReason::GameOver,
                1 => StopReason::OnlyMove,
                _ => StopReason::Depth,
            },
            ..Decision::game_over(0)
        }
    }

    fn new_game(&mut self) {}
}
