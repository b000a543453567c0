//! Games with known mistakes.

use engine::exercises::{Exercise, ExerciseMaker, ExerciseOrigin, GamePhase, Judgement};
use engine::explain::{ClaimKind, ReviewedGame, review};
use engine::rules::{Color, Game, san};
use engine::search::Score;

use crate::{FEW_NODES, at, exercises, game, run, sans};

/// Black takes the queen, and White takes the bishop instead of mating (Légal's mate).
const LEGAL: &str = "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Kxd1 dxe5";

#[test]
fn a_missed_mate_is_an_exercise_with_its_line() {
    let made = exercises(&game(None, LEGAL));
    let mate = at(&made, 10);
    assert_eq!(sans(&mate.start, &mate.solution), ["Bxf7+", "Ke7", "Nd5#"]);
    assert_eq!(mate.origin, ExerciseOrigin::MissedChance);
    assert_eq!(mate.solver(), Color::White);
    assert_eq!(mate.phase(), GamePhase::Opening);
    assert!(mate.loss > 30.0, "{}", mate.loss);
    assert_eq!(mate.refutation[0].to_string(), "d6e5");
    let idea = mate.idea.as_ref().unwrap();
    assert_eq!(idea.kind, ClaimKind::Forces);
    assert!(idea.proof.position_after(&mate.start, 3).is_some());
}

#[test]
fn missed_tactics_of_several_kinds_are_found_with_their_ideas() {
    for (fen, moves, ply, best, kind) in [
        // The knight forks king and rook.
        (
            "r3k2r/pp3ppp/6b1/3N4/8/8/1P2PPPP/R2R2K1 w kq - 0 20",
            "h3 O-O",
            0,
            "Nc7+",
            ClaimKind::Fork,
        ),
        // The rook mates on the last rank.
        (
            "3r2k1/2Q2ppp/8/8/8/8/5PPP/6K1 b - - 0 30",
            "h6 Qxd8+",
            0,
            "Rd1#",
            ClaimKind::Mate,
        ),
        // The queen stands undefended.
        (
            "4k3/pp3ppp/8/3q4/8/8/PP3PPP/3R2K1 w - - 0 25",
            "h3 Qxd1+",
            0,
            "Rxd5",
            ClaimKind::TakesFree,
        ),
    ] {
        let made = exercises(&game(Some(fen), moves));
        let exercise = at(&made, ply);
        assert_eq!(sans(&exercise.start, &exercise.solution)[0], best, "{fen}");
        assert_eq!(
            exercise.idea.as_ref().map(|idea| idea.kind),
            Some(kind),
            "{fen}"
        );
    }
}

#[test]
fn moves_that_are_equally_good_are_all_accepted() {
    // Rook or bishop takes the queen; either rook mates.
    for (fen, moves, good) in [
        (
            "2r3k1/5ppp/8/3q4/8/5B2/5PPP/3R2K1 w - - 0 25",
            "h3 Qxd1+",
            ["Rxd5", "Bxd5"],
        ),
        (
            "6k1/5ppp/7q/8/6nn/8/5PPP/R3R1K1 w - - 0 30",
            "h3 Qf6",
            ["Ra8#", "Re8#"],
        ),
    ] {
        let made = exercises(&game(Some(fen), moves));
        let exercise = at(&made, 0);
        let accepted = exercise.accepted.iter();
        let accepted: Vec<String> = accepted
            .map(|&mv| san::write(&exercise.start, mv))
            .collect();
        assert_eq!(accepted.len(), 2, "{accepted:?}");
        assert!(
            good.iter()
                .all(|good| accepted.contains(&(*good).to_owned()))
        );
        assert_eq!(exercise.judge(0, exercise.accepted[0]), Judgement::Solved);
        let other = exercise.judge(0, exercise.accepted[1]);
        let mates = exercise.start.play(exercise.accepted[1]).in_check();
        let expected = match mates {
            true => Judgement::Solved,
            false => Judgement::AlsoGood,
        };
        assert_eq!(other, expected);
    }
}

#[test]
fn a_quiet_game_has_no_exercises() {
    let quiet = game(None, "e4 e5 Nf3 Nc6 Bb5 a6 Ba4 Nf6 O-O Be7 Re1 b5 Bb3 d6");
    assert!(exercises(&quiet).is_empty());
}

