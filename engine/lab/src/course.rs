//! A learner goes to school: it plays training games and learns from them, and now and then test
//! games from which nobody learns. What anyone repeats with `ponder learn`.

use std::sync::{Arc, Mutex, PoisonError};

use rand::RngExt;
use rand::seq::SliceRandom;

use engine::learning::{Ending, GameId, Lesson, Params, QTable, Record};
use engine::player::{
    Control, Decision, Learner, Learning, Memory, NeverStop, Player, Seat, StoppedClock, StrategyId,
};
use engine::rules::{Color, Game, Move, Position};
use engine::search::SearchLimits;

/// A game longer than this is a draw, plies.
const LONGEST: usize = 300;

/// What is learnt against whom, and how it is tested.
#[derive(Clone, Debug)]
pub struct Course {
    pub opponent: StrategyId,
    /// Of the opponent's search.
    pub limits: SearchLimits,
    /// How often the opponent plays a random move instead, 0 to 1.
    pub unsteady: f64,
    /// How many moves the opponent knows in each position, the same ones in every game, as people
    /// have their habits; `None` is all.
    pub habits: Option<usize>,
    pub learning: Learning,
    /// Off is the control: the same games, and nothing is kept of them.
    pub learns: bool,
    /// Training games between two tests, and how often.
    pub games: u32,
    pub rounds: u32,
    /// Games of each test. The learner explores in none of them.
    pub tests: u32,
    pub seed: u64,
}

/// A test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// Training games before it.
    pub games: u32,
    /// Positions known.
    pub states: usize,
    /// Its results.
    pub record: Record,
}

impl Mark {
    /// Points a game, 0 to 1.
    #[must_use]
    pub fn score(&self) -> f64 {
        let Record {
            wins,
            draws,
            losses,
        } = self.record;
        (f64::from(wins) + f64::from(draws) / 2.0) / f64::from((wins + draws + losses).max(1))
    }

    /// Half the 95 % interval of the score.
    #[must_use]
    pub fn error(&self) -> f64 {
        let Record {
            wins,
            draws,
            losses,
        } = self.record;
        let games = f64::from((wins + draws + losses).max(1));
        let score = self.score();
        let square = (f64::from(wins) + f64::from(draws) / 4.0) / games;
        1.959_963_985 * ((square - score * score).max(0.0) / games).sqrt()
    }
}

/// Which games are played with which luck: none is met twice.
#[derive(Clone, Copy)]
enum Luck {
    Training,
    Test,
}

impl Course {
    /// Takes the course from its beginning; every test is told as it is taken.
    pub fn take(&self, table: QTable, told: &mut dyn FnMut(&Mark)) -> (QTable, Vec<Mark>) {
        let memory: Memory = Arc::new(Mutex::new(table));
        let mut marks = Vec::new();
        let mut mark = |games| {
            let mark = Mark {
                games,
                states: locked(&memory, |table| table.states()),
                record: self.test(&memory, games),
            };
            told(&mark);
            marks.push(mark);
        };
        mark(0);
        for round in 0..self.rounds {
            for number in 0..self.games {
                self.train(&memory, round * self.games + number);
            }
            mark((round + 1) * self.games);
        }
        let table = locked(&memory, std::mem::take);
        (table, marks)
    }

    fn train(&self, memory: &Memory, number: u32) {
        let mut learner = Learner::new(Arc::clone(memory), &self.learning);
        let (game, side) = self.play(&mut learner, Luck::Training, u64::from(number));
        if self.learns {
            let lesson = Lesson {
                id: GameId(u128::from(self.seed) << 64 | u128::from(number)),
                game: &game,
                winner: game.outcome().and_then(|outcome| outcome.winner),
                sides: &[side],
            };
            locked(memory, |table| table.learn(&lesson, &self.learning.params));
        }
    }

