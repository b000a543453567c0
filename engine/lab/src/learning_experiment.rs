//! The learning experiment of `ponder learn`: a learner plays training games and learns from them, and
//! between the rounds test games from which it does not learn.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use engine::learning::{Ending, GameId, Lesson, Params, Record};
use engine::player::{
    Control, Decision, Learner, LearnerConfig, LearnerMemory, Memory, NeverStop, Player,
    PlayerConfig, StoppedClock, StrategyId,
};
use engine::rules::{Color, Game, Move, Position};
use engine::search::SearchLimits;
use rand::RngExt;
use rand::seq::SliceRandom;

use crate::knowledge::{Knowledge, learn_game, playing};
use crate::learning_network::LearningNetwork;
use crate::random_game::random_game;

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
    /// Random plies before a game; 0 is the usual start. Training games and test games have no opening in
    /// common.
    pub opening_plies: u32,
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

/// Training and test games draw from different random streams, and have different openings.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Phase {
    Training,
    Test,
}

impl Phase {
    /// The phase whose opening a position is.
    fn of(position: &Position) -> Phase {
        match position.key().is_multiple_of(2) {
            true => Phase::Training,
            false => Phase::Test,
        }
    }
}

impl LearningExperiment {
    /// Runs the experiment; `on_test` gets every result as it comes.
    pub fn run(
        &self,
        knowledge: Knowledge,
        on_test: &mut dyn FnMut(&TestResult),
    ) -> (Knowledge, Vec<TestResult>) {
        let mut network = knowledge.network.clone();
        let memory: Memory = Arc::new(Mutex::new(knowledge.into()));
        let mut results = Vec::new();
        let mut test = |training_games| {
            let states = locked(&memory).table.states();
            let result = TestResult {
                training_games,
                states,
                record: self.test(&memory, training_games),
            };
            on_test(&result);
            results.push(result);
        };
        test(0);
        for round in 0..self.rounds {
            for number in 0..self.games_per_round {
                let number = round * self.games_per_round + number;
                self.train(&memory, &mut network, number);
            }
            test((round + 1) * self.games_per_round);
        }
        let table = std::mem::take(&mut locked(&memory).table);
        (Knowledge { table, network }, results)
    }

    fn train(&self, memory: &Memory, network: &mut Option<LearningNetwork>, number: u32) {
        let mut learner = Learner::new(Arc::clone(memory), &self.learning);
        let (game, side) = self.play(&mut learner, Phase::Training, u64::from(number));
        if !self.learns {
            return;
        }
        let lesson = Lesson {
            id: GameId(u128::from(self.seed) << 64 | u128::from(number)),
            game: &game,
            winner: game.outcome().and_then(|outcome| outcome.winner),
            sides: &[side],
        };
        let mut memory = locked(memory);
        learn_game(
            &mut memory.table,
            network.as_mut(),
            &lesson,
            &self.learning.params,
        );
        memory.network = network.as_ref().and_then(playing);
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
        let mut game = self.opening(phase, &mut rng);
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

impl LearningExperiment {
    /// A random opening of the phase's half of all positions.
    fn opening(&self, phase: Phase, rng: &mut engine::Rng) -> Game {
        if self.opening_plies == 0 {
            return Game::new();
        }
        // Few openings end the game, and half of the rest are of either phase, so the loop ends.
        loop {
            if let Some(game) = random_game(rng, self.opening_plies)
                && Phase::of(game.position()) == phase
            {
                return game;
            }
        }
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

fn locked(memory: &Memory) -> MutexGuard<'_, LearnerMemory> {
    memory.lock().unwrap_or_else(PoisonError::into_inner)
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
            opening_plies: 0,
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
        let once = |learns| experiment(learns).run(Knowledge::default(), &mut |_| {});
        let (knowledge, results) = once(true);
        assert_eq!(once(true), (knowledge.clone(), results.clone()));
        assert_eq!((knowledge.table.games(), results.len()), (10, 2));
        assert!(knowledge.table.states() > 10);
        let (untaught, _) = once(false);
        assert_eq!(untaught, Knowledge::default());
    }

    #[test]
    fn each_memory_plays_alone_and_both_learn() {
        let with = |table: bool, network: bool| {
            let mut experiment = experiment(true);
            experiment.opening_plies = 6;
            (experiment.learning.table, experiment.learning.network) = (table, network);
            let knowledge = Knowledge {
                network: Some(LearningNetwork::new(16, 1)),
                ..Knowledge::default()
            };
            experiment.run(knowledge, &mut |_| {})
        };
        let runs = [(true, true), (true, false), (false, true)].map(|(a, b)| with(a, b));
        for (knowledge, _) in &runs {
            let games = knowledge.network.as_ref().map(LearningNetwork::games);
            assert_eq!((games, knowledge.table.games()), (Some(10), 10));
        }
        // Without its network it plays at random where it knows nothing.
        assert_ne!(runs[0].0, runs[1].0);
    }

    #[test]
    fn openings_are_those_of_their_phase() {
        let mut rng = engine::rng(1);
        let mut experiment = experiment(true);
        experiment.opening_plies = 6;
        for phase in [Phase::Training, Phase::Test] {
            for _ in 0..20 {
                let game = experiment.opening(phase, &mut rng);
                assert_eq!(game.ply(), 6);
                assert!(Phase::of(game.position()) == phase);
            }
        }
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
