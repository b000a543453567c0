//! The board editor.

use engine::rules::{Color, Piece, Square};

use super::*;
use crate::analysis::{BoardSetup, EditorTool};

const WHITE_KING: EditorTool = EditorTool::Piece(Color::White, Piece::King);

#[test]
fn a_position_that_is_set_up_as_it_stands_is_the_same() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 1",
        "4k3/8/8/8/8/8/8/R3K3 b Q - 7 31",
        "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1",
    ] {
        let placing = BoardSetup::from_position(&Position::from_fen(fen).unwrap());
        assert_eq!(placing.fen(), fen);
        assert_eq!(placing.position().unwrap().to_fen(), fen);
    }
}

#[test]
fn a_press_puts_down_and_the_same_again_takes_away() {
    let mut placing = BoardSetup::empty();
    placing.apply_tool(Square::E1, WHITE_KING);
    assert_eq!(
        placing.piece_at(Square::E1),
        Some((Color::White, Piece::King))
    );
    placing.apply_tool(Square::E1, WHITE_KING);
    assert_eq!(placing.piece_at(Square::E1), None);
    placing.apply_tool(Square::E1, WHITE_KING);
    placing.move_piece(Square::E1, Some(Square::E2));
    assert_eq!(placing.piece_at(Square::E1), None);
    placing.apply_tool(Square::E2, EditorTool::Erase);
    assert_eq!(placing, BoardSetup::empty());
    placing.move_piece(Square::E2, None);
    assert_eq!(placing, BoardSetup::empty());
}

#[test]
fn an_illegal_board_says_what_is_wrong() {
    let mut placing = BoardSetup::empty();
    let words = |placing: &BoardSetup| placing.position().unwrap_err().to_string();
    assert!(words(&placing).contains("king"));
    placing.apply_tool(Square::E1, WHITE_KING);
    placing.apply_tool(Square::E2, EditorTool::Piece(Color::Black, Piece::King));
    assert!(words(&placing).contains("the kings touch"));
    placing.move_piece(Square::E2, Some(Square::E8));
    assert!(placing.position().is_ok());
    placing.apply_tool(Square::E4, EditorTool::Piece(Color::White, Piece::Rook));
    assert!(words(&placing).contains("in check"));
    placing.set_side_to_move(Color::Black);
    assert!(placing.position().is_ok());
    placing.apply_tool(Square::A1, EditorTool::Piece(Color::White, Piece::Pawn));
    assert!(words(&placing).contains("a1"));
}

#[test]
fn rights_count_only_while_king_and_rook_stand_at_home() {
    let mut placing = BoardSetup::from_position(&start());
    placing.put(Square::H1, None);
    placing.move_piece(Square::E8, Some(Square::E5));
    assert_eq!(placing.fen().split(' ').nth(2), Some("Q"));
    assert!(placing.position().is_ok());
    assert_eq!(
        [0, 1, 2, 3].map(|right| placing.can_castle(right)),
        [false, true, false, false]
    );
}

#[test]
fn a_passed_square_is_offered_where_a_pawn_can_have_passed_and_goes_with_it() {
    let fen = "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1";
    let mut placing = BoardSetup::from_position(&Position::from_fen(fen).unwrap());
    assert_eq!(placing.en_passant_candidates(), [Square::D6]);
    placing.move_piece(Square::D5, Some(Square::C5));
    assert_eq!(
        (placing.en_passant, placing.en_passant_candidates()),
        (None, vec![Square::C6])
    );
    placing.set_side_to_move(Color::Black);
    assert!(placing.en_passant_candidates().is_empty());
}