#[test]
fn a_decided_game_has_no_exercises() {
    // A queen and a rook more, and a pawn is given away.
    let fen = "6k1/5ppp/8/8/8/8/P4PPP/1Q1R2K1 w - - 0 30";
    assert!(exercises(&game(Some(fen), "Qa1 Kf8 a4 Ke7")).is_empty());
}

#[test]
fn a_review_and_scores_of_a_file_lead_to_the_same_exercise() {
    let legal = game(None, LEGAL);
    let first = at(&exercises(&legal), 10).clone();
    let mut scores = vec![Score::Cp(20); legal.ply() + 1];
    scores[10] = Score::Mate(2);
    scores[11] = Score::Cp(-900);
    scores[12] = Score::Cp(-900);
    let reviewed = ReviewedGame {
        review: review(&scores, &[], Color::White),
        best: vec![None; scores.len()],
        played: vec![None; scores.len()],
        others: Vec::new(),
    };
    let made = run(ExerciseMaker::from_review(&legal, &reviewed, FEW_NODES));
    let by_review = at(&made.exercises, 10);
    assert_eq!(by_review.solution, first.solution);
    assert_eq!(by_review.id(), first.id());

    let scores: Vec<_> = scores.into_iter().map(Some).collect();
    let maker = ExerciseMaker::with_scores(&legal, &scores, FEW_NODES);
    let wanted = maker.wanted().unwrap();
    assert_eq!(wanted.game.ply(), 10, "only the mistake is searched");
    assert_eq!(wanted.limits.nodes, Some(FEW_NODES.check_nodes[0]));
    assert_eq!(at(&run(maker).exercises, 10).solution, first.solution);
}

#[test]
fn the_same_game_makes_the_same_exercises() {
    let legal = game(None, LEGAL);
    let make = || run(ExerciseMaker::new(&legal, FEW_NODES));
    assert_eq!(make(), make());
}

#[test]
fn a_maker_ends_whatever_it_is_told() {
    let legal = game(None, LEGAL);
    let mut maker = ExerciseMaker::new(&legal, FEW_NODES);
    let mut searches = 0;
    while maker.wanted().is_some() {
        maker.found(&[]);
        searches += 1;
    }
    assert_eq!(searches, legal.ply() + 1);
    assert_eq!(maker.progress(), (searches, searches));
    maker.found(&[]);
    assert!(maker.finish().exercises.is_empty());

    let fresh = ExerciseMaker::new(&legal, FEW_NODES);
    assert_eq!(fresh.progress(), (0, legal.ply() + 1));
    assert!(fresh.finish().chances.iter().all(Option::is_none));
    let mated = game(None, "f3 e5 g4 Qh4#");
    assert_eq!(ExerciseMaker::new(&mated, FEW_NODES).progress(), (1, 5));
    let empty = run(ExerciseMaker::new(&Game::new(), FEW_NODES));
    assert!(empty.exercises.is_empty() && empty.losses.is_empty());
}

#[test]
fn only_the_moves_of_the_asked_side_are_checked() {
    let game = game(None, LEGAL);
    let both = exercises(&game);
    for side in Color::ALL {
        let own = run(ExerciseMaker::new(&game, FEW_NODES).only(side)).exercises;
        let expected = both.iter().filter(|exercise| exercise.solver() == side);
        let moves = |exercise: &Exercise| (exercise.ply, exercise.solution.clone());
        let expected: Vec<_> = expected.map(moves).collect();
        assert_eq!(own.iter().map(moves).collect::<Vec<_>>(), expected);
    }
    assert!(
        both.iter()
            .any(|exercise| exercise.solver() == Color::White)
    );
    // Of a reviewed game nothing is searched for the other side.
    let reviewed = ReviewedGame {
        review: review(
            &[Score::Cp(0), Score::Cp(0), Score::Cp(500)],
            &[],
            Color::White,
        ),
        ..ReviewedGame::default()
    };
    let game = self::game(None, "e4 e5");
    let maker = |side| ExerciseMaker::from_review(&game, &reviewed, FEW_NODES).only(side);
    assert!(maker(Color::White).wanted().is_none());
    assert!(maker(Color::Black).wanted().is_some());
}
