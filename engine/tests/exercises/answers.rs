//! Hints, and what answers are worth.

use engine::exercises::{Exercise, Hint, HintStage, Judgement};
use engine::rules::{Move, Square, san};

use crate::{at, exercises, game};

/// White to move mates in two, by Bxf7+ and Nd5#.
fn legal_mate() -> Exercise {
    let moves = "e4 e5 Nf3 d6 Bc4 Bg4 Nc3 g6 Nxe5 Bxd1 Kxd1 dxe5";
    at(&exercises(&game(None, moves)), 10).clone()
}

fn mv(exercise: &Exercise, index: usize, text: &str) -> Move {
    san::parse(&exercise.position(index).unwrap(), text).unwrap()
}

#[test]
fn answers_are_judged_along_the_solution() {
    let exercise = legal_mate();
    assert_eq!(exercise.solver_moves(), 2);
    let reply = exercise.solution[1];
    let judge = |index, text| exercise.judge(index, mv(&exercise, index, text));
    let wrong = |refutation| Judgement::Wrong { refutation };
    assert_eq!(judge(0, "Bxf7"), Judgement::Continue { reply });
    assert_eq!(judge(1, "Nd5"), Judgement::Solved);
    assert_eq!(judge(1, "Kxd1"), wrong(Vec::new()));
    assert_eq!(judge(0, "Kxd1"), wrong(exercise.refutation.clone()));
    assert!(!exercise.refutation.is_empty());
    assert_eq!(judge(0, "a3"), wrong(Vec::new()));
    // Illegal, and beyond the solution.
    assert_eq!(exercise.judge(0, exercise.solution[2]), wrong(Vec::new()));
    assert_eq!(exercise.judge(2, exercise.solution[0]), wrong(Vec::new()));
    assert_eq!(
        exercise.judge(usize::MAX, exercise.solution[0]),
        wrong(Vec::new())
    );
}

#[test]
fn every_move_that_mates_is_right() {
    // Both rooks mate on the last rank.
    let fen = "6k1/5ppp/7q/8/6nn/8/5PPP/R3R1K1 w - - 0 30";
    let made = exercises(&game(Some(fen), "h3 Qf6"));
    let exercise = at(&made, 0);
    let judge = |text| exercise.judge(0, mv(exercise, 0, text));
    assert_eq!(judge("Ra8#"), Judgement::Solved);
    assert_eq!(judge("Re8#"), Judgement::Solved);
    // Even if only one of them were the solution.
    let mut narrow = exercise.clone();
    narrow.accepted.truncate(1);
    for text in ["Ra8#", "Re8#"] {
        assert_eq!(narrow.judge(0, mv(exercise, 0, text)), Judgement::Solved);
    }
    assert!(matches!(judge("h3"), Judgement::Wrong { .. }));
}

#[test]
fn hints_tell_the_piece_then_the_idea_then_the_move() {
    let exercise = legal_mate();
    let hint = |index, stage| exercise.hint(index, stage);
    assert_eq!(hint(0, HintStage::Piece), Some(Hint::Piece(Square::C4)));
    let idea = Hint::Idea("Look for a forced mate.");
    assert_eq!(hint(0, HintStage::Idea), Some(idea));
    let first = Hint::Move("Bxf7+".to_owned());
    assert_eq!(hint(0, HintStage::Move), Some(first));
    assert_eq!(hint(1, HintStage::Piece), Some(Hint::Piece(Square::C3)));
    assert_eq!(hint(1, HintStage::Idea), None);
    let second = Hint::Move("Nd5#".to_owned());
    assert_eq!(hint(1, HintStage::Move), Some(second));
    assert_eq!(hint(2, HintStage::Piece), None);
}
