//! The learner: remembered moves, unknown moves and the guard.

use std::sync::{Arc, Mutex};

use engine::eval::SharedEval;
use engine::eval::nnue::Network;
use engine::learning::{GameId, Lesson, Params, QTable};
use engine::player::{Learner, LearnerConfig, LearnerMemory, Memory, Source};
use engine::rules::{Color, Game};
use engine::search::SearchLimits;

use super::{choose, game, mv, played};

const FOOLS_MATE: &str = "f2f3 e7e5 g2g4 d8h4";

fn raw(epsilon: f64) -> LearnerConfig {
    LearnerConfig {
        params: Params {
            epsilon,
            ..Params::default()
        },
        guard: false,
        ..LearnerConfig::default()
    }
}

/// The table after this many equal games, learnt by one side.
fn memory(game: &Game, side: Color, winner: Option<Color>, games: u128) -> Memory {
    let mut table = QTable::default();
    for id in 0..games {
        let lesson = Lesson {
            id: GameId(id),
            game,
            winner,
            sides: &[side],
        };
        table.learn(&lesson, &Params::default());
    }
    Arc::new(Mutex::new(table.into()))
}

#[test]
fn what_won_is_played_again() {
    let won = played(FOOLS_MATE);
    let memory = memory(&won, Color::Black, Some(Color::Black), 1);
    let mut learner = Learner::new(memory, &raw(0.0));
    for (moves, reply) in [("f2f3", "e7e5"), ("f2f3 e7e5 g2g4", "d8h4")] {
        let game = played(moves);
        for seed in 0..20 {
            let decision = choose(&mut learner, &game, &SearchLimits::default(), seed);
            assert_eq!(decision.mv, Some(mv(&game, reply)));
            assert_eq!(decision.source, Source::Learner);
            let recalled = decision.recalled.unwrap();
            assert!(recalled.q > 0 && recalled.visits == 1 && !recalled.exploratory);
        }
    }
}

#[test]
fn after_a_loss_no_unseen_move_is_passed_off_as_remembered() {
    // An unvisited move has the value 0, above a losing one, but is no memory.
    let lost = played(FOOLS_MATE);
    let memory = memory(&lost, Color::White, Some(Color::Black), 3);
    let mut learner = Learner::new(memory, &raw(0.0));
    for seed in 0..50 {
        let decision = choose(&mut learner, &Game::new(), &SearchLimits::default(), seed);
        assert_eq!(decision.source, Source::Chance);
        assert_eq!(decision.recalled, None);
    }
}

#[test]
fn after_a_loss_the_lots_favour_no_unseen_move() {
    // Three moves; the one that is known to lose is as likely as the others.
    let corner = "7k/8/8/8/8/8/8/K7 w - - 0 1";
    let mut lost = game(corner);
    let loser = mv(&lost, "a1b1");
    lost.play(loser).unwrap();
    let memory = memory(&lost, Color::White, Some(Color::Black), 3);
    let mut learner = Learner::new(memory, &raw(0.0));
    let drawn = (0..300)
        .map(|seed| choose(&mut learner, &game(corner), &SearchLimits::default(), seed).mv)
        .filter(|drawn| *drawn == Some(loser))
        .count();
    // A third of 300, within four standard deviations.
    assert!((67..=133).contains(&drawn), "{drawn}");
}

#[test]
fn without_exploration_nothing_is_tried_where_something_is_known() {
    let drawn = played("e2e4 e7e5");
    let memory = memory(&drawn, Color::White, None, 1);
    let mut bold = Learner::new(Arc::clone(&memory), &raw(1.0));
    let mut shy = Learner::new(memory, &raw(0.0));
    let mut tried = 0;
    for seed in 0..60 {
        let limits = SearchLimits::default();
        let decision = choose(&mut bold, &Game::new(), &limits, seed);
        assert!(decision.recalled.unwrap().exploratory);
        tried += usize::from(decision.mv != Some(mv(&Game::new(), "e2e4")));
        let decision = choose(&mut shy, &Game::new(), &limits, seed);
        assert_eq!(decision.mv, Some(mv(&Game::new(), "e2e4")));
    }
    assert!(tried > 40);
}

