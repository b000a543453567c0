//! Valid FENs, and invalid ones that must be refused with the right field.

use engine::rules::{FenError, FenField, Position};

#[test]
fn legal_positions_are_read_and_written_back() {
    for fen in [
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 12 34",
        "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2",
        "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1",
        "QQQQQQk1/8/8/8/8/8/8/QQQK4 b - - 0 1",
        "4k3/8/8/8/8/8/8/4K3 w - - 150 9999",
        // Two pieces give check; a pawn's promotion by capture leaves eight pawns and nine pieces.
        "4k3/8/5N2/8/8/8/8/K3R3 b - - 0 1",
    ] {
        assert_eq!(
            Position::from_fen(fen).map(|position| position.to_fen()),
            Ok(fen.to_owned())
        );
    }
}

#[test]
fn what_tools_leave_out_or_add_is_understood() {
    let cases = [
        ("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 7",
            "4k3/8/8/8/8/8/8/4K3 w - - 7 1",
        ),
        (
            "  4k3/8/8/8/8/8/8/4K3  w - - 0\t5\r\n",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 5",
        ),
        (
            "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1",
            "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
        ),
        // No legal capture on e3, so the square is checked and dropped.
        (
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
            "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1",
        ),
    ];
    for (fen, expected) in cases {
        assert_eq!(
            Position::from_fen(fen).map(|position| position.to_fen()),
            Ok(expected.to_owned())
        );
    }
}

#[test]
#[rustfmt::skip]
fn hostile_fens_are_refused_with_the_field_to_blame() {
    use FenField::*;
    let cases = [
        // The board's text.
        ("", Board),
        ("   ", Board),
        ("♔", Board),
        ("\0", Board),
        ("8/8/8/8/8/8/8 w - - 0 1", Board),
        ("4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", Board),
        ("////////// w - - 0 1", Board),
        ("4k3/8/8/8/8/8/8/4K4 w - - 0 1", Board),
        ("4k3/8/8/8/8/8/8/4K2 w - - 0 1", Board),
        ("4k3/8/8/8/8/8/8/4K12 w - - 0 1", Board),
        ("4k3/9/8/8/8/8/8/4K3 w - - 0 1", Board),
        ("4k3/0p7/8/8/8/8/8/4K3 w - - 0 1", Board),
        ("4k3/pppppppppppppppp/8/8/8/8/8/4K3 w - - 0 1", Board),
        ("4k3/8/8/3x4/8/8/8/4K3 w - - 0 1", Board),
        ("4k3/8/8/3é4/8/8/8/4K3 w - - 0 1", Board),
        ("4k3/8/8/٣p٤/8/8/8/4K3 w - - 0 1", Board),
        // The board's pieces.
        ("8/8/8/8/8/8/8/8 w - - 0 1", Board),
        ("4k3/8/8/8/8/8/8/8 w - - 0 1", Board),
        ("4k3/8/8/8/8/8/8/3KK3 w - - 0 1", Board),
        ("8/8/8/3kK3/8/8/8/8 w - - 0 1", Board),
        ("P3k3/8/8/8/8/8/8/4K3 w - - 0 1", Board),
        ("4k3/8/8/8/8/8/8/p3K3 w - - 0 1", Board),
        ("4k3/8/8/8/8/PPPPP3/PPPP4/4K3 w - - 0 1", Board),
        ("4k3/8/8/8/8/NNNNNNNN/PPPPPPPP/4K3 w - - 0 1", Board),
        ("4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - - 0 1", Board),
        ("4k3/8/8/8/8/B1B5/PPPPPPPP/4K3 w - - 0 1", Board),
        ("4k3/8/8/8/NNNNNNNN/RRRRRRRR/8/4K3 w - - 0 1", Board),
        ("4k3/8/3N1N2/8/8/8/8/K3R3 b - - 0 1", Board),
        // The side to move.
        ("4k3/8/8/8/8/8/8/4K3", SideToMove),
        ("4k3/8/8/8/8/8/8/4K3 W - - 0 1", SideToMove),
        ("4k3/8/8/8/8/8/8/4K3 white - - 0 1", SideToMove),
        ("4k3/8/8/8/8/8/8/4K3 - w - 0 1", SideToMove),
        ("4k3/4R3/8/8/8/8/8/4K3 w - - 0 1", SideToMove),
        ("4k3/3P4/8/8/8/8/8/4K3 w - - 0 1", SideToMove),
        // Castling.
        ("4k3/8/8/8/8/8/8/4K3 w", Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KK - 0 1", Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R w K- - 0 1", Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1", Castling),
        ("r3k2r/8/8/8/8/8/8/R3K2R w KQkqKQkqKQkqKQkqKQkqKQkqKQkq - 0 1", Castling),
        ("4k3/8/8/8/8/8/8/4K3 w K - 0 1", Castling),
        ("4k3/8/8/8/8/8/8/R3K3 w K - 0 1", Castling),
        ("4k3/8/8/8/8/8/8/R2K3R w Q - 0 1", Castling),
        ("4k3/8/8/8/8/8/8/r3K3 w Q - 0 1", Castling),
        ("r3k2r/8/8/8/8/8/8/4K3 w KQ - 0 1", Castling),
        // En passant.
        ("4k3/8/8/8/8/8/8/4K3 w -", EnPassant),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - D6 0 1", EnPassant),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d 0 1", EnPassant),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d66 0 1", EnPassant),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d9 0 1", EnPassant),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - é6 0 1", EnPassant),
        ("4k3/8/8/3pP3/8/8/8/4K3 w - d5 0 1", EnPassant),
        ("4k3/8/8/3pP3/8/8/8/4K3 b - d6 0 1", EnPassant),
        ("4k3/8/8/3pP3/8/8/8/4K3 b - e3 0 1", EnPassant),
        ("4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", EnPassant),
        ("4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", EnPassant),
        ("4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", EnPassant),
        ("4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", EnPassant),
        // Before the double step white's king was in check already, on black's turn.
        ("4k3/8/8/3pP3/8/8/8/r3K3 w - d6 0 1", EnPassant),
        // The clocks.
        ("4k3/8/8/8/8/8/8/4K3 w - - x 1", HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - -1 1", HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - +1 1", HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - 151 1", HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - 65536 1", HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999999 1", HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", HalfmoveClock),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 0", FullmoveNumber),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 10000", FullmoveNumber),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", FullmoveNumber),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 ٣", FullmoveNumber),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 x", Rest),
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1 bm e4;", Rest),
    ];
    for (fen, field) in cases {
        let error = Position::from_fen(fen).expect_err(fen);
        assert_eq!(error.field(), field, "{fen}: {error}");
        assert!(error.to_string().starts_with(&field.to_string()), "{error}");
    }
}

