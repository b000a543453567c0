//! The evaluation of the article on server-side search, kept as a teaching baseline.
//!
//! Material, piece-square tables, mobility, passed pawns and the king's pawn shield, in
//! centipawns. Not tapered: the king has two tables and a threshold between them.

use super::evaluator::Evaluator;
use super::masks::{KING_SHIELD, PASSED_SPAN};
use super::part::Part;
use crate::rules::{Color, Piece, Position, Square};

/// Pawn, knight, bishop, rook, queen, king; centipawns.
const MATERIAL: [i32; 6] = [100, 320, 330, 500, 900, 20_000];
/// Material of both sides without kings below which the king's endgame table applies, centipawns.
/// (The article's program counts the kings too, so its endgame never begins.)
const ENDGAME_BELOW: i32 = 2_600;
/// Centipawns for each legal move.
const PER_MOVE: i32 = 5;
/// Centipawns for each rank of a passed pawn beyond its first.
const PASSED_PER_RANK: i32 = 10;
/// Centipawns for each own pawn on the three squares in front of the king.
const SHIELD_PAWN: i32 = 10;

/// Centipawns from White's side, a8 first, h1 last.
pub(super) type SquareTable = [i32; 64];

#[rustfmt::skip]
const PAWN: SquareTable = [
    0,    0,    0,    0,    0,    0,    0,    0,
    50,   50,   50,   50,   50,   50,   50,   50,
    10,   10,   20,   30,   30,   20,   10,   10,
    5,    5,   10,   25,   25,   10,    5,    5,
    0,    0,    0,   20,   20,    0,    0,    0,
    5,   -5,  -10,    0,    0,  -10,   -5,    5,
    5,   10,   10,  -20,  -20,   10,   10,    5,
    0,    0,    0,    0,    0,    0,    0,    0,
];

#[rustfmt::skip]
const KNIGHT: SquareTable = [
    -50,  -40,  -30,  -30,  -30,  -30,  -40,  -50,
    -40,  -20,    0,    0,    0,    0,  -20,  -40,
    -30,    0,   10,   15,   15,   10,    0,  -30,
    -30,    5,   15,   20,   20,   15,    5,  -30,
    -30,    0,   15,   20,   20,   15,    0,  -30,
    -30,    5,   10,   15,   15,   10,    5,  -30,
    -40,  -20,    0,    5,    5,    0,  -20,  -40,
    -50,  -40,  -30,  -30,  -30,  -30,  -40,  -50,
];

#[rustfmt::skip]
const BISHOP: SquareTable = [
    -20,  -10,  -10,  -10,  -10,  -10,  -10,  -20,
    -10,    0,    0,    0,    0,    0,    0,  -10,
    -10,    0,    5,   10,   10,    5,    0,  -10,
    -10,    5,    5,   10,   10,    5,    5,  -10,
    -10,    0,   10,   10,   10,   10,    0,  -10,
    -10,   10,   10,   10,   10,   10,   10,  -10,
    -10,    5,    0,    0,    0,    0,    5,  -10,
    -20,  -10,  -10,  -10,  -10,  -10,  -10,  -20,
];

#[rustfmt::skip]
pub(super) const ROOK: SquareTable = [
    0,    0,    0,    0,    0,    0,    0,    0,
    5,   10,   10,   10,   10,   10,   10,    5,
    -5,    0,    0,    0,    0,    0,    0,   -5,
    -5,    0,    0,    0,    0,    0,    0,   -5,
    -5,    0,    0,    0,    0,    0,    0,   -5,
    -5,    0,    0,    0,    0,    0,    0,   -5,
    -5,    0,    0,    0,    0,    0,    0,   -5,
    0,    0,    0,    5,    5,    0,    0,    0,
];

#[rustfmt::skip]
pub(super) const QUEEN: SquareTable = [
    -20,  -10,  -10,   -5,   -5,  -10,  -10,  -20,
    -10,    0,    0,    0,    0,    0,    0,  -10,
    -10,    0,    5,    5,    5,    5,    0,  -10,
    -5,    0,    5,    5,    5,    5,    0,   -5,
    0,    0,    5,    5,    5,    5,    0,   -5,
    -10,    5,    5,    5,    5,    5,    0,  -10,
    -10,    0,    5,    0,    0,    0,    0,  -10,
    -20,  -10,  -10,   -5,   -5,  -10,  -10,  -20,
];