#[test]
fn the_guard_lets_no_remembered_blunder_pass() {
    // A queen sacrifice to a pawn won a game once.
    let hanging = "4k3/8/2p5/8/8/8/8/3QK3 w - - 0 1";
    let mut once = game(hanging);
    let blunder = mv(&once, "d1d5");
    once.play(blunder).unwrap();
    let memory = memory(&once, Color::White, Some(Color::White), 30);
    let position = game(hanging);
    let mut raw_learner = Learner::new(Arc::clone(&memory), &raw(0.0));
    let decision = choose(&mut raw_learner, &position, &SearchLimits::default(), 1);
    assert_eq!(decision.mv, Some(blunder), "raw plays what it remembers");
    let guarded = LearnerConfig {
        guard: true,
        ..raw(0.0)
    };
    let mut learner = Learner::new(memory, &guarded);
    for seed in 0..10 {
        let decision = choose(&mut learner, &position, &SearchLimits::default(), seed);
        assert_ne!(decision.mv, Some(blunder));
    }
}

#[test]
fn guarded_lots_never_hang_the_queen() {
    let guarded = LearnerConfig::default();
    let mut learner = Learner::new(Memory::default(), &guarded);
    let position = game("3rk3/8/8/8/8/8/3Q4/4K3 w - - 0 1");
    for seed in 0..25 {
        let decision = choose(&mut learner, &position, &SearchLimits::default(), seed);
        let chosen = decision.mv.unwrap();
        let queen_lost = position
            .position()
            .play(chosen)
            .legal_moves()
            .iter()
            .any(|reply| {
                let after = position.position().play(chosen).play(*reply);
                after
                    .colored(Color::White, engine::rules::Piece::Queen)
                    .is_empty()
            });
        assert!(!queen_lost || chosen.is_capture(), "{chosen}");
    }
}

#[test]
fn a_remembered_move_that_is_illegal_here_is_not_played() {
    // As if another position had the same key.
    let json_like = played("e2e4");
    let memory = memory(&json_like, Color::White, Some(Color::White), 1);
    let mut learner = Learner::new(memory, &raw(0.0));
    let elsewhere = game("4k3/8/8/8/8/8/8/4K2R w K - 0 1");
    let decision = choose(&mut learner, &elsewhere, &SearchLimits::default(), 1);
    assert!(elsewhere.position().is_legal(decision.mv.unwrap()));
}

/// A memory with a table that knows nothing and a network.
fn network_alone() -> Memory {
    let network = Network::read(include_bytes!("../../intuition.nnue"));
    let network = network.expect("the shipped file is a network");
    Arc::new(Mutex::new(LearnerMemory {
        network: Some(SharedEval::new(network)),
        ..LearnerMemory::default()
    }))
}

#[test]
fn where_the_table_knows_nothing_the_network_chooses() {
    let mut learner = Learner::new(network_alone(), &raw(0.0));
    // A queen stands en prise.
    let game = Game::from_fen("4k3/8/8/3q4/8/2N5/8/4K3 w - - 0 1").unwrap();
    for seed in 0..20 {
        let decision = choose(&mut learner, &game, &SearchLimits::default(), seed);
        assert_eq!(decision.mv, Some(mv(&game, "c3d5")));
        assert_eq!(decision.source, Source::Learner);
        assert_eq!(decision.recalled, None, "it is judged, not remembered");
    }
    let mate = played("f2f3 e7e5 g2g4");
    let decision = choose(&mut learner, &mate, &SearchLimits::default(), 1);
    assert_eq!(decision.mv, Some(mv(&mate, "d8h4")));
}

#[test]
fn a_memory_that_is_switched_off_is_not_played_from() {
    let game = Game::new();
    let without_network = LearnerConfig {
        network: false,
        ..raw(0.0)
    };
    let mut learner = Learner::new(network_alone(), &without_network);
    let decision = choose(&mut learner, &game, &SearchLimits::default(), 1);
    assert_eq!(decision.source, Source::Chance);
    let won = played(FOOLS_MATE);
    let without_table = LearnerConfig {
        table: false,
        ..raw(0.0)
    };
    let memory = memory(&won, Color::Black, Some(Color::Black), 3);
    let mut learner = Learner::new(memory, &without_table);
    let decision = choose(&mut learner, &played("f2f3"), &SearchLimits::default(), 1);
    assert_eq!(decision.source, Source::Chance);
}

#[test]
fn the_guard_watches_the_network_too() {
    let guarded = LearnerConfig {
        guard: true,
        ..raw(0.0)
    };
    let mut learner = Learner::new(network_alone(), &guarded);
    // The pawn is guarded: who takes it loses the queen.
    let game = Game::from_fen("4k3/8/4p3/3p4/8/1Q6/8/4K3 w - - 0 1").unwrap();
    for seed in 0..5 {
        let decision = choose(&mut learner, &game, &SearchLimits::default(), seed);
        assert_ne!(decision.mv, Some(mv(&game, "b3d5")));
        assert!(decision.nodes > 0);
    }
}