#[test]
fn an_error_says_what_was_expected_and_what_was_found() {
    let cases = [
        (
            "4k3/8/8/3x4/8/8/8/4K3 w - -",
            "expected a piece (PNBRQKpnbrqk) or 1 to 8 on rank 5, found 'x'",
        ),
        (
            "4k3/8/8/8/8/8/8/4K2 w - -",
            "expected 8 squares on rank 1, found 7",
        ),
        (
            "4k3/8/8/8/8/8/8/8 w - -",
            "expected one white king, found 0",
        ),
        (
            "4k3/8/8/8/8/QQ6/PPPPPPPP/4K3 w - -",
            "white has 1 promoted pieces, but only 0 pawns are missing",
        ),
        ("4k3/8/8/8/8/8/8/4K3 x - -", "expected w or b, found \"x\""),
        (
            "4k3/8/8/8/8/8/8/4K3 w - - 0 0",
            "expected a number from 1 to 9999, found \"0\"",
        ),
    ];
    for (fen, message) in cases {
        let error = Position::from_fen(fen).unwrap_err().to_string();
        assert!(error.ends_with(message), "{error}");
    }
}

#[test]
fn an_error_repeats_no_more_than_the_beginning_of_a_hostile_text() {
    let fen = format!("4k3/8/8/8/8/8/8/4K3 {} - -", "é".repeat(100_000));
    let FenError::Side { found } = Position::from_fen(&fen).unwrap_err() else {
        panic!()
    };
    assert!(found.chars().count() < 100);
    let slashes = "/".repeat(100_000);
    assert_eq!(
        Position::from_fen(&slashes),
        Err(FenError::Ranks { found: 100_001 })
    );
}
