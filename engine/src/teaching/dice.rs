//! The first stage: any legal move, drawn by lot.

use super::deepen::shuffled;
use crate::player::{Control, Decision, Player, Source, StopReason};
use crate::rules::Game;
use crate::search::SearchLimits;

/// Plays random moves. It looks at no position, so it reports no nodes and no line.
#[derive(Clone, Copy, Debug, Default)]
pub struct Dice;

impl Player for Dice {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let drawn = shuffled(game.position(), &limits.searchmoves, &mut control.rng);
        Decision {
            mv: drawn.first().copied(),
            source: Source::Chance,
            stop_reason: match drawn.len() {
                0 => StopReason::GameOver,
                1 => StopReason::OnlyMove,
                _ => StopReason::Depth,
            },
            ..Decision::game_over(0)
        }
    }

    fn new_game(&mut self) {}
}
