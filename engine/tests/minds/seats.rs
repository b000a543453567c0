//! The seats: every mind that is ready sits down, plays legal moves, and obeys levels.

use engine::player::{Level, Seat, StrategyId, strategies};
use engine::rules::Game;
use engine::search::SearchLimits;

use super::choose;

#[test]
fn every_mind_that_is_ready_plays_a_whole_game_of_legal_moves() {
    for strategy in strategies().iter().filter(|strategy| strategy.ready) {
        let seat = Seat {
            hash_mb: 2,
            level: Level::new(2),
            ..Seat::default()
        };
        let mut mind = seat.take(strategy.id).unwrap();
        let mut game = Game::new();
        while game.outcome().is_none() && game.ply() < 60 {
            let limits = SearchLimits::nodes(300);
            let decision = choose(&mut *mind, &game, &limits, game.ply() as u64);
            game.play(decision.mv.unwrap()).unwrap();
        }
        assert!(game.ply() > 4, "{}", strategy.id);
    }
}

#[test]
fn who_is_not_ready_does_not_sit_down() {
    assert!(Seat::default().take(StrategyId::Intuition).is_none());
}

#[test]
fn a_level_chooses_alike_every_time_and_differently_by_seed() {
    let game = Game::new();
    let once = |seed| {
        let seat = Seat {
            hash_mb: 1,
            level: Level::new(1),
            seed,
            ..Seat::default()
        };
        choose(
            &mut *seat.take(StrategyId::Calculator).unwrap(),
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