#[rustfmt::skip]
pub(super) const KING_MIDDLEGAME: SquareTable = [
    -30,  -40,  -40,  -50,  -50,  -40,  -40,  -30,
    -30,  -40,  -40,  -50,  -50,  -40,  -40,  -30,
    -30,  -40,  -40,  -50,  -50,  -40,  -40,  -30,
    -30,  -40,  -40,  -50,  -50,  -40,  -40,  -30,
    -20,  -30,  -30,  -40,  -40,  -30,  -30,  -20,
    -10,  -20,  -20,  -20,  -20,  -20,  -20,  -10,
    20,   20,    0,    0,    0,    0,   20,   20,
    20,   30,   10,    0,    0,   10,   30,   20,
];

#[rustfmt::skip]
pub(super) const KING_ENDGAME: SquareTable = [
    -50,  -40,  -30,  -20,  -20,  -30,  -40,  -50,
    -30,  -20,  -10,    0,    0,  -10,  -20,  -30,
    -30,  -10,   20,   30,   30,   20,  -10,  -30,
    -30,  -10,   30,   40,   40,   30,  -10,  -30,
    -30,  -10,   30,   40,   40,   30,  -10,  -30,
    -30,  -10,   20,   30,   30,   20,  -10,  -30,
    -30,  -30,    0,    0,    0,    0,  -30,  -30,
    -50,  -30,  -30,  -30,  -30,  -30,  -30,  -50,
];

/// The article's evaluator.
#[derive(Clone, Copy, Debug, Default)]
pub struct Classic;

impl Evaluator for Classic {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let endgame = non_king_material(position) < ENDGAME_BELOW;
        let [white, black] = Color::ALL.map(|us| side(position, us, endgame));
        let [white_moves, black_moves] = mobility(position);
        let lead = white + white_moves - black - black_moves;
        match position.side_to_move() {
            Color::White => lead,
            Color::Black => -lead,
        }
    }
}

impl Classic {
    /// See [`EvalConfig::parts`](super::EvalConfig::parts). The kings' values cancel and are left
    /// out.
    pub(super) fn parts(position: &Position) -> Vec<Part> {
        let endgame = non_king_material(position) < ENDGAME_BELOW;
        let pieces = Color::ALL.map(|us| pieces(position, us, endgame));
        let part = |name, [white, black]: [i32; 2]| Part { name, white, black };
        vec![
            part(
                "material",
                pieces.map(|(material, _)| material - MATERIAL[Piece::King.index()]),
            ),
            part("tables", pieces.map(|(_, tables)| tables)),
            part("mobility", mobility(position)),
            part("passed", Color::ALL.map(|us| passed_pawns(position, us))),
            part("shelter", Color::ALL.map(|us| pawn_shield(position, us))),
        ]
    }
}

/// Both sides' material without the kings, centipawns.
fn non_king_material(position: &Position) -> i32 {
    Piece::ALL
        .into_iter()
        .filter(|piece| *piece != Piece::King)
        .map(|piece| MATERIAL[piece.index()] * position.pieces(piece).len() as i32)
        .sum()
}

/// One side's material, tables and pawns, centipawns.
fn side(position: &Position, us: Color, endgame: bool) -> i32 {
    let (material, tables) = pieces(position, us, endgame);
    material + tables + passed_pawns(position, us) + pawn_shield(position, us)
}

/// One side's material and piece-square values, centipawns.
fn pieces(position: &Position, us: Color, endgame: bool) -> (i32, i32) {
    let (mut material, mut tables) = (0, 0);
    for piece in Piece::ALL {
        let table = table(piece, endgame);
        for square in position.colored(us, piece) {
            material += MATERIAL[piece.index()];
            tables += table[table_index(square, us)];
        }
    }
    (material, tables)
}