    fn test(&self, memory: &Memory, trained: u32) -> Record {
        let settled = Learning {
            params: Params {
                epsilon: 0.0,
                ..self.learning.params
            },
            ..self.learning
        };
        let mut record = Record::default();
        for number in 0..self.tests {
            let mut learner = Learner::new(Arc::clone(memory), &settled);
            let luck = u64::from(trained) << 32 | u64::from(number);
            let (game, side) = self.play(&mut learner, Luck::Test, luck);
            let winner = game.outcome().and_then(|outcome| outcome.winner);
            record.count(Ending::of(winner, side));
        }
        record
    }

    /// A whole game; the learner has white in every second one.
    fn play(&self, learner: &mut Learner, luck: Luck, number: u64) -> (Game, Color) {
        let side = if number.is_multiple_of(2) {
            Color::White
        } else {
            Color::Black
        };
        let lane = match luck {
            Luck::Training => 1,
            Luck::Test => 2,
        };
        let seat = Seat {
            hash_mb: 1,
            ..Seat::default()
        };
        let mut opponent = seat.take(self.opponent);
        let mut rng = engine::rng(self.seed.rotate_left(32) ^ number.wrapping_mul(4) ^ lane);
        let mut game = Game::new();
        while game.outcome().is_none() && game.ply() < LONGEST {
            let mut control = Control {
                clock: &StoppedClock,
                stop: &NeverStop,
                report: &mut |_| {},
                rng: engine::rng(rng.random()),
            };
            let limits = SearchLimits {
                searchmoves: self
                    .habits
                    .map_or_else(Vec::new, |most| habitual(game.position(), most)),
                ..self.limits.clone()
            };
            let decision = if game.position().side_to_move() == side {
                learner.choose(&game, &SearchLimits::default(), &mut control)
            } else if rng.random::<f64>() < self.unsteady {
                engine::teaching::Dice.choose(&game, &limits, &mut control)
            } else {
                let by_opponent =
                    |mind: &mut Box<dyn Player + Send>| mind.choose(&game, &limits, &mut control);
                opponent
                    .as_mut()
                    .map_or_else(|| Decision::game_over(0), by_opponent)
            };
            let played = decision.mv.is_some_and(|mv| game.play(mv).is_ok());
            if !played {
                break;
            }
        }
        (game, side)
    }
}

/// The moves that a creature of habit knows in a position, at most so many.
fn habitual(position: &Position, most: usize) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    let mut rng = engine::rng(position.key());
    moves.shuffle(&mut rng);
    moves.truncate(most);
    moves
}

fn locked<T>(memory: &Memory, read: impl FnOnce(&mut QTable) -> T) -> T {
    read(&mut memory.lock().unwrap_or_else(PoisonError::into_inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn course(learns: bool) -> Course {
        Course {
            opponent: StrategyId::Dice,
            limits: SearchLimits::depth(1),
            unsteady: 0.0,
            habits: Some(2),
            learning: Learning {
                guard: false,
                ..Learning::default()
            },
            learns,
            games: 10,
            rounds: 1,
            tests: 4,
            seed: 5,
        }
    }

    #[test]
    fn a_course_is_the_same_every_time_and_its_control_learns_nothing() {
        let once = |learns| course(learns).take(QTable::default(), &mut |_| {});
        let (table, marks) = once(true);
        assert_eq!(once(true), (table.clone(), marks.clone()));
        assert_eq!((table.games(), marks.len()), (10, 2));
        assert!(table.states() > 10);
        let (untaught, _) = once(false);
        assert_eq!(untaught, QTable::default());
    }

    #[test]
    fn a_mark_has_its_interval() {
        let mark = Mark {
            games: 0,
            states: 0,
            record: Record {
                wins: 50,
                draws: 0,
                losses: 50,
            },
        };
        assert!((mark.score() - 0.5).abs() < 1e-9);
        assert!((mark.error() - 0.098).abs() < 1e-3);
    }
}
