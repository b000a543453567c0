//! How the truth of an ending spreads: which positions are won in how many moves, by the square of the king
//! that is mated.

use engine::rules::Color;
use engine::tables::Wdl;

use super::board::Board;
use super::table::{EndingTable, Place};

/// How many positions of an ending White wins in how many moves, by the square of Black's king. White has
/// the stronger pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spread {
    /// Whose turn it is in all of them; a table has the distances of one side.
    pub side: Color,
    /// Legal positions.
    pub positions: [u32; 64],
    /// By moves to mate, from none: the positions in which mate is so far.
    pub won: Vec<[u32; 64]>,
}

impl EndingTable {
    /// How the truth spreads; `None` if the distances to mate are not there.
    #[must_use]
    pub fn spread(&self) -> Option<Spread> {
        let table = self.mate()?;
        let side = table.side;
        let mut spread = Spread {
            side,
            positions: [0; 64],
            won: Vec::new(),
        };
        // With White to move mate is one move further than half the plies, rounded down.
        let (won, first) = match side {
            Color::White => (Wdl::Win, 1),
            Color::Black => (Wdl::Loss, 0),
        };
        for index in 0..self.layout.plain() {
            let squares = self.layout.squares_at(index, side);
            if !self.layout.is_at(index, &squares)
                || Board::new(&self.layout.men, squares.clone(), side).can_take_king()
            {
                continue;
            }
            let moves = (self.wdl(Place { side, index }) == won)
                .then(|| usize::from(table.distances[index]) + first);
            if let Some(moves) = moves
                && spread.won.len() <= moves
            {
                spread.won.resize(moves + 1, [0; 64]);
            }
            for symmetry in self.layout.images(&squares) {
                let king = symmetry.apply(squares[Color::Black.index()]).index();
                spread.positions[king] += 1;
                if let Some(moves) = moves {
                    spread.won[moves][king] += 1;
                }
            }
        }
        Some(spread)
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::{Piece, Position, Square};
    use engine::tables::{EndgameTables, EndgameValue};

    use super::*;
    use crate::layout::Layout;
    use crate::{Ending, Solved, three_men};

    /// Each position of king and `piece` against king, placed on the board one after another.
    fn by_all_positions(piece: Piece, side: Color) -> Spread {
        let tables = three_men();
        let mut spread = Spread {
            side,
            positions: [0; 64],
            won: Vec::new(),
        };
        for white in Square::ALL {
            for black in Square::ALL {
                for other in Square::ALL {
                    let men = [
                        (Color::White, Piece::King),
                        (Color::Black, Piece::King),
                        (Color::White, piece),
                    ];
                    let squares = [white, black, other].into_iter().collect();
                    let fen = Board::new(&men, squares, side).fen(false);
                    let Ok(position) = Position::from_fen(&fen) else {
                        continue;
                    };
                    // Two men on one square are one.
                    if position.occupied().len() != 3 {
                        continue;
                    }
                    spread.positions[black.index()] += 1;
                    let Some(value) = tables.mate(&position) else {
                        panic!("{fen} is in no table");
                    };
                    if value == EndgameValue::Draw {
                        continue;
                    }
                    let moves = usize::from(value.moves_to_mate().unwrap_or_default());
                    if spread.won.len() <= moves {
                        spread.won.resize(moves + 1, [0; 64]);
                    }
                    spread.won[moves][black.index()] += 1;
                }
            }
        }
        spread
    }

    #[test]
    fn each_position_on_the_board_is_counted_once() {
        let tables = three_men();
        for piece in [Piece::Rook, Piece::Queen, Piece::Pawn] {
            let ending = Ending::all(3).into_iter().find(|ending| {
                let name = ending.to_string();
                name.len() == 4 && name.starts_with(&format!("K{}", piece.fen_char(Color::White)))
            });
            let ending = ending.expect("an ending");
            let spread = tables.table(&ending).and_then(EndingTable::spread);
            let spread = spread.expect("distances");
            assert_eq!(spread, by_all_positions(piece, spread.side), "{ending}");
        }
    }

    /// Two rooks are one and the other, also where a mirror exchanges them.
    #[test]
    fn a_position_with_two_of_a_kind_is_counted_once() {
        let ending = |name: &str| Ending::all(4).into_iter().find(|it| it.to_string() == name);
        let [rook, rooks] = ["KRvK", "KRRvK"].map(|name| ending(name).expect(name));
        let mut solved = Solved::default();
        solved.insert(solved.solve(&rook));
        let table = solved.solve(&rooks).table();
        let spread = table.spread().expect("distances");
        let men: Vec<_> = rooks.men().collect();
        let layout = Layout::new(&rooks);
        let mut positions = [0; 64];
        for (one, other) in pairs() {
            for white in Square::ALL {
                for black in Square::ALL {
                    let squares: [Square; 4] = [white, black, one, other];
                    let is_apart = (0..4).all(|man| !squares[..man].contains(&squares[man]));
                    let board = Board::new(&men, squares.into_iter().collect(), spread.side);
                    let touches = layout.index(&squares).is_none();
                    if is_apart && !touches && !board.can_take_king() {
                        positions[black.index()] += 1;
                    }
                }
            }
        }
        assert_eq!(spread.positions, positions);
    }

    fn pairs() -> impl Iterator<Item = (Square, Square)> {
        let all = Square::ALL.into_iter();
        all.flat_map(|one| Square::ALL.into_iter().map(move |other| (one, other)))
            .filter(|(one, other)| one < other)
    }
}
