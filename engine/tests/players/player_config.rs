//! Players by configuration: every strategy plays legal moves and obeys levels.

use engine::learning::Params;
use engine::player::{
    LearnerConfig, Level, PlayerConfig, Source, StrategyId, Strength, strategies,
};
use engine::rules::Game;
use engine::search::SearchLimits;

use super::choose;

#[test]
fn every_strategy_that_is_ready_plays_a_whole_game_of_legal_moves() {
    for strategy in strategies().iter().filter(|strategy| strategy.ready) {
        let config = PlayerConfig {
            hash_mb: 2,
            strength: Level::new(2).map(Strength::from),
            ..PlayerConfig::default()
        };
        let mut player = config.player(strategy.id).unwrap();
        let mut game = Game::new();
        while game.outcome().is_none() && game.ply() < 60 {
            let limits = SearchLimits::nodes(300);
            let decision = choose(&mut *player, &game, &limits, game.ply() as u64);
            game.play(decision.mv.unwrap()).unwrap();
        }
        assert!(game.ply() > 4, "{}", strategy.id);
    }
}

#[test]
fn learning_makes_no_mind_that_only_searches_play_a_random_move() {
    let game = Game::new();
    let limits = SearchLimits::nodes(2_000);
    let eager = LearnerConfig {
        params: Params {
            epsilon: 1.0,
            ..Params::default()
        },
        guard: false,
        ..LearnerConfig::default()
    };
    for id in [StrategyId::Calculator, StrategyId::Explorer] {
        let once = |learning, seed| {
            let config = PlayerConfig {
                hash_mb: 2,
                learning,
                ..PlayerConfig::default()
            };
            choose(&mut *config.player(id).unwrap(), &game, &limits, seed)
        };
        let searched = once(None, 0);
        assert_eq!(searched.source, Source::Search);
        for seed in 0..20 {
            assert_eq!(once(None, seed), searched, "{id}: off, seed {seed}");
            assert_eq!(once(Some(eager), seed), searched, "{id}: on, seed {seed}");
        }
    }
}

#[test]
fn a_level_chooses_alike_every_time_and_differently_by_seed() {
    let game = Game::new();
    let once = |seed| {
        let config = PlayerConfig {
            hash_mb: 1,
            strength: Level::new(1).map(Strength::from),
            seed,
            ..PlayerConfig::default()
        };
        choose(
            &mut *config.player(StrategyId::Calculator).unwrap(),
            &game,
            &SearchLimits::default(),
            9,
        )
        .mv
    };
    assert_eq!(once(1), once(1));
    let moves: std::collections::BTreeSet<_> = (0..30).map(once).collect();
    assert!(moves.len() > 4, "{moves:?}");
}

#[test]
fn between_two_levels_each_move_is_one_of_theirs() {
    for id in [
        StrategyId::Calculator,
        StrategyId::Explorer,
        StrategyId::Ponder,
    ] {
        let player = |strength: Strength| {
            let config = PlayerConfig {
                hash_mb: 1,
                strength: Some(strength),
                seed: 3,
                book: None,
                learning: None,
                ..PlayerConfig::default()
            };
            config.player(id).unwrap()
        };
        let strength: Strength = "2.5".parse().unwrap();
        let mut between = player(strength);
        let mut counts = [0, 0];
        let mut game = Game::new();
        while game.outcome().is_none() && game.ply() < 30 {
            let limits = SearchLimits::nodes(300);
            let level = strength.level_in(game.position(), 3);
            let seed = game.ply() as u64;
            let expected = choose(&mut *player(level.into()), &game, &limits, seed);
            let decision = choose(&mut *between, &game, &limits, seed);
            assert_eq!(decision, expected, "{id}: {}", game.position());
            counts[usize::from(level == strength.lower())] += 1;
            game.play(decision.mv.unwrap()).unwrap();
        }
        assert!(counts.iter().all(|&moves| moves > 5), "{id}: {counts:?}");
    }
}
