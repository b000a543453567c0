//! The analysis of games in the worker.

use std::cell::Cell;

use engine::exercises::{ExerciseOrigin, GamePhase};
use engine::explain::{ClaimKind, Verdict};
use engine::rules::Color;

use super::*;

fn refused(text: &str) -> RefusedGame {
    match last_answer(text, ada()) {
        ImportAnswer::Refused { reason, id } => {
            assert_eq!(id, SearchId(7));
            reason
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn games_that_are_not_analysed_say_why() {
    let with_moves = |moves: &str| format!("[White \"Ada\"]\n\n{moves}");
    let other_start = format!(
        "[SetUp \"1\"]\n[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n{}",
        with_moves("1. e4 Kd7 2. e5 Ke6 3. Kf2 Kxe5 *")
    );
    for (text, expected) in [
        (CRAZYHOUSE.to_owned(), "Crazyhouse, not standard chess"),
        (CHESS960.to_owned(), "Chess960, not standard chess"),
        (with_moves("1. e4 Ke7 *"), "cannot be read"),
        (with_moves("1. e4 { open"), "cannot be read"),
        (with_moves("*"), "without moves"),
        (with_moves("1. e4 e5 2. d4 *"), "too short"),
        (other_start, "from another start position"),
        (LEFT_QUEEN.replace("Ada", "Di"), "of other players"),
        (String::new(), "cannot be read"),
    ] {
        assert_eq!(refused(&text).label(), expected, "{text}");
    }
    let RefusedGame::Unreadable { reason } = refused(&with_moves("1. e4 Ke7 *")) else {
        panic!("it is read");
    };
    assert_eq!(
        reason,
        "line 3, column 7: \"Ke7\" is not legal in this position"
    );
}

#[test]
fn a_game_without_end_is_not_too_long_for_the_reader() {
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(MAX_PLIES / 4 + 1);
    let reason = refused(&format!("[White \"Ada\"]\n\n{shuffle}*"));
    // A fivefold repetition ends a game on the board, and moves after it may be refused.
    let is_expected = matches!(
        reason,
        RefusedGame::TooLong | RefusedGame::Unreadable { .. }
    );
    assert!(is_expected, "{reason:?}");
}

#[test]
fn a_missed_mate_is_a_mistake_with_its_exercise() {
    let [game, ..] = results();
    assert_eq!(game.players, ["Ada_L", "Bo"]);
    assert_eq!((&*game.date, &*game.time_control), ("2024.05.17", "180+2"));
    assert_eq!(game.end, GameEnd::Win(Color::Black));
    assert_eq!(game.plies, 12);
    let opening = game.opening.as_ref().unwrap();
    assert_eq!(
        (&*opening.eco, opening.family()),
        ("C41", "Philidor Defence")
    );
    let [side] = &game.sides[..] else { panic!() };
    assert_eq!(side.color, Color::White);
    let mistake = side.mistakes.iter().find(|one| one.ply == 10).unwrap();
    assert_eq!((&*mistake.san(), &*mistake.better_san()), ("Kxd1", "Bxf7+"));
    assert_eq!(mistake.verdict(), Verdict::Blunder);
    assert_eq!(mistake.phase, GamePhase::Opening);
    assert_eq!(mistake.allowed, Some(ClaimKind::MissesMate));
    assert_eq!(MistakeGroup::of(mistake), MistakeGroup::MissedMate);
    assert_eq!(mistake.clock_ms, Some(150_000));
    let ImportAnswer::Done { exercises, .. } = last_answer(MISSED_MATE, ada()) else {
        panic!()
    };
    let ids: Vec<_> = exercises
        .iter()
        .map(engine::exercises::Exercise::id)
        .collect();
    assert_eq!(game.exercises().collect::<Vec<_>>(), ids);
    let exercise = exercises.iter().find(|one| one.ply == 10).unwrap();
    assert_eq!(mistake.exercise_id(), Some(exercise.id()));
    assert_eq!(exercise.origin, ExerciseOrigin::MissedChance);
    assert!(exercises.iter().all(|one| one.solver() == Color::White));
}

#[test]
fn moves_and_times_belong_to_their_phase_and_side() {
    let [game, ..] = results();
    let opening = game.sides[0].phases[0];
    assert_eq!((opening.moves.moves, opening.timed_moves), (6, 5));
    // With the increments: 3, 6, 6, 23 and 2 seconds.
    assert_eq!(opening.time_ms, 40_000);
    assert_eq!(game.sides[0].with_time.moves, 6);
    assert_eq!(game.sides[0].in_trouble.moves, 0);
    // 6. Kxd1 took two seconds, no less.
    assert_eq!(game.sides[0].premature, 0);
}

#[test]
fn an_allowed_mate_and_a_queen_left_are_told_apart() {
    let [_, mate, queen] = results();
    let mistake = mate.sides[0].mistakes.last().unwrap();
    assert_eq!(mistake.san(), "Nf6");
    assert_eq!(mistake.allowed, Some(ClaimKind::AnswerMates));
    assert_eq!(mate.sides[0].premature, 1, "it took 0.8 seconds");
    assert_eq!(
        mate.decided,
        Some(Decided {
            phase: GamePhase::Opening,
            ahead: Color::White
        })
    );
    let mistake = &queen.sides[0].mistakes[0];
    assert_eq!(mistake.san(), "a3");
    assert_eq!(mistake.allowed, Some(ClaimKind::AnswerTakes));
    assert_eq!(MistakeGroup::of(mistake), MistakeGroup::UnguardedPiece);
    assert_eq!(mistake.clock_ms, None);
    assert_eq!(queen.time_control, "");
}

#[test]
fn both_sides_are_analysed_where_both_are_asked_for() {
    let ImportAnswer::Done {
        result, exercises, ..
    } = last_answer(MISSED_MATE, Visitor::BothSides)
    else {
        panic!()
    };
    let colors: Vec<Color> = result.sides.iter().map(|side| side.color).collect();
    assert_eq!(colors, [Color::White, Color::Black]);
    let moves = result.sides.iter().map(|side| side.phases[0].moves.moves);
    assert_eq!(moves.collect::<Vec<_>>(), [6, 6]);
    let own = &results()[0].sides[0];
    assert_eq!(result.sides[0].mistakes, own.mistakes);
    assert!(
        result.sides[1]
            .mistakes
            .iter()
            .any(|one| one.san() == "Bxd1")
    );
    assert!(exercises.len() >= results()[0].exercises().count());
}

#[test]
fn the_same_game_has_the_same_answers() {
    let all = answers(LEFT_QUEEN, ada(), &NeverStop);
    assert_eq!(all, answers(LEFT_QUEEN, ada(), &NeverStop));
    assert!(matches!(
        all[0],
        ImportAnswer::Progress {
            positions: 0,
            of: 9,
            ..
        }
    ));
    assert!(all.iter().all(|answer| answer.id() == SearchId(7)));
}

/// Set once it was asked so often.
struct StopAfter(Cell<u32>);

impl Stop for StopAfter {
    fn is_set(&self) -> bool {
        let left = self.0.get();
        self.0.set(left.saturating_sub(1));
        left == 0
    }
}

#[test]
fn a_game_that_is_stopped_is_not_done() {
    for asked in [0, 1, 7, 60, 300] {
        let all = answers(MISSED_MATE, ada(), &StopAfter(Cell::new(asked)));
        let is_progress = |answer: &ImportAnswer| matches!(answer, ImportAnswer::Progress { .. });
        assert!(all.iter().all(is_progress), "{asked}: {all:?}");
    }
    // The flag was asked more often than that.
    let stop = StopAfter(Cell::new(u32::MAX));
    answers(MISSED_MATE, ada(), &stop);
    assert!(u32::MAX - stop.0.get() > 300);
}
