//! Practice games: a network against itself.

use engine::eval::EvalConfig;
use engine::player::{Calculator, Control, Decision, NeverStop, Player, StoppedClock};
use engine::rules::{Color, Game, Move};
use engine::search::{Score, SearchLimits};
use engine::teaching::{OnePly, RandomMover};
use rand::RngExt;
use serde::{Deserialize, Serialize};

use super::config::{Algorithm, DojoConfig};
use crate::datagen::{ScoredMove, SelfPlayGame};
use crate::random_game::random_game;

/// Random plies of an opening.
const OPENING_PLIES: std::ops::RangeInclusive<u32> = 4..=10;
/// A longer game is a draw.
const MAX_PLIES: usize = 240;
/// The hard node limit, in multiples of the soft one.
const HARD_LIMIT_FACTOR: u64 = 4;
/// The transposition table.
const HASH_MB: u32 = 1;
/// ε: the share of random moves in games without search.
const EXPLORATION: f64 = 0.1;

/// A finished practice game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PracticeGame {
    pub record: SelfPlayGame,
    /// The principal variation of each search, the move played first. Empty where the algorithm does not
    /// look at it.
    pub variations: Vec<Vec<Move>>,
}

/// Plays practice games.
pub struct PracticePlayer {
    algorithm: Algorithm,
    limits: SearchLimits,
    search: Calculator,
    greedy: OnePly,
}

impl PracticePlayer {
    /// A player of this configuration's games with this evaluation.
    #[must_use]
    pub fn new(config: &DojoConfig, eval: EvalConfig) -> PracticePlayer {
        let nodes = u64::from(config.nodes);
        let mut search = Calculator::new(HASH_MB);
        search.remember(true);
        search.set_eval(eval.clone());
        PracticePlayer {
            algorithm: config.algorithm,
            limits: SearchLimits {
                nodes: Some(nodes * HARD_LIMIT_FACTOR),
                soft_nodes: Some(nodes),
                ..SearchLimits::default()
            },
            search,
            greedy: OnePly::new(eval),
        }
    }

    /// Plays a game from a random opening. It depends on the seed, the configuration and the evaluation
    /// alone.
    pub fn game(&mut self, seed: u64) -> PracticeGame {
        let mut rng = engine::rng(seed);
        self.search.new_game();
        // Few openings end the game, so the loop ends.
        let mut game = loop {
            let plies = rng.random_range(OPENING_PLIES);
            if let Some(game) = random_game(&mut rng, plies) {
                break game;
            }
        };
        let opening = game.moves().to_vec();
        let mut moves = Vec::new();
        let mut variations = Vec::new();
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            if game.ply() == MAX_PLIES {
                break None;
            }
            let decision = self.choose(&game, &mut rng);
            let Some(mv) = decision.mv else {
                break None;
            };
            let side = game.position().side_to_move();
            let line = decision.lines.into_iter().next();
            // A random move has no score.
            let score = line.as_ref().map_or(Score::Cp(0), |line| line.score);
            moves.push(ScoredMove::new(mv, score));
            if self.algorithm == Algorithm::TdLeaf {
                variations.push(line.map_or_else(|| vec![mv], |line| line.pv));
            }
            // A mate that is seen is not played out: it is certain.
            if let Some(winner) = mating_side(side, score) {
                break Some(winner);
            }
            if game.play(mv).is_err() {
                break None;
            }
        };
        PracticeGame {
            record: SelfPlayGame {
                opening,
                moves,
                winner,
            },
            variations,
        }
    }

    fn choose(&mut self, game: &Game, rng: &mut engine::Rng) -> Decision {
        if self.algorithm != Algorithm::DeepQ {
            return self.search.choose_by_limits(game, &self.limits);
        }
        let explores = rng.random_bool(EXPLORATION);
        let mut control = Control {
            clock: &StoppedClock,
            stop: &NeverStop,
            report: &mut |_| {},
            rng: engine::rng(rng.random()),
        };
        let limits = SearchLimits::default();
        if explores {
            RandomMover.choose(game, &limits, &mut control)
        } else {
            self.greedy.choose(game, &limits, &mut control)
        }
    }
}

/// The side that mates by a score of `side`.
fn mating_side(side: Color, score: Score) -> Option<Color> {
    match score {
        Score::Mate(moves) if moves > 0 => Some(side),
        Score::Mate(_) => Some(!side),
        Score::Cp(_) => None,
    }
}
