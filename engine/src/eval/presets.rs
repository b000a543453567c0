//! Evaluations of further teaching programs: material with or without piece-square tables.

use super::classic::{self, SquareTable, table_index};
use super::evaluator::Evaluator;
use super::part::Part;
use crate::rules::{Color, Piece, Position};

/// Material values and piece-square tables.
#[derive(Clone, Copy, Debug)]
pub struct Preset {
    /// Pawn to queen, centipawns.
    material: [i32; 5],
    /// Pawn to king, centipawns.
    tables: [&'static SquareTable; 6],
    /// A lead, centipawns, and the kings' table beyond it.
    endgame: Option<(i32, &'static SquareTable)>,
}

/// Material, tables, and another king table once the game is decided. (The original program looks at
/// its own side's lead alone.)
pub static SQUARES: Preset = Preset {
    material: [100, 280, 320, 479, 929],
    tables: [
        &SQUARES_PAWN,
        &SQUARES_KNIGHT,
        &SQUARES_BISHOP,
        &SQUARES_ROOK,
        &SQUARES_QUEEN,
        &SQUARES_KING,
    ],
    endgame: Some((1_500, &classic::KING_ENDGAME)),
};

/// Material and a table for rooks alone.
pub static ROOKS: Preset = Preset {
    material: [100, 300, 300, 500, 900],
    tables: [
        &NO_TABLE,
        &NO_TABLE,
        &NO_TABLE,
        &classic::ROOK,
        &NO_TABLE,
        &NO_TABLE,
    ],
    endgame: None,
};

/// Material and five tables; rooks have none.
pub static COURSE: Preset = Preset {
    material: [100, 300, 300, 500, 900],
    tables: [
        &COURSE_PAWN,
        &COURSE_KNIGHT,
        &COURSE_BISHOP,
        &NO_TABLE,
        &classic::QUEEN,
        &classic::KING_MIDDLEGAME,
    ],
    endgame: None,
};

/// Material alone.
pub static MATERIAL: Preset = Preset {
    material: [100, 350, 350, 525, 1_000],
    tables: [&NO_TABLE; 6],
    endgame: None,
};

impl Preset {
    /// See [`EvalConfig::parts`](super::EvalConfig::parts).
    pub(super) fn parts(&self, position: &Position) -> Vec<Part> {
        let [white, black] = self.sides(position);
        let part = |name, white, black| Part { name, white, black };
        vec![
            part("material", white.material, black.material),
            part("tables", white.tables, black.tables),
        ]
    }

    /// White's and Black's sums, with the king table that applies.
    fn sides(&self, position: &Position) -> [Side; 2] {
        let of = |kings| Color::ALL.map(|us| self.side(position, us, kings));
        let middlegame = of(self.tables[Piece::King.index()]);
        match self.endgame {
            Some((decided, kings)) if lead(&middlegame).abs() > decided => of(kings),
            _ => middlegame,
        }
    }

    fn side(&self, position: &Position, us: Color, kings: &SquareTable) -> Side {
        let mut side = Side::default();
        for piece in Piece::ALL {
            for square in position.colored(us, piece) {
                let place = table_index(square, us);
                match self.material.get(piece.index()) {
                    Some(value) => {
                        side.material += value;
                        side.tables += self.tables[piece.index()][place];
                    }
                    None => side.tables += kings[place],
                }
            }
        }
        side
    }
}

/// One side's sums, centipawns.
#[derive(Default)]
struct Side {
    material: i32,
    tables: i32,
}

fn lead([white, black]: &[Side; 2]) -> i32 {
    white.material + white.tables - black.material - black.tables
}

impl Evaluator for Preset {
    fn evaluate(&mut self, position: &Position) -> i32 {
        let lead = lead(&self.sides(position));
        match position.side_to_move() {
            Color::White => lead,
            Color::Black => -lead,
        }
    }
}

// Tables shared with the article's evaluation are in `classic`.

const NO_TABLE: SquareTable = [0; 64];

#[rustfmt::skip]
const SQUARES_PAWN: SquareTable = [
     100,  100,  100,  100,  105,  100,  100,  100,
      78,   83,   86,   73,  102,   82,   85,   90,
       7,   29,   21,   44,   40,   31,   44,    7,
     -17,   16,   -2,   15,   14,    0,   15,  -13,
     -26,    3,   10,    9,    6,    1,    0,  -23,
     -22,    9,    5,  -11,  -10,   -2,    3,  -19,
     -31,    8,   -7,  -37,  -36,  -14,    3,  -31,
       0,    0,    0,    0,    0,    0,    0,    0,
];

#[rustfmt::skip]
const SQUARES_KNIGHT: SquareTable = [
     -66,  -53,  -75,  -75,  -10,  -55,  -58,  -70,
      -3,   -6,  100,  -36,    4,   62,   -4,  -14,
      10,   67,    1,   74,   73,   27,   62,   -2,
      24,   24,   45,   37,   33,   41,   25,   17,
      -1,    5,   31,   21,   22,   35,    2,    0,
     -18,   10,   13,   22,   18,   15,   11,  -14,
     -23,  -15,    2,    0,    2,    0,  -23,  -20,
     -74,  -23,  -26,  -24,  -19,  -35,  -22,  -69,
];

#[rustfmt::skip]
const SQUARES_BISHOP: SquareTable = [
     -59,  -78,  -82,  -76,  -23, -107,  -37,  -50,
     -11,   20,   35,  -42,  -39,   31,    2,  -22,
      -9,   39,  -32,   41,   52,  -10,   28,  -14,
      25,   17,   20,   34,   26,   25,   15,   10,
      13,   10,   17,   23,   17,   16,    0,    7,
      14,   25,   24,   15,    8,   25,   20,   15,
      19,   20,   11,    6,    7,    6,   20,   16,
      -7,    2,  -15,  -12,  -14,  -15,  -10,  -10,
];

#[rustfmt::skip]
const SQUARES_ROOK: SquareTable = [
      35,   29,   33,    4,   37,   33,   56,   50,
      55,   29,   56,   67,   55,   62,   34,   60,
      19,   35,   28,   33,   45,   27,   25,   15,
       0,    5,   16,   13,   18,   -4,   -9,   -6,
     -28,  -35,  -16,  -21,  -13,  -29,  -46,  -30,
     -42,  -28,  -42,  -25,  -25,  -35,  -26,  -46,
     -53,  -38,  -31,  -26,  -29,  -43,  -44,  -53,
     -30,  -24,  -18,    5,   -2,  -18,  -31,  -32,
];

#[rustfmt::skip]
const SQUARES_QUEEN: SquareTable = [
       6,    1,   -8, -104,   69,   24,   88,   26,
      14,   32,   60,  -10,   20,   76,   57,   24,
      -2,   43,   32,   60,   72,   63,   43,    2,
       1,  -16,   22,   17,   25,   20,  -13,   -6,
     -14,  -15,   -2,   -5,   -1,  -10,  -20,  -22,
     -30,   -6,  -13,  -11,  -16,  -11,  -16,  -27,
     -36,  -18,    0,  -19,  -15,  -15,  -21,  -38,
     -39,  -30,  -31,  -13,  -31,  -36,  -34,  -42,
];

#[rustfmt::skip]
const SQUARES_KING: SquareTable = [
       4,   54,   47,  -99,  -99,   60,   83,  -62,
     -32,   10,   55,   56,   56,   55,   10,    3,
     -62,   12,  -57,   44,  -67,   28,   37,  -31,
     -55,   50,   11,   -4,  -19,   13,    0,  -49,
     -55,  -43,  -52,  -28,  -51,  -47,   -8,  -50,
     -47,  -42,  -43,  -79,  -64,  -32,  -29,  -32,
      -4,    3,  -14,  -50,  -57,  -18,   13,    4,
      17,   30,   -3,  -14,    6,   -1,   40,   18,
];

#[rustfmt::skip]
const COURSE_PAWN: SquareTable = [
       0,    0,    0,    0,    0,    0,    0,    0,
      50,   50,   50,   50,   50,   50,   50,   50,
      10,   10,   20,   30,   30,   20,   10,   10,
       5,    5,   10,   27,   27,   10,    5,    5,
       0,    0,    0,   25,   25,    0,    0,    0,
       5,   -5,  -10,    0,    0,  -10,   -5,    5,
       5,   10,   10,  -25,  -25,   10,   10,    5,
       0,    0,    0,    0,    0,    0,    0,    0,
];

#[rustfmt::skip]
const COURSE_KNIGHT: SquareTable = [
     -50,  -40,  -30,  -30,  -30,  -30,  -40,  -50,
     -40,  -20,    0,    0,    0,    0,  -20,  -40,
     -30,    0,   10,   15,   15,   10,    0,  -30,
     -30,    5,   15,   20,   20,   15,    5,  -30,
     -30,    0,   15,   20,   20,   15,    0,  -30,
     -30,    5,   10,   15,   15,   10,    5,  -30,
     -40,  -20,    0,    5,    5,    0,  -20,  -40,
     -50,  -40,  -20,  -30,  -30,  -20,  -40,  -50,
];

#[rustfmt::skip]
const COURSE_BISHOP: SquareTable = [
     -20,  -10,  -10,  -10,  -10,  -10,  -10,  -20,
     -10,    0,    0,    0,    0,    0,    0,  -10,
     -10,    0,    5,   10,   10,    5,    0,  -10,
     -10,    5,    5,   10,   10,    5,    5,  -10,
     -10,    0,   10,   10,   10,   10,    0,  -10,
     -10,   10,   10,   10,   10,   10,   10,  -10,
     -10,    5,    0,    0,    0,    0,    5,  -10,
     -20,  -10,  -40,  -10,  -10,  -40,  -10,  -20,
];

#[cfg(test)]
mod tests {
    use super::*;

    fn evaluate(mut preset: Preset, fen: &str) -> i32 {
        preset.evaluate(&Position::from_fen(fen).unwrap())
    }

    #[test]
    fn the_start_position_is_level_for_everyone() {
        let fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        for preset in [SQUARES, ROOKS, COURSE, MATERIAL] {
            assert_eq!(evaluate(preset, fen), 0);
        }
    }

    #[test]
    fn pieces_and_squares_have_the_sources_values() {
        // (preset, FEN with White's piece, the score for White to move)
        let cases = [
            (MATERIAL, "4k3/8/8/8/8/8/8/4K2R w - - 0 1", 525),
            (ROOKS, "4k3/R7/8/8/8/8/8/4K3 w - - 0 1", 505),
            (ROOKS, "4k3/8/8/R7/8/8/8/4K3 b - - 0 1", -495),
            // d4 and d5 are worth 25 and 27 to its pawns.
            (COURSE, "4k3/8/8/8/3P4/8/8/4K3 w - - 0 1", 125),
            (COURSE, "4k3/8/8/3P4/8/8/8/4K3 w - - 0 1", 127),
            (SQUARES, "4k3/8/8/8/8/5N2/8/4K3 w - - 0 1", 295),
            // Black's squares are White's, seen from the other side.
            (SQUARES, "4k3/8/5n2/8/8/8/8/4K3 w - - 0 1", -295),
        ];
        for (preset, fen, score) in cases {
            assert_eq!(evaluate(preset, fen), score, "{fen}");
        }
    }

    #[test]
    fn a_decided_game_has_another_table_for_the_kings() {
        // Two queens ahead: White's king on e4 is worth 40 then, Black's on e8 -30; the queens
        // stand on a1 and b1.
        let fen = "4k3/8/8/8/4K3/8/8/QQ6 w - - 0 1";
        assert_eq!(evaluate(SQUARES, fen), 2 * 929 - 39 - 30 + 40 + 30);
    }
}
