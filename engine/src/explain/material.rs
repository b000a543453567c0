//! Material balance and exchanges.

use super::claim::Gain;
use crate::rules::{BitBoard, Color, EXCHANGE_VALUES, Move, Piece, Position, Square};

/// A piece's value, centipawns.
pub(super) fn worth(piece: Piece) -> i32 {
    EXCHANGE_VALUES[piece.index()]
}

/// One side's material lead, centipawns.
pub(super) fn balance(position: &Position, us: Color) -> i32 {
    Piece::ALL[..5]
        .iter()
        .map(|&piece| {
            let count = |color| position.colored(color, piece).len() as i32;
            worth(piece) * (count(us) - count(!us))
        })
        .sum()
}

/// The balance for `us` after all profitable captures (a material-only quiescence search).
pub(super) fn balance_after_captures(position: &Position, us: Color) -> i32 {
    let value = capture_search(position, -MAX_BALANCE, MAX_BALANCE, MAX_CAPTURE_PLIES);
    if position.side_to_move() == us {
        value
    } else {
        -value
    }
}

/// Above every balance.
const MAX_BALANCE: i32 = 30_000;
/// Enough for exchanges on two or three squares.
const MAX_CAPTURE_PLIES: u32 = 6;

fn capture_search(position: &Position, mut alpha: i32, beta: i32, plies: u32) -> i32 {
    let stand = balance(position, position.side_to_move());
    if plies == 0 {
        return stand;
    }
    let in_check = position.in_check();
    let mut best = if in_check { -MAX_BALANCE } else { stand };
    let mut moves = if in_check {
        position.legal_moves()
    } else {
        position.captures()
    };
    moves.retain(|mv| in_check || position.see_ge(mv, 0));
    let gain = |mv: &Move| -position.see(*mv);
    let mut moves = moves.to_vec();
    crate::short::sort_by_key(&mut moves, gain);
    for mv in moves {
        if best >= beta {
            break;
        }
        alpha = alpha.max(best);
        best = best.max(-capture_search(
            &position.play(mv),
            -beta,
            -alpha,
            plies - 1,
        ));
    }
    best
}

/// The gain of a move if both sides continue to capture on its square as long as it pays, centipawns.
///
/// Unlike [`Position::see`] it plays the moves, so that pins and checks count.
pub(super) fn exchange(position: &Position, mv: Move) -> i32 {
    let won = at_once(position, mv);
    won - taken_on(&position.play(mv), mv.to(), -MAX_BALANCE, MAX_BALANCE)
}

fn at_once(position: &Position, mv: Move) -> i32 {
    let promoted = mv
        .promotion()
        .map_or(0, |piece| worth(piece) - worth(Piece::Pawn));
    taken(position, mv).map_or(0, worth) + promoted
}

/// The maximum gain of the side to move on a square, within bounds; it may decline.
fn taken_on(position: &Position, square: Square, alpha: i32, beta: i32) -> i32 {
    let mut moves = position.captures();
    moves.retain(|mv| mv.is_capture() && mv.to() == square);
    let mut moves = moves.to_vec();
    crate::short::sort_by_key(&mut moves, |mv| {
        position.piece_at(mv.from()).map(|(_, piece)| piece)
    });
    let mut best = 0;
    for mv in moves {
        if best >= beta {
            break;
        }
        let won = at_once(position, mv);
        let floor = alpha.max(best);
        best = best.max(won - taken_on(&position.play(mv), square, won - beta, won - floor));
    }
    best
}

/// The legal capture on one of these squares that gains the most by exchange.
pub(crate) fn best_capture(position: &Position, on: BitBoard) -> Option<(Move, i32)> {
    let captures = position.captures();
    let taking = captures
        .iter()
        .filter(|mv| mv.is_capture() && on.has(taken_at(**mv)));
    taking
        .map(|&mv| (mv, exchange(position, mv)))
        .reduce(|best, next| if next.1 > best.1 { next } else { best })
}

/// The maximum gain of a capture on these squares, at least 0.
pub(super) fn most_taken(position: &Position, on: BitBoard) -> i32 {
    best_capture(position, on).map_or(0, |(_, gain)| gain.max(0))
}

/// The square of the captured piece.
pub(super) fn taken_at(mv: Move) -> Square {
    if mv.is_en_passant() {
        Square::new(mv.to().file(), mv.from().rank())
    } else {
        mv.to()
    }
}

/// The captured piece.
pub(super) fn taken(position: &Position, mv: Move) -> Option<Piece> {
    let (_, piece) = position.piece_at(taken_at(mv))?;
    mv.is_capture().then_some(piece)
}

/// The description of a capture's gain by exchange, centipawns.
pub(super) fn gain(position: &Position, mv: Move, cp: i32) -> Gain {
    let pieces = (
        taken(position, mv),
        position.piece_at(mv.from()).map(|(_, piece)| piece),
    );
    match pieces {
        (Some(piece), _) if cp == worth(piece) => Gain::Whole(piece),
        (Some(piece), Some(own)) if cp == worth(piece) - worth(own) => Gain::For(piece, own),
        _ if (80..=120).contains(&cp) => Gain::Pawn,
        _ if (300..=340).contains(&cp) => Gain::Minor,
        _ => Gain::Material,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exchanges_are_played_out_for_either_side() {
        let cases = [
            // White takes a rook that only a pawn defends: 500 - 330 over an even board.
            (
                "4k3/2p5/1p6/r7/8/8/3B4/4K3 w - - 0 1",
                330 - 700 + 500 - 330,
            ),
            // The queen would be taken back, so White stops.
            ("4k3/8/2p5/3r4/8/8/8/3QK3 w - - 0 1", 900 - 600),
            // A knight that gives check hangs.
            ("4k3/8/8/8/8/R4n2/8/6K1 w - - 0 1", 500),
        ];
        for (fen, expected) in cases {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(
                balance_after_captures(&position, Color::White),
                expected,
                "{fen}"
            );
            assert_eq!(
                balance_after_captures(&position, Color::Black),
                -expected,
                "{fen}"
            );
        }
    }

    #[test]
    fn a_pawn_taken_in_passing_stands_beside() {
        let position = Position::from_fen("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").unwrap();
        let mv = position.parse_uci("e5d6").unwrap();
        assert_eq!(taken_at(mv), Square::D5);
        assert_eq!(taken(&position, mv), Some(Piece::Pawn));
    }
}
