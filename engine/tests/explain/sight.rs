//! An independent implementation of attacks and exchanges, to check claims.

use engine::rules::{Color, EXCHANGE_VALUES, Move, Piece, Position, Square};

const STRAIGHT: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, -1), (-1, 1)];
const KNIGHT: [(i8, i8); 8] = [
    (1, 2),
    (2, 1),
    (2, -1),
    (1, -2),
    (-1, -2),
    (-2, -1),
    (-2, 1),
    (-1, 2),
];

/// Whether the piece on a square attacks another one, x-raying through `through`.
pub fn attacks_through(
    position: &Position,
    from: Square,
    to: Square,
    through: Option<Square>,
) -> bool {
    let Some((color, piece)) = position.piece_at(from) else {
        return false;
    };
    let steps = |steps: &[(i8, i8)]| {
        steps
            .iter()
            .any(|&(file, rank)| from.offset(file, rank) == Some(to))
    };
    let slides = |steps: &[(i8, i8)]| {
        steps.iter().any(|&(file, rank)| {
            let mut square = from;
            while let Some(next) = square.offset(file, rank) {
                if next == to {
                    return true;
                }
                if position.piece_at(next).is_some() && Some(next) != through {
                    return false;
                }
                square = next;
            }
            false
        })
    };
    let forward = if color == Color::White { 1 } else { -1 };
    match piece {
        Piece::Pawn => steps(&[(-1, forward), (1, forward)]),
        Piece::Knight => steps(&KNIGHT),
        Piece::King => steps(&STRAIGHT) || steps(&DIAGONAL),
        Piece::Bishop => slides(&DIAGONAL),
        Piece::Rook => slides(&STRAIGHT),
        Piece::Queen => slides(&DIAGONAL) || slides(&STRAIGHT),
    }
}

pub fn attacks(position: &Position, from: Square, to: Square) -> bool {
    attacks_through(position, from, to, None)
}

/// The squares from which a side attacks a square.
pub fn attackers(position: &Position, to: Square, side: Color) -> Vec<Square> {
    let own = |from: &Square| {
        position
            .piece_at(*from)
            .is_some_and(|(color, _)| color == side)
    };
    Square::ALL
        .into_iter()
        .filter(own)
        .filter(|&from| attacks(position, from, to))
        .collect()
}

pub fn value(piece: Piece) -> i32 {
    EXCHANGE_VALUES[piece.index()]
}

/// What a capture gains if both sides go on taking on its square with whatever pays best.
pub fn captured(position: &Position, mv: Move) -> i32 {
    let taken = if mv.is_en_passant() {
        value(Piece::Pawn)
    } else {
        position
            .piece_at(mv.to())
            .map_or(0, |(_, piece)| value(piece))
    };
    let promoted = mv
        .promotion()
        .map_or(0, |piece| value(piece) - value(Piece::Pawn));
    taken + promoted - most_on(&position.play(mv), mv.to())
}

/// The most that the side to move gains by taking on a square; it need not.
pub fn most_on(position: &Position, square: Square) -> i32 {
    let moves = position.legal_moves();
    let takes = moves
        .iter()
        .filter(|mv| mv.is_capture() && mv.to() == square);
    takes
        .map(|&mv| captured(position, mv))
        .max()
        .unwrap_or(0)
        .max(0)
}

pub fn material(position: &Position, us: Color) -> i32 {
    let mut sum = 0;
    for square in Square::ALL {
        if let Some((color, piece)) = position.piece_at(square)
            && piece != Piece::King
        {
            sum += if color == us {
                value(piece)
            } else {
                -value(piece)
            };
        }
    }
    sum
}

pub fn is_mate(position: &Position) -> bool {
    position.in_check() && position.legal_moves().is_empty()
}

/// Whether the side to move mates in so many of its moves.
pub fn mates_in(position: &Position, moves: u32) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let next = position.play(mv);
        is_mate(&next) || moves > 1 && is_mated_in(&next, moves - 1)
    })
}

/// Whether the side to move is mated in so many moves of the other side, whatever it plays.
pub fn is_mated_in(position: &Position, moves: u32) -> bool {
    let answers = position.legal_moves();
    !answers.is_empty()
        && answers
            .iter()
            .all(|&mv| mates_in(&position.play(mv), moves))
}