fn table(piece: Piece, endgame: bool) -> &'static SquareTable {
    match piece {
        Piece::Pawn => &PAWN,
        Piece::Knight => &KNIGHT,
        Piece::Bishop => &BISHOP,
        Piece::Rook => &ROOK,
        Piece::Queen => &QUEEN,
        Piece::King if endgame => &KING_ENDGAME,
        Piece::King => &KING_MIDDLEGAME,
    }
}

/// Tables begin at a8: White's squares are mirrored, Black's stand as they are.
pub(super) fn table_index(square: Square, us: Color) -> usize {
    match us {
        Color::White => square.flip().index(),
        Color::Black => square.index(),
    }
}

fn passed_pawns(position: &Position, us: Color) -> i32 {
    let theirs = position.colored(!us, Piece::Pawn);
    position
        .colored(us, Piece::Pawn)
        .filter(|pawn| (theirs.0 & PASSED_SPAN[us.index()][pawn.index()]) == 0)
        .map(|pawn| {
            let rank = 7 - table_index(pawn, us) as i32 / 8;
            PASSED_PER_RANK * (rank - 1)
        })
        .sum()
}

fn pawn_shield(position: &Position, us: Color) -> i32 {
    let shield = KING_SHIELD[us.index()][position.king(us).index()];
    SHIELD_PAWN * (shield & position.colored(us, Piece::Pawn).0).count_ones() as i32
}

/// White's and Black's mobility, centipawns; 0 in check, where the opponent cannot be to move.
fn mobility(position: &Position) -> [i32; 2] {
    if position.in_check() {
        return [0, 0];
    }
    let own = PER_MOVE * position.legal_moves().len() as i32;
    let theirs = PER_MOVE * position.play_null().legal_moves().len() as i32;
    match position.side_to_move() {
        Color::White => [own, theirs],
        Color::Black => [theirs, own],
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluate(fen: &str) -> i32 {
        Classic.evaluate(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn the_start_position_is_level() {
        assert_eq!(Classic.evaluate(&Position::startpos()), 0);
    }

    #[test]
    fn terms_have_the_articles_values() {
        let cases = [
            // A passed pawn on e2 has left no rank behind: 100 - 20 (table) for the pawn; the
            // kings' tables cancel; 8 moves against 5 (pawn e3, e4; king f2, g2, h2, f1, h1 less e1).
            ("6k1/8/8/8/8/8/8/6K1 w - - 0 1", 0),
            // Queen d1 (900 - 5), 21 + 5 king moves of White against 5 of Black minus d8 file: none.
            ("7k/8/8/8/8/8/8/K7 w - - 0 1", 0),
            // A passed pawn on e6: 100 + 30 + 10 * 4. White 5 king moves + e7, Black 5.
            ("7k/8/4P3/8/8/8/8/K7 w - - 0 1", 100 + 30 + 40 + 5),
        ];
        for (fen, expected) in cases {
            assert_eq!(evaluate(fen), expected, "{fen}");
        }
    }

    #[test]
    fn kings_belong_in_the_middle_of_an_endgame() {
        // The kings' endgame table: 40 on e4, -50 in the corner; 8 moves against 3.
        assert_eq!(evaluate("8/8/8/8/4K3/8/8/k7 w - - 0 1"), 40 + 50 + 5 * 5);
    }

    #[test]
    fn the_endgame_begins_below_2600_without_kings() {
        // Two queens and two rooks are 2,800; two queens, a rook and a knight 2,620; two queens
        // and two bishops 2,460.
        let cases = [
            ("3qk2r/8/8/8/8/8/8/R2QK3 w - - 0 1", 2_800, false),
            ("3qk1n1/8/8/8/8/8/8/R2QK3 w - - 0 1", 2_620, false),
            ("3qkb2/8/8/8/8/8/8/2BQK3 w - - 0 1", 2_460, true),
        ];
        for (fen, material, endgame) in cases {
            let position = Position::from_fen(fen).unwrap();
            assert_eq!(non_king_material(&position), material, "{fen}");
            assert_eq!(
                non_king_material(&position) < ENDGAME_BELOW,
                endgame,
                "{fen}"
            );
        }
    }
}
