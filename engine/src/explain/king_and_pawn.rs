//! King and pawn against king, solved.

use crate::rules::attacks::{king_attacks, pawn_attacks};
use crate::rules::{BitBoard, Color, File, Piece, Position, Rank, Square};

/// For each square of the pawn's king, where the other king loses.
type Lost = [BitBoard; 64];

/// The lost squares with the pawn on one rank.
#[derive(Clone, Copy)]
struct OnRank {
    /// The pawn's side is to move.
    to_move: Lost,
    /// The other king is to move.
    answering: Lost,
}

/// Whether the pawn's side wins king and pawn against king; `None` of other endings.
pub(super) fn pawn_wins(position: &Position) -> Option<bool> {
    let pawn = position.pieces(Piece::Pawn).first()?;
    let (us, _) = position.piece_at(pawn)?;
    if position.occupied().len() != 3 {
        return None;
    }
    let as_white = |square: Square| match us {
        Color::White => square,
        Color::Black => square.flip(),
    };
    let pawn = as_white(pawn);
    let lost = solve(pawn.file(), pawn.rank());
    let lost = match position.side_to_move() == us {
        true => lost.to_move,
        false => lost.answering,
    };
    let [mine, yours] = [us, !us].map(|side| as_white(position.king(side)));
    Some(lost[mine.index()].has(yours))
}

/// Solves the ranks of a file from the seventh down to one of them: what a push leads to is known then.
fn solve(file: File, rank: Rank) -> OnRank {
    let none = OnRank {
        to_move: [BitBoard::EMPTY; 64],
        answering: [BitBoard::EMPTY; 64],
    };
    let (mut above, mut two_above) = (none, none);
    for index in (rank.index()..7).rev() {
        let Some(rank) = Rank::from_index(index as u8) else {
            continue;
        };
        let here = solve_rank(Square::new(file, rank), &above, &two_above);
        (two_above, above) = (above, here);
    }
    above
}

fn solve_rank(pawn: Square, above: &OnRank, two_above: &OnRank) -> OnRank {
    let pushed: Lost = std::array::from_fn(|king| {
        let king = Square::ALL[king];
        push(pawn, king, above, two_above)
    });
    let mut here = OnRank {
        to_move: pushed,
        answering: [BitBoard::EMPTY; 64],
    };
    loop {
        let mut is_done = true;
        for king in Square::ALL {
            // Not where a king would be in check, or on the pawn.
            let stands = king != pawn;
            let apart = !(king_attacks(king) | king.into() | pawn.into());
            let mut to_move = pushed[king.index()];
            for next in king_attacks(king) - pawn.into() {
                to_move |= here.answering[next.index()];
            }
            let to_move = to_move & (apart - pawn_attacks(Color::White, pawn));
            let loses = |other: &Square| {
                let free =
                    king_attacks(*other) - king_attacks(king) - pawn_attacks(Color::White, pawn);
                let escapes = |to: Square| to == pawn || !to_move.has(to);
                !free.is_empty() && !free.into_iter().any(escapes)
            };
            let answering: BitBoard = apart.into_iter().filter(loses).collect();
            if stands
                && (here.to_move[king.index()], here.answering[king.index()])
                    != (to_move, answering)
            {
                here.to_move[king.index()] = to_move;
                here.answering[king.index()] = answering;
                is_done = false;
            }
        }
        if is_done {
            return here;
        }
    }
}

/// Where the other king loses after a push.
fn push(pawn: Square, king: Square, above: &OnRank, two_above: &OnRank) -> BitBoard {
    let Some(ahead) = pawn.offset(0, 1).filter(|&ahead| ahead != king) else {
        return BitBoard::EMPTY;
    };
    if ahead.rank() == Rank::EIGHTH {
        // The new piece must not be taken. A rook does where a queen would be stalemate.
        let takers = match king_attacks(king).has(ahead) {
            true => BitBoard::EMPTY,
            false => king_attacks(ahead),
        };
        return !(takers | ahead.into());
    }
    let once = above.answering[king.index()] - ahead.into();
    let twice = pawn
        .offset(0, 2)
        .filter(|&at| pawn.rank() == Rank::SECOND && at != king);
    let twice = twice.map_or(BitBoard::EMPTY, |at| {
        two_above.answering[king.index()] - ahead.into() - at.into()
    });
    once | twice
}
