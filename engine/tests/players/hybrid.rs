//! The hybrid: book and learner where they have a move, the calculator's move everywhere else.

use std::sync::{Arc, Mutex};

use engine::book::Style;
use engine::learning::{GameId, Lesson, Params, QTable};
use engine::player::{
    Decision, LearnerConfig, Level, Memory, Player, PlayerConfig, Source, StrategyId,
};
use engine::rules::{Color, Game};
use engine::search::SearchLimits;

use super::{choose, mv, played};

fn hybrid(book: Option<Style>, memory: Memory) -> Box<dyn Player + Send> {
    let config = PlayerConfig {
        hash_mb: 1,
        book,
        memory,
        learning: Some(LearnerConfig {
            params: Params {
                epsilon: 0.0,
                ..Params::default()
            },
            ..LearnerConfig::default()
        }),
        ..PlayerConfig::default()
    };
    config.player(StrategyId::Ponder).unwrap()
}

fn calculated(game: &Game, limits: &SearchLimits) -> Decision {
    let config = PlayerConfig {
        hash_mb: 1,
        ..PlayerConfig::default()
    };
    choose(
        &mut *config.player(StrategyId::Calculator).unwrap(),
        game,
        limits,
        0,
    )
}

/// The table after one game won by White.
fn memory_of_a_win(won: &Game) -> Memory {
    let mut table = QTable::default();
    let lesson = Lesson {
        id: GameId(1),
        game: won,
        winner: Some(Color::White),
        sides: &[Color::White],
    };
    table.learn(&lesson, &Params::default());
    Arc::new(Mutex::new(table.into()))
}

#[test]
fn in_the_book_moves_come_from_the_book() {
    let limits = SearchLimits::depth(3);
    let mut first_moves = std::collections::BTreeSet::new();
    for seed in 0..40 {
        let mut hybrid = hybrid(Some(Style::Standard), Memory::default());
        let decision = choose(&mut *hybrid, &Game::new(), &limits, seed);
        assert_eq!((decision.source, decision.nodes), (Source::Book, 0));
        first_moves.insert(decision.mv.unwrap());
    }
    assert!(first_moves.len() >= 2, "a book is drawn from");
    let source = calculated(&Game::new(), &limits).source;
    assert_eq!(source, Source::Search);
}

#[test]
fn without_book_and_memory_it_plays_exactly_what_its_calculator_plays() {
    let limits = SearchLimits::depth(6);
    for moves in ["", "e2e4", "d2d4 g8f6 c2c4", "e2e4 a7a6 h2h4 h7h5 a2a4"] {
        let game = played(moves);
        for seed in 0..5 {
            let decision = choose(&mut *hybrid(None, Memory::default()), &game, &limits, seed);
            assert_eq!(decision, calculated(&game, &limits), "{moves}");
        }
    }
}

#[test]
fn a_beginner_knows_the_book_and_searches_like_a_beginner() {
    let config = |id, book| {
        let config = PlayerConfig {
            hash_mb: 1,
            strength: Some(Level::WEAKEST.into()),
            book,
            ..PlayerConfig::default()
        };
        config.player(id).unwrap()
    };
    let limits = SearchLimits::default();
    for seed in 0..30 {
        let mut hybrid = config(StrategyId::Ponder, Some(Style::Standard));
        let decision = choose(&mut *hybrid, &Game::new(), &limits, seed);
        assert_eq!(decision.source, Source::Book, "seed {seed}");
    }
    let mut plain = config(StrategyId::Ponder, None);
    let mut calculator = config(StrategyId::Calculator, None);
    let game = played("e2e4 e7e5 g1f3");
    assert_eq!(
        choose(&mut *plain, &game, &limits, 1),
        choose(&mut *calculator, &game, &limits, 1)
    );
}

#[test]
fn an_empty_memory_leaves_every_move_to_the_search() {
    let limits = SearchLimits::depth(4);
    let by_search = calculated(&Game::new(), &limits);
    for seed in 0..200 {
        // Also without the guard, which would hide most exploratory moves.
        let config = PlayerConfig {
            hash_mb: 1,
            book: None,
            learning: Some(LearnerConfig {
                guard: seed % 2 == 0,
                ..LearnerConfig::default()
            }),
            ..PlayerConfig::default()
        };
        let mut hybrid = config.player(StrategyId::Ponder).unwrap();
        let decision = choose(&mut *hybrid, &Game::new(), &limits, seed);
        assert_eq!(decision, by_search, "seed {seed}");
    }
}

#[test]
fn with_learning_off_memory_decides_nothing() {
    let limits = SearchLimits::depth(4);
    let by_search = calculated(&Game::new(), &limits);
    let remembered = Game::new()
        .position()
        .legal_moves()
        .iter()
        .copied()
        .find(|mv| Some(*mv) != by_search.mv)
        .unwrap();
    let mut won = Game::new();
    won.play(remembered).unwrap();
    let memory = memory_of_a_win(&won);
    for seed in 0..40 {
        let config = PlayerConfig {
            hash_mb: 1,
            book: None,
            memory: Arc::clone(&memory),
            learning: None,
            ..PlayerConfig::default()
        };
        let mut hybrid = config.player(StrategyId::Ponder).unwrap();
        let decision = choose(&mut *hybrid, &Game::new(), &limits, seed);
        assert_eq!(decision, by_search, "seed {seed}");
    }
}

#[test]
fn memory_decides_about_a_quarter_of_the_moves_that_it_knows() {
    // The best move of a longer search: sound, and not the calculator's choice at a small depth.
    let start = Game::new();
    let remembered = calculated(&start, &SearchLimits::nodes(8_000)).mv;
    let limits = (1..=4)
        .map(SearchLimits::depth)
        .find(|limits| calculated(&start, limits).mv != remembered)
        .unwrap();
    let by_search = calculated(&start, &limits).mv;
    let remembered = remembered.unwrap().to_string();
    let won = played(&remembered);
    let memory = memory_of_a_win(&won);
    let mut from_memory = 0;
    const GAMES: u64 = 400;
    for seed in 0..GAMES {
        let mut hybrid = hybrid(None, Arc::clone(&memory));
        let decision = choose(&mut *hybrid, &start, &limits, seed);
        if decision.source == Source::Learner {
            from_memory += 1;
            assert_eq!(decision.mv, Some(mv(&start, &remembered)));
        } else {
            assert_eq!(decision.mv, by_search);
        }
    }
    // 25 % of 400, within four standard deviations.
    assert!((65..=135).contains(&from_memory), "{from_memory}");
}

#[test]
fn an_analysis_is_not_answered_from_a_book() {
    let mut hybrid = hybrid(Some(Style::Standard), Memory::default());
    let limits = SearchLimits {
        mate: Some(1),
        ..SearchLimits::depth(2)
    };
    let decision = choose(&mut *hybrid, &Game::new(), &limits, 1);
    assert_eq!(decision.source, Source::Search);
}
