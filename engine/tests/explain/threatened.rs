//! What a move threatens.

use engine::explain::{Sound, threat};
use engine::player::Calculator;
use engine::rules::Game;

use crate::played;

/// What the last move of a game threatens, and the moves that show it.
fn threatened(fen: &str, moves: &str) -> Option<(String, Vec<Option<String>>)> {
    let game: Game = played(fen, moves);
    let mut before = game.clone();
    let mv = before.undo().expect("a move");
    let mut searcher = Calculator::new(4);
    let sound = Sound::search(&before, mv, &mut searcher, 20_000).expect("searches");
    let reason = threat(&game, &sound)?;
    let shown = reason.proof.moves.iter();
    let shown = shown.map(|mv| mv.map(|mv| mv.to_string())).collect();
    Some((reason.text, shown))
}

const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

#[test]
fn a_mate_that_is_threatened_is_named_and_shown_after_a_pass() {
    let (text, shown) =
        threatened(START, "e2e4 e7e5 f1c4 b8c6 d1h5").expect("the mate of the scholar");
    assert!(text.starts_with("White threatens Qxf7#."), "{text}");
    assert_eq!(shown[..2], [None, Some("h5f7".to_owned())]);
}

#[test]
fn a_piece_that_is_attacked_is_named() {
    let (text, _) = threatened(
        "rnbqkb1r/pppppppp/5n2/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "e2e4 a7a6 e4e5",
    )
    .expect("the knight");
    assert!(text.starts_with("White threatens exf6."), "{text}");
}

#[test]
fn a_quiet_move_a_check_and_an_end_threaten_nothing() {
    assert_eq!(threatened(START, "g1f3"), None);
    assert_eq!(threatened(START, "e2e4 f7f6 d1h5"), None, "a check");
    assert_eq!(threatened(START, "f2f3 e7e5 g2g4 d8h4"), None, "the end");
}
