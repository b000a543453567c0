//! One game between two contestants: whose turn, how long, and when it is over.

use std::time::Duration;

use super::adjudication::Adjudicator;
use super::{Adjudication, Allowance, Answer, Contestant, Fault, FaultKind, Turn};
use engine::player::{Clock, Stop};
use engine::rules::{Color, Game, Reason};
use engine::search::Score;

/// Who holds the clock, and by which rules beside those of chess.
pub struct Umpire<'a> {
    /// Real, or counted by whoever lends it.
    pub clock: &'a dyn Clock,
    /// Set when the match is over; the game under way is then dropped.
    pub stop: &'a dyn Stop,
    /// How far beyond its end a clock may run, for the way between a side and here; a side below
    /// zero is told that it has nothing left. Time for a single move has the same margin.
    pub margin: Duration,
    pub adjudication: Adjudication,
    /// For players that draw lots.
    pub seed: u64,
}

/// A side of one game.
pub struct Seat<'a> {
    pub contestant: &'a mut dyn Contestant,
    pub allowance: Allowance,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    pub game: Game,
    /// `None` for a draw.
    pub winner: Option<Color>,
    pub ending: Ending,
    /// What each side said of its moves, from the opening on; from the view of the side that moved.
    pub scores: Vec<Option<Score>>,
}

/// What ended a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The rules of chess.
    Rules(Reason),
    /// Both sides' scores, where that is asked for.
    Adjudicated,
    /// The loser failed. Time that runs out loses whatever material is left.
    Fault(Fault),
}

impl Played {
    fn lost_by(game: Game, scores: Vec<Option<Score>>, side: Color, fault: Fault) -> Played {
        Played {
            game,
            scores,
            winner: Some(!side),
            ending: Ending::Fault(fault),
        }
    }
}

impl Umpire<'_> {
    /// Plays on from `opening` to the end; White's seat comes first. `None` if it was stopped.
    pub fn play(&self, opening: &Game, mut seats: [Seat<'_>; 2]) -> Option<Played> {
        let mut game = opening.clone();
        for (side, seat) in Color::ALL.into_iter().zip(&mut seats) {
            if let Err(fault) = seat.contestant.new_game() {
                return Some(Played::lost_by(game, Vec::new(), side, fault))
                    .filter(|_| !self.stop.is_set());
            }
        }
        let mut left = [0, 1].map(|side| {
            let control = seats[side].allowance.time_control;
            control.map(|control| control.base.saturating_add(self.margin))
        });
        let mut scores = Vec::new();
        let mut adjudicator = Adjudicator::new(self.adjudication);
        loop {
            if let Some(outcome) = game.outcome() {
                return Some(Played {
                    game,
                    scores,
                    winner: outcome.winner,
                    ending: Ending::Rules(outcome.reason),
                });
            }
            let side = game.position().side_to_move();
            let number = game.position().fullmove_number();
            let turn = self.turn(&game, &mut seats, &mut left);
            if self.stop.is_set() {
                return None;
            }
            let answer = turn.and_then(|answer| match game.play(answer.mv) {
                Ok(()) => Ok(answer),
                Err(error) => Err(Fault::new(FaultKind::Illegal, error.to_string())),
            });
            match answer {
                Err(fault) => return Some(Played::lost_by(game, scores, side, fault)),
                Ok(answer) => {
                    scores.push(answer.score);
                    // What the move did to the game counts before what anybody thinks of it.
                    let verdict = adjudicator.hear(side, answer.score, number);
                    if let Some(winner) = verdict.filter(|_| game.outcome().is_none()) {
                        let ending = Ending::Adjudicated;
                        return Some(Played {
                            game,
                            scores,
                            winner,
                            ending,
                        });
                    }
                }
            }
        }
    }

    /// One answer, with its time taken off the clock; the clocks in `left` include the margin.
    fn turn(
        &self,
        game: &Game,
        seats: &mut [Seat<'_>; 2],
        left: &mut [Option<Duration>; 2],
    ) -> Result<Answer, Fault> {
        let side = game.position().side_to_move().index();
        let allowance = seats[side].allowance;
        let shown = left.map(|left| left.map(|left| left.saturating_sub(self.margin)));
        let movetime = allowance
            .movetime
            .map(|time| time.saturating_add(self.margin));
        let patience = left[side].into_iter().chain(movetime).min();
        let turn = Turn {
            game,
            limits: allowance.limits(shown[side]),
            clocks: [0, 1].map(|side| seats[side].allowance.remaining(shown[side])),
            patience,
            clock: self.clock,
            stop: self.stop,
            seed: self.seed.wrapping_add(game.ply() as u64),
        };
        let start = self.clock.now();
        let answer = seats[side].contestant.choose(&turn);
        let used = self.clock.now().saturating_sub(start);
        let answer = answer?;
        if let Some(patience) = patience.filter(|&patience| used > patience) {
            let detail = format!(
                "took {} ms, had {} with the margin",
                used.as_millis(),
                patience.as_millis()
            );
            return Err(Fault::new(FaultKind::Time, detail));
        }
        if let (Some(left), Some(control)) = (&mut left[side], allowance.time_control) {
            *left = left.saturating_sub(used) + control.increment;
        }
        Ok(answer)
    }
}
