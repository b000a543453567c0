//! Premoves: moves made while the opponent is to move.

use engine::rules::{Color, Move, Piece, Position, Square};

/// Origin and destination of a premove. A promotion is to a queen.
pub type Premove = (Square, Square);

/// Whether the piece on `from` may premove to `to`: whether it moves that way on an empty board.
/// Pieces in between may have moved or been captured by then.
pub fn can_reach(position: &Position, from: Square, to: Square) -> bool {
    let Some((color, piece)) = position.piece_at(from) else {
        return false;
    };
    let files = (to.file().index() as i8 - from.file().index() as i8).abs();
    let up = to.rank().index() as i8 - from.rank().index() as i8;
    let (ranks, straight, diagonal) = (up.abs(), files == 0 || up == 0, files == up.abs());
    if (files, ranks) == (0, 0) {
        return false;
    }
    match piece {
        Piece::Pawn => {
            let (forward, home) = match color {
                Color::White => (up, 1),
                Color::Black => (-up, 6),
            };
            match (files, forward) {
                (0 | 1, 1) => true,
                (0, 2) => from.rank().index() == home,
                _ => false,
            }
        }
        Piece::Knight => files * ranks == 2,
        Piece::Bishop => diagonal,
        Piece::Rook => straight,
        Piece::Queen => straight || diagonal,
        Piece::King => files.max(ranks) == 1 || is_castling(position, color, from, to),
    }
}

/// Whether two squares of a king are castling, with the right still there.
fn is_castling(position: &Position, color: Color, from: Square, to: Square) -> bool {
    let by = to.file().index() as i8 - from.file().index() as i8;
    from.rank() == to.rank()
        && match by {
            2 => position.castling().short(color),
            -2 => position.castling().long(color),
            _ => false,
        }
}

/// The premove as a legal move, if it is legal now.
pub fn to_legal_move(position: &Position, (from, to): Premove) -> Option<Move> {
    let moves = position.legal_moves();
    let fits = |mv: &&Move| {
        let queen = mv.promotion().is_none_or(|piece| piece == Piece::Queen);
        mv.from() == from && mv.to() == to && queen
    };
    moves.iter().find(fits).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn targets(fen: &str, from: Square) -> String {
        let position = Position::from_fen(fen).expect("a legal position");
        let goals = Square::ALL
            .into_iter()
            .filter(|to| can_reach(&position, from, *to));
        let words: Vec<String> = goals.map(|to| to.to_string()).collect();
        words.join(" ")
    }

    #[test]
    fn pieces_go_as_they_go_whatever_stands_there_now() {
        const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for (from, words) in [
            (Square::B1, "d2 a3 c3"),
            (Square::E2, "d3 e3 f3 e4"),
            (Square::E7, "e5 d6 e6 f6"),
            (Square::A1, "b1 c1 d1 e1 f1 g1 h1 a2 a3 a4 a5 a6 a7 a8"),
            (Square::C1, "b2 d2 a3 e3 f4 g5 h6"),
            (Square::E1, "c1 d1 f1 g1 d2 e2 f2"),
            (Square::E4, ""),
        ] {
            assert_eq!(targets(START, from), words, "{from}");
        }
        let bare = "4k3/8/8/4P3/8/8/8/R3K2R b - - 0 1";
        assert_eq!(targets(bare, Square::E5), "d6 e6 f6", "one step from there");
        assert_eq!(
            targets(bare, Square::E1),
            "d1 f1 d2 e2 f2",
            "castling is lost"
        );
        assert_eq!(targets("4k3/8/8/8/8/8/8/1Q2K3 b - - 0 1", Square::B1), {
            "a1 c1 d1 e1 f1 g1 h1 a2 b2 c2 b3 d3 b4 e4 b5 f5 b6 g6 b7 h7 b8"
        });
    }

    #[test]
    fn every_legal_move_may_be_made_ahead() {
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "rnbqkb1r/pp1p1pPp/8/2p1pP2/1P1P4/7P/P1P1P3/RNBQKBNR w KQkq e6 0 1",
        ] {
            let position = Position::from_fen(fen).expect("a legal position");
            for &mv in position.legal_moves().iter() {
                assert!(can_reach(&position, mv.from(), mv.to()), "{mv} in {fen}");
            }
        }
    }

    #[test]
    fn what_is_no_legal_move_when_its_turn_comes_is_none() {
        let position = Position::startpos();
        let premove = |from, to| to_legal_move(&position, (from, to)).map(|mv| mv.to_string());
        assert_eq!(premove(Square::E2, Square::E4).as_deref(), Some("e2e4"));
        assert_eq!(premove(Square::E2, Square::D3), None);
        assert_eq!(premove(Square::E7, Square::E5), None, "the other side's");
        let promotes = Position::from_fen("8/P7/8/8/8/8/8/k6K w - - 0 1").expect("legal");
        let mv = to_legal_move(&promotes, (Square::A7, Square::A8));
        assert_eq!(mv.map(|mv| mv.to_string()).as_deref(), Some("a7a8q"));
    }
}
