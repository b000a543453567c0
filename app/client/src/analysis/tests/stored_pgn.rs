//! What the server keeps of a game, added to the moves of a link.

use wire::live::GameLink;

use super::annotations::imported;
use super::*;
use crate::analysis::{AnnotationEdit, game_link, parse_fragment, push_game_link};

#[test]
fn what_the_server_keeps_of_a_game_is_added_to_its_moves() {
    let stored =
        "{Before.} 1. e4 $1 {Best by test.} (1. d4 {Or this.} d5) 1... e5 {[%clk 0:09:58]} *";
    let mut analysis = imported("1. e4 e5 2. Nf3 *");
    analysis.update(AnalysisEvent::GoTo(analysis.tree.main_line()[0]));
    let own = AnnotationEdit::SetComment("Mine.".to_owned());
    let at = analysis.current;
    analysis.update(AnalysisEvent::Annotate { at, edit: own });
    let moves = analysis.main_moves();
    let pgn = stored.to_owned();
    analysis.update(AnalysisEvent::StoredPgn { moves, pgn });
    assert_eq!(analysis.current, at);
    let whole =
        "{Before.} 1. e4 {Mine.} (1. d4 {Or this.} 1... d5) 1... e5 {[%clk 0:09:58]} 2. Nf3 *";
    let written = analysis.pgn();
    let moves: Vec<&str> = written
        .split_once("\n\n")
        .unwrap()
        .1
        .split_whitespace()
        .collect();
    assert_eq!(moves.join(" "), whole);
    let before = analysis.pgn();
    let other_start = "[FEN \"4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\"]\n\n1. e4 {No.} *";
    for text in ["", "no game", other_start, "<html>Not found</html>"] {
        let (moves, pgn) = (analysis.main_moves(), text.to_owned());
        analysis.update(AnalysisEvent::StoredPgn { moves, pgn });
        assert_eq!(analysis.pgn(), before, "{text}");
    }
}

#[test]
fn what_comes_late_is_not_mixed_into_another_game() {
    let asked = imported("1. e4 e5 *").main_moves();
    let mut analysis = imported("1. d4 d5 *");
    let before = analysis.pgn();
    let pgn = "1. e4 {Best by test.} e5 *".to_owned();
    analysis.update(AnalysisEvent::StoredPgn { moves: asked, pgn });
    assert_eq!(analysis.pgn(), before);
}

#[test]
fn an_address_may_name_the_game_that_it_is_from() {
    let game = "7Abc2Def9Gh3".parse::<GameLink>().unwrap();
    let mut fragment = "pgn=e4_e5&at=2".to_owned();
    push_game_link(&mut fragment, &game);
    assert_eq!(game_link(&fragment), Some(game));
    assert!(parse_fragment(&fragment).unwrap().is_ok());
    for wrong in [
        "pgn=e4",
        "game=",
        "game=../../admin",
        "game=%2e%2e",
        "game=abc",
    ] {
        assert_eq!(game_link(wrong), None, "{wrong}");
    }
}
