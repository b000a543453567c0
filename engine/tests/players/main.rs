//! Tests of all players through the `Player` trait.

mod hybrid;
mod learner;
mod player_config;
mod playing_style;
mod teaching;
mod trees;

use engine::player::{
    Control, Decision, NeverStop, Player, PlayerConfig, StoppedClock, StrategyId,
};
use engine::rules::{Game, Move, Position};
use engine::search::SearchLimits;
use rand::seq::IndexedRandom;

fn game(fen: &str) -> Game {
    Game::from_fen(fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

/// A game from the start position with its moves in UCI.
fn played(moves: &str) -> Game {
    let mut game = Game::new();
    for word in moves.split_whitespace() {
        let mv = game.position().parse_uci(word).unwrap();
        game.play(mv).unwrap();
    }
    game
}

fn mv(game: &Game, uci: &str) -> Move {
    game.position().parse_uci(uci).unwrap()
}

/// A player as on the page and the server, with a small table.
fn player(id: StrategyId) -> Box<dyn Player + Send> {
    let config = PlayerConfig {
        hash_mb: 8,
        ..PlayerConfig::default()
    };
    config.player(id).unwrap()
}

fn choose(player: &mut dyn Player, game: &Game, limits: &SearchLimits, seed: u64) -> Decision {
    let mut control = Control {
        clock: &StoppedClock,
        stop: &NeverStop,
        report: &mut |_| {},
        rng: engine::rng(seed),
    };
    player.choose(game, limits, &mut control)
}

/// Reproducible positions of random games that `wanted` accepts, at most one a game.
fn positions_of_random_games(
    seed: u64,
    count: usize,
    mut wanted: impl FnMut(&Position) -> bool,
) -> Vec<Position> {
    let mut rng = engine::rng(seed);
    let mut found = Vec::new();
    for _ in 0..20_000 {
        if found.len() == count {
            return found;
        }
        let mut position = Position::startpos();
        for _ in 0..120 {
            let moves = position.legal_moves();
            let Some(&mv) = moves.choose(&mut rng) else {
                break;
            };
            position = position.play(mv);
            if position.has_legal_move() && wanted(&position) {
                found.push(position);
                break;
            }
        }
    }
    panic!("only {} of {count} positions", found.len());
}
