//! King and pawn against king, solved square by square, to check claims.

use std::sync::OnceLock;

use engine::rules::{Color, Piece, Position, Square};

use crate::squares_hold::distance;

/// Whether White, with the pawn, wins: by side to move, pawn, White's king and Black's.
struct Solved(Vec<bool>);

fn index(white_to_move: bool, pawn: Square, white: Square, black: Square) -> usize {
    let squares = (pawn.index() * 64 + white.index()) * 64 + black.index();
    2 * squares + usize::from(white_to_move)
}

/// Whether the side with the pawn wins; `None` of other endings.
pub fn pawn_wins(position: &Position) -> Option<bool> {
    static SOLVED: OnceLock<Solved> = OnceLock::new();
    let men = Square::ALL
        .into_iter()
        .filter(|&at| position.piece_at(at).is_some());
    let mut men: Vec<Square> = men.collect();
    men.retain(|&at| position.piece_at(at).map(|(_, piece)| piece) != Some(Piece::King));
    let &[pawn] = men.as_slice() else {
        return None;
    };
    let (side, piece) = position.piece_at(pawn)?;
    let as_white = |square: Square| match side {
        Color::White => square,
        Color::Black => square.flip(),
    };
    let index = index(
        position.side_to_move() == side,
        as_white(pawn),
        as_white(position.king(side)),
        as_white(position.king(!side)),
    );
    (piece == Piece::Pawn).then(|| SOLVED.get_or_init(solve).0[index])
}

fn guards(pawn: Square, square: Square) -> bool {
    [-1, 1]
        .iter()
        .any(|&file| pawn.offset(file, 1) == Some(square))
}

fn steps(king: Square) -> impl Iterator<Item = Square> {
    Square::ALL
        .into_iter()
        .filter(move |&to| distance(king, to) == 1)
}

/// Goes over all positions until none is found to be won.
fn solve() -> Solved {
    let mut won = vec![false; 2 * 64 * 64 * 64];
    loop {
        let mut is_done = true;
        for pawn in Square::ALL
            .into_iter()
            .filter(|pawn| (1..7).contains(&pawn.rank().index()))
        {
            for white in Square::ALL {
                for black in Square::ALL {
                    if distance(white, black) <= 1 || white == pawn || black == pawn {
                        continue;
                    }
                    for white_to_move in [true, false] {
                        let index = index(white_to_move, pawn, white, black);
                        if !won[index]
                            && (!white_to_move || !guards(pawn, black))
                            && is_won(&won, white_to_move, pawn, white, black)
                        {
                            won[index] = true;
                            is_done = false;
                        }
                    }
                }
            }
        }
        if is_done {
            return Solved(won);
        }
    }
}

fn is_won(won: &[bool], white_to_move: bool, pawn: Square, white: Square, black: Square) -> bool {
    if !white_to_move {
        let mut moves = steps(black).filter(|&to| distance(to, white) > 1 && !guards(pawn, to));
        let is_lost = |to: Square| to != pawn && won[index(true, pawn, white, to)];
        let first = moves.next();
        return first.is_some_and(is_lost) && moves.all(is_lost);
    }
    let is_free = |to: Square| to != white && to != black;
    let ahead = pawn.offset(0, 1).filter(|&to| is_free(to));
    let twice = pawn.offset(0, 2);
    let twice = twice.filter(|&to| ahead.is_some() && pawn.rank().index() == 1 && is_free(to));
    let pushed = |to: Square| match to.rank().index() {
        7 => distance(black, to) > 1 || distance(white, to) == 1,
        _ => won[index(false, to, white, black)],
    };
    let goes =
        |to: Square| to != pawn && distance(to, black) > 1 && won[index(false, pawn, to, black)];
    ahead.is_some_and(pushed) || twice.is_some_and(pushed) || steps(white).any(goes)
}
