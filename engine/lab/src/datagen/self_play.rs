//! Plays self-play games.

use engine::eval::EvalConfig;
use engine::player::{Calculator, Player};
use engine::rules::{Game, Move};
use engine::search::{Score, SearchLimits};
use rand::RngExt;

use super::self_play_game::{MAX_PLIES, ScoredMove, SelfPlayGame};
use crate::arena::{Adjudication, Adjudicator, DrawRule, ResignRule};
use crate::random_game::random_game;

/// Random plies of an opening.
const OPENING_PLIES: std::ops::RangeInclusive<u32> = 8..=10;
/// The first search's absolute score is below, centipawns.
const MAX_IMBALANCE: u32 = 400;
/// The hard node limit, in multiples of the soft one.
const HARD_LIMIT_FACTOR: u64 = 8;
/// The hash table.
const HASH_MB: u32 = 1;
/// Distance of the games' seeds; odd.
const SEED_STRIDE: u64 = 0xd134_2543_de82_ef95;

/// Ends won games, and drawn games after the opening.
const ADJUDICATION: Adjudication = Adjudication {
    resign: Some(ResignRule {
        score: 1_200,
        moves: 2,
    }),
    draw: Some(DrawRule {
        from_move: 40,
        moves: 5,
        score: 8,
    }),
};

/// The settings of self-play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SelfPlayConfig {
    /// The seed of all games.
    pub seed: u64,
    /// The soft node limit: no deeper iteration starts after it.
    pub nodes: u64,
    /// The evaluation.
    pub eval_config: EvalConfig,
}

/// Plays games against itself.
pub struct SelfPlay {
    config: SelfPlayConfig,
    player: Calculator,
}

impl SelfPlay {
    /// A player with these settings.
    #[must_use]
    pub fn new(config: SelfPlayConfig) -> SelfPlay {
        let mut player = Calculator::new(HASH_MB);
        player.remember(true);
        player.set_eval(config.eval_config.clone());
        SelfPlay { config, player }
    }

    /// Plays the game of a number. It depends on the settings and the number alone.
    pub fn game(&mut self, number: u64) -> SelfPlayGame {
        let seed = self
            .config
            .seed
            .wrapping_add(number.wrapping_mul(SEED_STRIDE));
        let mut rng = engine::rng(seed);
        // Most openings are accepted, so the loop ends.
        loop {
            let plies = rng.random_range(OPENING_PLIES);
            let Some(game) = random_game(&mut rng, plies) else {
                continue;
            };
            self.player.new_game();
            if let Some(game) = self.play(game) {
                return game;
            }
        }
    }

    /// Plays a game to its end; `None` if the opening is not balanced.
    fn play(&mut self, mut game: Game) -> Option<SelfPlayGame> {
        let opening = game.moves().to_vec();
        let mut moves: Vec<ScoredMove> = Vec::new();
        let mut adjudicator = Adjudicator::new(ADJUDICATION);
        let winner = loop {
            if let Some(outcome) = game.outcome() {
                break outcome.winner;
            }
            if game.ply() == MAX_PLIES {
                break None;
            }
            let (mv, score) = self.choose(&game);
            if moves.is_empty() && !is_balanced(score) {
                return None;
            }
            let side = game.position().side_to_move();
            let number = game.position().fullmove_number();
            moves.push(ScoredMove::new(mv, score));
            game.play(mv).expect("the engine plays legal moves");
            if let Some(winner) = adjudicator.add_score(side, Some(score), number) {
                break winner;
            }
        };
        Some(SelfPlayGame {
            opening,
            moves,
            winner,
        })
    }

    fn choose(&mut self, game: &Game) -> (Move, Score) {
        let limits = SearchLimits {
            nodes: Some(self.config.nodes * HARD_LIMIT_FACTOR),
            soft_nodes: Some(self.config.nodes),
            ..SearchLimits::default()
        };
        let decision = self.player.choose_by_limits(game, &limits);
        let mv = decision.mv.expect("the game is not over");
        (mv, decision.lines[0].score)
    }
}

fn is_balanced(score: Score) -> bool {
    matches!(score, Score::Cp(cp) if cp.unsigned_abs() < MAX_IMBALANCE)
}

#[cfg(test)]
mod tests {
    use super::*;
    use engine::eval::Evaluation;

    fn player() -> SelfPlay {
        SelfPlay::new(SelfPlayConfig {
            seed: 3,
            nodes: 100,
            eval_config: Evaluation::Tuned.into(),
        })
    }

    #[test]
    fn a_game_depends_on_its_number_alone_and_is_legal() {
        let mut player = player();
        let first = player.game(4);
        let other = player.game(5);
        assert_ne!(first, other);
        assert_eq!(player.game(4), first);
        assert_eq!(self::player().game(5), other);
        for game_record in [first, other] {
            assert!((8..=10).contains(&game_record.opening.len()));
            game_record.opening().unwrap();
        }
    }

    #[test]
    fn the_rules_decide_the_games_that_they_end() {
        let mut player = player();
        let mut ended = 0;
        for number in 0..40 {
            let game_record = player.game(number);
            let mut game = game_record.opening().unwrap();
            for scored in &game_record.moves {
                game.play(scored.mv).unwrap();
            }
            if let Some(outcome) = game.outcome() {
                ended += 1;
                assert_eq!(game_record.winner, outcome.winner);
            }
        }
        assert!(ended > 0);
    }
}
