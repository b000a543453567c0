//! Positions that are set up.

use engine::rules::{Color, Piece, Square};

use super::*;
use crate::analysis::{Hold, Placing};

const WHITE_KING: Hold = Hold::Piece(Color::White, Piece::King);

#[test]
fn a_position_that_is_set_up_as_it_stands_is_the_same() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/3pP3/8/8/8/R3K2R w Kq d6 0 1",
        "4k3/8/8/8/8/8/8/R3K3 b Q - 7 31",
        "8/8/8/8/8/4k3/4p3/4K3 b - - 0 1",
    ] {
        let placing = Placing::of(&Position::from_fen(fen).unwrap());
        assert_eq!(placing.fen(), fen);
        assert_eq!(placing.position().unwrap().to_fen(), fen);
    }
}

#[test]
fn a_press_puts_down_and_the_same_again_takes_away() {
    let mut placing = Placing::empty();
    placing.press(Square::E1, WHITE_KING);
    assert_eq!(placing.at(Square::E1), Some((Color::White, Piece::King)));
    placing.press(Square::E1, WHITE_KING);
    assert_eq!(placing.at(Square::E1), None);
    placing.press(Square::E1, WHITE_KING);
    placing.carry(Square::E1, Some(Square::E2));
    assert_eq!(placing.at(Square::E1), None);
    placing.press(Square::E2, Hold::Nothing);
    assert_eq!(placing, Placing::empty());
    placing.carry(Square::E2, None);
    assert_eq!(placing, Placing::empty());
}

#[test]
fn an_illegal_board_says_what_is_wrong() {
    let mut placing = Placing::empty();
    let words = |placing: &Placing| placing.position().unwrap_err().to_string();
    assert!(words(&placing).contains("king"));
    placing.press(Square::E1, WHITE_KING);
    placing.press(Square::E2, Hold::Piece(Color::Black, Piece::King));
    assert!(words(&placing).contains("the kings touch"));
    placing.carry(Square::E2, Some(Square::E8));
    assert!(placing.position().is_ok());
    placing.press(Square::E4, Hold::Piece(Color::White, Piece::Rook));
    assert!(words(&placing).contains("in check"));
    placing.turn_to(Color::Black);
    assert!(placing.position().is_ok());
    placing.press(Square::A1, Hold::Piece(Color::White, Piece::Pawn));
    assert!(words(&placing).contains("a1"));
}

#[test]
fn rights_count_only_while_king_and_rook_stand_at_home() {
    let mut placing = Placing::of(&start());
    placing.put(Square::H1, None);
    placing.carry(Square::E8, Some(Square::E5));
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
    let mut placing = Placing::of(&Position::from_fen(fen).unwrap());
    assert_eq!(placing.passed_squares(), [Square::D6]);
    placing.carry(Square::D5, Some(Square::C5));
    assert_eq!(
        (placing.en_passant, placing.passed_squares()),
        (None, vec![Square::C6])
    );
    placing.turn_to(Color::Black);
    assert!(placing.passed_squares().is_empty());
}
