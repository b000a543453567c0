//! A player with a playing style.

use super::score_correction::{moved, shifted};
use super::strategy::StrategyId;
use super::strength::Strength;
use super::{Control, Decision, Player};
use crate::eval::{PlayingStyle, StyleBonus};
use crate::rules::{Color, Game, Move, Position};
use crate::search::{Report, SearchLimits};

/// Plays each side by a player of its own, since what a style likes depends on the side that plays. Usually one
/// of them is asked, and the other is never created.
///
/// Scores are told without the bonus. At levels with noise they are corrected with that; elsewhere the bonus of the
/// position that the best line ends in is taken off.
pub(super) struct StyledPlayer {
    id: StrategyId,
    style: PlayingStyle,
    strength: Strength,
    seed: u64,
    create: Creator,
    /// White's and Black's.
    players: [Option<Box<dyn Player + Send>>; 2],
}

/// Creates the player of a side by what it likes.
pub(super) type Creator = Box<dyn Fn(StyleBonus) -> Option<Box<dyn Player + Send>> + Send>;

impl StyledPlayer {
    /// A player of a strategy that searches; `create` creates it at this strength and with this seed.
    pub fn new(
        id: StrategyId,
        style: PlayingStyle,
        (strength, seed): (Strength, u64),
        create: Creator,
    ) -> StyledPlayer {
        StyledPlayer {
            id,
            style,
            strength,
            seed,
            create,
            players: [None, None],
        }
    }

    fn player(&mut self, bonus: StyleBonus, side: Color) -> &mut Box<dyn Player + Send> {
        self.players[side.index()]
            .get_or_insert_with(|| (self.create)(bonus).expect("a strategy that searches"))
    }
}

impl Player for StyledPlayer {
    fn choose(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        control: &mut Control<'_>,
    ) -> Decision {
        let position = game.position();
        let side = position.side_to_move();
        let bonus = StyleBonus::new(self.style, side).weighted(weight(self.strength));
        let level = self.strength.level_in(position, self.seed);
        if level.noise(self.id, self.seed).is_some() {
            return self.player(bonus, side).choose(game, limits, control);
        }
        let (clock, stop, rng) = (control.clock, control.stop, control.rng.clone());
        let report = &mut *control.report;
        // What is told of single moves before the depth is whole is corrected as the depth before, or by the bonus
        // of this position.
        let mut shift = -bonus.of(position);
        let mut corrected = |message: Report| {
            if let Report::Depth(line) = &message
                && line.rank == 1
            {
                shift = -at_end(bonus, position, &line.pv);
            }
            report(shifted(message, shift));
        };
        let mut decision = self.player(bonus, side).choose(
            game,
            limits,
            &mut Control {
                clock,
                stop,
                report: &mut corrected,
                rng,
            },
        );
        if let Some(best) = decision.lines.first() {
            let shift = -at_end(bonus, position, &best.pv);
            for line in &mut decision.lines {
                line.score = moved(line.score, shift);
            }
        }
        decision
    }

    fn new_game(&mut self) {
        for player in self.players.iter_mut().flatten() {
            player.new_game();
        }
    }
}

/// The weight of a style, percent: below level 6 once more for each level, since mistakes would hide it.
fn weight(strength: Strength) -> i32 {
    100 + 10 * (60 - i32::from(strength.tenths())).max(0)
}

/// The bonus of the position that a line ends in, centipawns.
fn at_end(bonus: StyleBonus, position: &Position, line: &[Move]) -> i32 {
    let play = |position: Position, &mv: &Move| position.play(mv);
    bonus.of(&line.iter().fold(*position, play))
}
