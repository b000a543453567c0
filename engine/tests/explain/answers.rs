//! Refutations of moves that were not played.

use engine::explain::{Claim, why_not};
use engine::rules::Move;
use engine::search::Score::{self, Cp, Mate};

use crate::sight::{is_mate, material};
use crate::{line, line_of, played};

/// A position, the line that starts with the other move, its score, the best score, and the words.
type Case = (&'static str, &'static str, Score, Score, &'static str);

#[rustfmt::skip]
pub const CASES: &[Case] = &[
    ("6k1/5ppp/8/8/8/8/r4PPP/3R2K1 b - - 0 1", "a2b2 d1d8", Mate(-1), Cp(0), "Then Rd8 is mate."),
    ("7k/8/5K2/8/8/8/8/R7 b - - 0 1", "h8g8 a1a7", Mate(-3), Cp(0), "Then Ra7 forces mate in 3."),
    ("4k3/8/8/8/3n4/8/3R4/4K3 b - - 0 1", "e8e7 d2d4", Cp(-500), Cp(0), "Then Rxd4 wins a knight."),
    ("4k3/4p3/3p4/8/2n5/5N2/8/4RK2 b - - 0 1", "c4e5 f3e5 d6e5 e1e5", Cp(-100), Cp(0), "Then Nxe5 wins a pawn."),
    ("q3k3/8/8/3N4/8/8/8/4K3 b - - 0 1", "a8b8 d5b4", Cp(900), Cp(905), "It is as good."),
    ("q3k3/8/8/3N4/8/8/8/4K3 b - - 0 1", "e8d8 d5b6 a8b7", Cp(870), Cp(900), "It is 0.3 pawns worse: the answer is Nb6."),
    ("q3k3/8/8/3N4/8/8/8/4K3 b - - 0 1", "e8f8 d5c7 a8b7", Cp(500), Cp(900), "It is 4.0 pawns worse: the answer is Nc7."),
    ("4k3/8/8/3N4/8/8/4K3/q7 b - - 0 1", "a1a8 d5c7 e8d8 c7a8", Cp(-400), Cp(900), "Then Nc7+ attacks king and queen."),
    ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "e1e7 g8f8", Cp(500), Mate(1), "It misses a mate."),
    ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "a1a2 h8g8", Cp(500), Mate(2), "It misses a mate in 2."),
    ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "a1b1 h8g8", Mate(4), Mate(2), "It mates too, but in 4 moves instead of 2."),
    ("7k/8/5K2/8/8/8/8/R7 w - - 0 1", "a1b1 h8g8", Mate(2), Mate(2), "It is as good."),
    ("7k/8/5K2/8/8/8/8/R7 b - - 0 1", "h8g8 a1a7", Mate(-2), Mate(-2), "It is as good."),
    ("6k1/5ppp/8/8/8/8/8/4R1K1 w - - 0 1", "e1e7", Cp(400), Cp(480), "It is 0.8 pawns worse."),
    ("7k/8/5K2/8/8/8/8/R7 b - - 0 1", "h8g8", Mate(-3), Cp(0), "It runs into mate in 3."),
];

#[test]
fn what_is_said_against_other_moves() {
    let mut wrong = Vec::new();
    for &(fen, moves, score, best, expected) in CASES {
        let game = played(fen, "");
        let pv = line_of(&game, moves);
        let text = why_not(&game, pv[0], &line(pv, score), best).text;
        if text != expected {
            wrong.push(format!("{fen} {moves}\n  says {text}\n  not  {expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn what_is_said_against_other_moves_is_shown_by_the_line() {
    for &(fen, moves, score, best, _) in CASES {
        let game = played(fen, "");
        let pv = line_of(&game, moves);
        let reason = why_not(&game, pv[0], &line(pv.clone(), score), best);
        let shown = &reason.proof.moves;
        let own: Vec<_> = pv.iter().take(shown.len()).copied().map(Some).collect();
        assert_eq!(*shown, own, "{fen} {moves}");
        let end = reason.proof.position_after(game.position(), shown.len());
        let end = end.unwrap_or_else(|| panic!("{fen} {moves}"));
        match reason.claim {
            Claim::AnswerMates(_) => assert!(is_mate(&end), "{fen} {moves}"),
            Claim::AnswerTakes { .. } | Claim::AnswerWins { .. } => {
                let us = game.position().side_to_move();
                let lost = material(game.position(), us) - material(&end, us);
                assert!(lost >= 80, "{fen} {moves}: {lost}");
                assert_eq!(reason.proof.squares.len(), 1);
            }
            Claim::AnswerForks { .. } => {
                let squares = &reason.proof.squares;
                assert!(shown.len() >= 2 && squares.len() == 2, "{fen} {moves}");
            }
            Claim::AnswerForces { .. } => assert!(shown.len() >= 2, "{fen} {moves}"),
            Claim::LessGood {
                answer: Some(_), ..
            } => assert_eq!(shown.len(), 2, "{fen} {moves}"),
            Claim::RunsIntoMate { .. } | Claim::Slower { .. } => assert_eq!(shown.len(), 1),
            _ => assert!(reason.proof.is_empty(), "{fen} {moves}"),
        }
    }
}

#[test]
fn a_line_that_reaches_the_mate_is_shown_to_its_end() {
    let game = played("7k/8/5K2/8/8/8/8/R7 b - - 0 1", "");
    let pv = line_of(&game, "h8g8 a1a7 g8h8 a7a8 h8h7 a8a1 h7g8 a1a7");
    let proof = |pv: &[Move]| {
        let line = line(pv.to_vec(), Mate(-3));
        why_not(&game, pv[0], &line, Cp(0)).proof.moves.len()
    };
    assert_eq!(proof(&pv), 2, "no mate at the end");
    let mate = line_of(&game, "h8g8 a1b1 g8h8 f6f7 h8h7 b1h1");
    assert_eq!(proof(&mate), mate.len());
    let beyond = [&mate[..], &mate[..1]].concat();
    assert_eq!(proof(&beyond), mate.len(), "nothing follows a mate");
}

#[test]
fn a_move_that_does_not_fit_the_line_or_the_board_is_shown_by_nothing() {
    let game = played("4k3/8/8/8/3n4/8/3R4/4K3 b - - 0 1", "");
    let pv = line_of(&game, "e8e7 d2d4");
    let line = line(pv.clone(), Cp(-500));
    for mv in [pv[1], line_of(&game, "e8f7")[0]] {
        assert!(why_not(&game, mv, &line, Cp(0)).proof.is_empty());
    }
    let broken = crate::line(vec![pv[0], pv[0], pv[0]], Cp(-500));
    let reason = why_not(&game, pv[0], &broken, Cp(0));
    assert!(reason.proof.moves.len() < 2, "{reason:?}");
}
