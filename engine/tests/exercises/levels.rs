//! Exercises from games of weak levels, which a deep search confirms.

use engine::exercises::{ExerciseMaker, MAX_ACCEPTED, MIN_GAP, MIN_LOSS};
use engine::explain::win_percent;
use engine::player::{
    Calculator, Control, Level, NeverStop, Player, PlayerConfig, StoppedClock, StrategyId, Strength,
};
use engine::rules::Game;
use engine::search::{Line, Score, SearchLimits};

use crate::{FEW_NODES, run};

/// Nodes of the search that confirms.
const DEEP: u64 = 3_000_000;
/// As many are confirmed.
const CONFIRMED: usize = 2;

fn level_game(seed: u64) -> Game {
    let config = PlayerConfig {
        hash_mb: 1,
        strength: Level::new(3).map(Strength::from),
        seed,
        ..PlayerConfig::default()
    };
    let mut player = config.player(StrategyId::Calculator).unwrap();
    let mut game = Game::new();
    while game.outcome().is_none() && game.ply() < 70 {
        let mut control = Control {
            clock: &StoppedClock,
            stop: &NeverStop,
            report: &mut |_| {},
            rng: engine::rng(seed ^ game.position().key()),
        };
        let decision = player.choose(&game, &SearchLimits::nodes(3_000), &mut control);
        game.play(decision.mv.unwrap()).unwrap();
    }
    game
}

fn percent(line: &Line) -> f64 {
    match line.score {
        Score::Cp(cp) => win_percent(cp),
        Score::Mate(1..) => 100.0,
        Score::Mate(_) => 0.0,
    }
}

#[test]
fn a_deep_search_agrees_with_exercises_from_games_of_weak_levels() {
    let mut confirmed = 0;
    for seed in 1..=4 {
        let game = level_game(seed);
        let made = run(ExerciseMaker::new(&game, FEW_NODES));
        for exercise in &made.exercises {
            assert_eq!(exercise.played, game.moves()[usize::from(exercise.ply)]);
            assert!(!exercise.accepted.contains(&exercise.played));
            assert!((1..=MAX_ACCEPTED).contains(&exercise.accepted.len()));
            assert_eq!(exercise.best(), exercise.accepted.first().copied());
            assert!(exercise.loss >= MIN_LOSS - 0.05);
            assert_eq!(exercise.solution.len() % 2, 1);
            assert!(exercise.position(exercise.solver_moves() - 1).is_some());
            if confirmed == CONFIRMED {
                continue;
            }
            confirmed += 1;
            let limits = SearchLimits::nodes(DEEP).with_multipv(2);
            let start = Game::from_position(exercise.start);
            let lines = Calculator::new(32).choose_by_limits(&start, &limits).lines;
            assert!(exercise.accepted.contains(&lines[0].pv[0]), "{exercise:?}");
            let lead = percent(&lines[0]) - percent(&lines[1]);
            let only = exercise.accepted.len() == 1;
            assert!(!only || lead >= MIN_GAP / 2.0, "{lead}: {exercise:?}");
        }
    }
    assert_eq!(confirmed, CONFIRMED, "weak levels make mistakes");
}
