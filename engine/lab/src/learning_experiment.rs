//! The learning experiment of `ponder learn`: a learner plays training games and learns from them, and
//! between the rounds test games from which it does not learn.

use std::sync::{Arc, Mutex, PoisonError};

use engine::learning::{Ending, GameId, Lesson, Params, QTable, Record};
use engine::player::{
    Control, Decision, Learner, LearnerConfig, Memory, NeverStop, Player, PlayerConfig,
    StoppedClock, StrategyId,
};
use engine::rules::{Color, Game, Move, Position};
use engine::search::SearchLimits;
use rand::RngExt;
use rand::seq::SliceRandom;

/// A longer game is a draw.
const MAX_PLIES: usize = 300;

/// The settings of an experiment.
#[derive(Clone, Debug)]
pub struct LearningExperiment {
    pub opponent: StrategyId,
    /// The limits of the opponent's search.
    pub limits: SearchLimits,
    /// The share of the opponent's moves that are random, 0 to 1.
    pub random_move_rate: f64,
    /// The number of moves that the opponent considers in a position, the same ones in every game;
    /// `None` is all.
    pub repertoire_size: Option<usize>,
    pub learning: LearnerConfig,
    /// Off in the control: the same games, from which nothing is learnt.
    pub learns: bool,
    /// Training games of a round.
    pub games_per_round: u32,
    pub rounds: u32,
    /// Games of each test. The learner does not explore in them.
    pub test_games: u32,
    pub seed: u64,
}

/// The result of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TestResult {
    /// Training games before the test.
    pub training_games: u32,
    /// Positions in the learner's table.
    pub states: usize,
    /// Wins, draws and losses.
    pub record: Record,
}

impl TestResult {
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

/// Training and test games draw from different random streams.
#[derive(Clone, Copy)]
enum Phase {
    Training,
    Test,
}

impl LearningExperiment {
    /// Runs the experiment; `on_test` gets every result as it comes.
    pub fn run(
        &self,
        table: QTable,
        on_test: &mut dyn FnMut(&TestResult),
    ) -> (QTable, Vec<TestResult>) {
        let memory: Memory = Arc::new(Mutex::new(table));
        let mut results = Vec::new();
        let mut test = |training_games| {
            let result = TestResult {
                training_games,
                states: locked(&memory, |table| table.states()),
                record: self.test(&memory, training_games),
            };
            on_test(&result);
            results.push(result);
        };
        test(0);
        for round in 0..self.rounds {
            for number in 0..self.games_per_round {
                self.train(&memory, round * self.games_per_round + number);
            }
            test((round + 1) * self.games_per_round);
        }
        let table = locked(&memory, std::mem::take);
        (table, results)
    }

    fn train(&self, memory: &Memory, number: u32) {
        let mut learner = Learner::new(Arc::clone(memory), &self.learning);
        let (game, side) = self.play(&mut learner, Phase::Training, u64::from(number));
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
        let without_exploration = LearnerConfig {
            params: Params {
                epsilon: 0.0,
                ..self.learning.params
            },
            ..self.learning
        };
        let mut record = Record::default();
        for number in 0..self.test_games {
            let mut learner = Learner::new(Arc::clone(memory), &without_exploration);
            let game_number = u64::from(trained) << 32 | u64::from(number);
            let (game, side) = self.play(&mut learner, Phase::Test, game_number);
            let winner = game.outcome().and_then(|outcome| outcome.winner);
            record.count(Ending::of(winner, side));
        }
        record
    }

    /// Plays a game; the learner has White in every second one.
    fn play(&self, learner: &mut Learner, phase: Phase, number: u64) -> (Game, Color) {
        let side = if number.is_multiple_of(2) {
            Color::White
        } else {
            Color::Black
        };
        let stream = match phase {
            Phase::Training => 1,
            Phase::Test => 2,
        };
        let config = PlayerConfig {
            hash_mb: 1,
            ..PlayerConfig::default()
        };
        let mut opponent = config.player(self.opponent);
        let mut rng = engine::rng(self.seed.rotate_left(32) ^ number.wrapping_mul(4) ^ stream);
        let mut game = Game::new();
        while game.outcome().is_none() && game.ply() < MAX_PLIES {
            let mut control = Control {
                clock: &StoppedClock,
                stop: &NeverStop,
                report: &mut |_| {},
                rng: engine::rng(rng.random()),
            };
            let limits = SearchLimits {
                searchmoves: self
                    .repertoire_size
                    .map_or_else(Vec::new, |size| repertoire(game.position(), size)),
                ..self.limits.clone()
            };
            let decision = if game.position().side_to_move() == side {
                learner.choose(&game, &SearchLimits::default(), &mut control)
            } else if rng.random::<f64>() < self.random_move_rate {
                engine::teaching::RandomMover.choose(&game, &limits, &mut control)
            } else {
                let by_opponent = |player: &mut Box<dyn Player + Send>| {
                    player.choose(&game, &limits, &mut control)
                };
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

/// At most `size` legal moves, the same ones each time the position occurs.
fn repertoire(position: &Position, size: usize) -> Vec<Move> {
    let mut moves = position.legal_moves().to_vec();
    let mut rng = engine::rng(position.key());
    moves.shuffle(&mut rng);
    moves.truncate(size);
    moves
}

fn locked<T>(memory: &Memory, read: impl FnOnce(&mut QTable) -> T) -> T {
    read(&mut memory.lock().unwrap_or_else(PoisonError::into_inner))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn experiment(learns: bool) -> LearningExperiment {
        LearningExperiment {
            opponent: StrategyId::Dice,
            limits: SearchLimits::depth(1),
            random_move_rate: 0.0,
            repertoire_size: Some(2),
            learning: LearnerConfig {
                guard: false,
                ..LearnerConfig::default()
            },
            learns,
            games_per_round: 10,
            rounds: 1,
            test_games: 4,
            seed: 5,
        }
    }

    #[test]
    fn a_course_is_the_same_every_time_and_its_control_learns_nothing() {
        let once = |learns| experiment(learns).run(QTable::default(), &mut |_| {});
        let (table, results) = once(true);
        assert_eq!(once(true), (table.clone(), results.clone()));
        assert_eq!((table.games(), results.len()), (10, 2));
        assert!(table.states() > 10);
        let (untaught, _) = once(false);
        assert_eq!(untaught, QTable::default());
    }

    #[test]
    fn a_mark_has_its_interval() {
        let result = TestResult {
            training_games: 0,
            states: 0,
            record: Record {
                wins: 50,
                draws: 0,
                losses: 50,
            },
        };
        assert!((result.score() - 0.5).abs() < 1e-9);
        assert!((result.error() - 0.098).abs() < 1e-3);
    }
}
