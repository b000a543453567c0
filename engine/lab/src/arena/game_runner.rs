//! Plays one game between two players: turns, clocks, and the end.

use std::time::Duration;

use engine::player::{Clock, Stop};
use engine::rules::{ChessClock, Color, Game, Reason};
use engine::search::Score;

use super::adjudication::Adjudicator;
use super::{Adjudication, Fault, FaultKind, MatchPlayer, MoveReply, MoveRequest, SearchBudget};

/// The conditions of a game.
pub struct GameRunner<'a> {
    /// A real clock, or one that the caller advances.
    pub clock: &'a dyn Clock,
    /// Set when the match is over; a running game is dropped then.
    pub stop: &'a dyn Stop,
    /// How far a clock or the time for a move may be overrun, for the delay between the player and
    /// this program. A player whose clock is below zero gets a clock of zero.
    pub time_margin: Duration,
    pub adjudication: Adjudication,
    /// For players that choose at random.
    pub seed: u64,
}

/// One side of a game.
pub struct GameSide<'a> {
    pub player: &'a mut dyn MatchPlayer,
    pub budget: SearchBudget,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FinishedGame {
    pub game: Game,
    /// `None` for a draw.
    pub winner: Option<Color>,
    pub termination: Termination,
    /// The score of each move after the opening, from the point of view of the side that moved.
    pub scores: Vec<Option<Score>>,
}

/// Why a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Termination {
    /// The rules of chess.
    Rules(Reason),
    /// The scores of both sides, by the [`Adjudication`] rules.
    Adjudicated,
    /// A fault of the loser. A clock that runs out loses whatever material is left.
    Fault(Fault),
}

impl FinishedGame {
    fn lost_by(game: Game, scores: Vec<Option<Score>>, side: Color, fault: Fault) -> FinishedGame {
        FinishedGame {
            game,
            scores,
            winner: Some(!side),
            termination: Termination::Fault(fault),
        }
    }
}

impl GameRunner<'_> {
    /// Plays from `opening` to the end; White's side comes first. `None` if stopped.
    pub fn play(&self, opening: &Game, mut sides: [GameSide<'_>; 2]) -> Option<FinishedGame> {
        let mut game = opening.clone();
        for (color, side) in Color::ALL.into_iter().zip(&mut sides) {
            if let Err(fault) = side.player.new_game() {
                return Some(FinishedGame::lost_by(game, Vec::new(), color, fault))
                    .filter(|_| !self.stop.is_set());
            }
        }
        let mut chess_clock = ChessClock::new([0, 1].map(|index| {
            let control = sides[index].budget.time_control;
            control.map_or(0, |control| {
                millis(control.base.saturating_add(self.time_margin))
            })
        }));
        let mut scores = Vec::new();
        let mut adjudicator = Adjudicator::new(self.adjudication);
        loop {
            if let Some(outcome) = game.outcome() {
                return Some(FinishedGame {
                    game,
                    scores,
                    winner: outcome.winner,
                    termination: Termination::Rules(outcome.reason),
                });
            }
            let side = game.position().side_to_move();
            let number = game.position().fullmove_number();
            let reply = self.request_move(&game, &mut sides, &mut chess_clock);
            if self.stop.is_set() {
                return None;
            }
            let reply = reply.and_then(|reply| match game.play(reply.mv) {
                Ok(()) => Ok(reply),
                Err(error) => Err(Fault::new(FaultKind::Illegal, error.to_string())),
            });
            match reply {
                Err(fault) => return Some(FinishedGame::lost_by(game, scores, side, fault)),
                Ok(reply) => {
                    scores.push(reply.score);
                    // The rules end a game before the adjudicator does.
                    let decision = adjudicator.add_score(side, reply.score, number);
                    if let Some(winner) = decision.filter(|_| game.outcome().is_none()) {
                        return Some(FinishedGame {
                            game,
                            scores,
                            winner,
                            termination: Termination::Adjudicated,
                        });
                    }
                }
            }
        }
    }

    /// Requests a move and takes its time off the clock. The times of `chess_clock` include the margin;
    /// a side without a time control has none.
    fn request_move(
        &self,
        game: &Game,
        sides: &mut [GameSide<'_>; 2],
        chess_clock: &mut ChessClock,
    ) -> Result<MoveReply, Fault> {
        let color = game.position().side_to_move();
        let side = color.index();
        let budget = sides[side].budget;
        let time_left = <[u32; 2]>::from(*chess_clock).map(|ms| Duration::from_millis(ms.into()));
        let clocks = time_left.map(|left| left.saturating_sub(self.time_margin));
        let movetime = budget
            .movetime
            .map(|time| time.saturating_add(self.time_margin));
        let max_time = budget.time_control.map(|_| time_left[side]);
        let max_time = max_time.into_iter().chain(movetime).min();
        let request = MoveRequest {
            game,
            limits: budget.limits(clocks[side]),
            clocks: [0, 1].map(|side| sides[side].budget.remaining(clocks[side])),
            max_time,
            clock: self.clock,
            stop: self.stop,
            seed: self.seed.wrapping_add(game.ply() as u64),
        };
        let start = self.clock.now();
        chess_clock.start(color, start.as_millis() as u64);
        let reply = sides[side].player.choose(&request);
        let end = self.clock.now();
        let used = end.saturating_sub(start);
        let reply = reply?;
        if let Some(max_time) = max_time.filter(|&max_time| used > max_time) {
            let detail = format!(
                "took {} ms, had {} with the margin",
                used.as_millis(),
                max_time.as_millis()
            );
            return Err(Fault::new(FaultKind::Time, detail));
        }
        let increment = budget
            .time_control
            .map_or(0, |control| millis(control.increment));
        chess_clock.press(increment, end.as_millis() as u64);
        Ok(reply)
    }
}

/// Whole milliseconds of a chess clock.
fn millis(time: Duration) -> u32 {
    u32::try_from(time.as_millis()).unwrap_or(u32::MAX)
}
