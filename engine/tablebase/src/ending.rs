//! Endings: which men each side has.

use std::fmt;

use arrayvec::ArrayVec;
use engine::rules::{Color, Piece, Position, Square};

/// The most men of an ending, kings included.
pub const MAX_MEN: usize = 4;

/// A man: its colour and kind.
pub(crate) type Man = (Color, Piece);

/// Pieces besides a king, strongest first.
type Pieces = ArrayVec<Piece, { MAX_MEN - 2 }>;

/// Sets of up to two pieces besides the king.
const SIDES: usize = 21;

/// The men of an ending. White is the side with more of them, or with the stronger ones.
#[derive(Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ending {
    /// By colour.
    sides: [Pieces; 2],
}

/// A position as the table of its ending has it: with the colours and ranks exchanged where Black is the
/// stronger side, or has the move in a symmetric ending.
pub(crate) struct Placed {
    pub ending: Ending,
    /// In the order of [`Ending::men`].
    pub squares: ArrayVec<Square, MAX_MEN>,
    pub side: Color,
}

impl Ending {
    /// All endings of up to so many men; each stands after those that its captures and promotions lead to.
    pub fn all(men: usize) -> Vec<Ending> {
        let mut sides = vec![Pieces::new()];
        for (index, &first) in Piece::ALL[..5].iter().enumerate() {
            sides.push([first].into_iter().collect());
            let pairs = Piece::ALL[..=index].iter().map(|&second| [first, second]);
            sides.extend(pairs.map(|pair| pair.into_iter().collect::<Pieces>()));
        }
        let mut all: Vec<Ending> = Vec::new();
        for white in &sides {
            all.extend(sides.iter().map(|black| Ending {
                sides: [white.clone(), black.clone()],
            }));
        }
        all.retain(|ending| {
            (3..=men.min(MAX_MEN)).contains(&ending.count()) && !ending.is_flipped()
        });
        all.sort_by_key(Ending::order);
        all
    }

    /// The ending of a position; `None` if it has too many men, only kings, or castling rights.
    #[must_use]
    pub fn of(position: &Position) -> Option<Ending> {
        Placed::of(position).map(|placed| placed.ending)
    }

    /// This ending and those that its captures and promotions lead to, the least men and pawns first.
    #[must_use]
    pub fn reachable(&self) -> Vec<Ending> {
        let mut all = vec![self.clone()];
        let mut next = 0;
        while let Some(ending) = all.get(next).cloned() {
            next += 1;
            for after in ending.after_one_move() {
                if after.count() > 2 && !all.contains(&after) {
                    all.push(after);
                }
            }
        }
        all.sort_by_key(Ending::order);
        all
    }

    /// Those that one capture or promotion leads to.
    fn after_one_move(&self) -> Vec<Ending> {
        let mut after = Vec::new();
        for side in 0..2 {
            for (index, &piece) in self.sides[side].iter().enumerate() {
                let mut sides = self.sides.clone();
                sides[side].remove(index);
                after.push(Ending::of_sides(sides));
                if piece == Piece::Pawn {
                    for promoted in &Piece::ALL[1..5] {
                        let mut sides = self.sides.clone();
                        sides[side][index] = *promoted;
                        after.push(Ending::of_sides(sides));
                    }
                }
            }
        }
        after
    }

    fn of_sides(mut sides: [Pieces; 2]) -> Ending {
        for pieces in &mut sides {
            pieces.sort_unstable_by(|one, other| other.cmp(one));
        }
        let mut ending = Ending { sides };
        if ending.is_flipped() {
            ending.sides.swap(0, 1);
        }
        ending
    }

    /// Men and pawns. Captures and promotions lead to an ending of a lower order.
    #[must_use]
    pub fn order(&self) -> (usize, usize) {
        (self.count(), self.pawns())
    }

    /// Number of men, kings included.
    pub fn count(&self) -> usize {
        2 + self.sides.iter().map(ArrayVec::len).sum::<usize>()
    }

    /// Number of pawns.
    pub fn pawns(&self) -> usize {
        self.men()
            .filter(|&(_, piece)| piece == Piece::Pawn)
            .count()
    }

    /// Whether both sides have the same men.
    pub fn is_symmetric(&self) -> bool {
        self.sides[0] == self.sides[1]
    }

    /// Below [`NUMBERS`](Self::NUMBERS), for each ending another number.
    pub(crate) fn number(&self) -> usize {
        let side = |pieces: &Pieces| match pieces[..] {
            [] => 0,
            [one] => 1 + one.index(),
            [one, other, ..] => 6 + one.index() * (one.index() + 1) / 2 + other.index(),
        };
        let [white, black] = &self.sides;
        side(white) * SIDES + side(black)
    }

    /// More than any ending's number.
    pub(crate) const NUMBERS: usize = SIDES * SIDES;

    /// The men: White's king, Black's king, White's others, Black's.
    pub(crate) fn men(&self) -> impl Iterator<Item = Man> {
        let kings = Color::ALL.map(|color| (color, Piece::King));
        let others = Color::ALL.into_iter().flat_map(|color| {
            let pieces = self.sides[color.index()].iter();
            pieces.map(move |&piece| (color, piece))
        });
        kings.into_iter().chain(others)
    }

    /// Whether Black is the stronger side.
    fn is_flipped(&self) -> bool {
        let [white, black] = &self.sides;
        (black.len(), black) > (white.len(), white)
    }
}

impl Placed {
    /// The position; `None` if it has too many men, only kings, or castling rights.
    pub fn of(position: &Position) -> Option<Placed> {
        let men = position.occupied();
        let castling = position.castling();
        if !(3..=MAX_MEN).contains(&men.len()) || Color::ALL.iter().any(|&side| castling.any(side))
        {
            return None;
        }
        let men = men.filter_map(|square| position.piece_at(square).map(|man| (man, square)));
        Some(Placed::new(men.collect(), position.side_to_move()))
    }

    /// Brings at least three men into the order of their ending.
    pub fn new(mut men: ArrayVec<(Man, Square), MAX_MEN>, mut side: Color) -> Placed {
        let pieces = |color: Color| {
            let own = men.iter().map(|&(man, _)| man);
            let own = own.filter(|&(other, piece)| other == color && piece != Piece::King);
            let mut pieces: Pieces = own.map(|(_, piece)| piece).collect();
            pieces.sort_unstable_by(|one, other| other.cmp(one));
            pieces
        };
        let mut ending = Ending {
            sides: Color::ALL.map(pieces),
        };
        let flipped = ending.is_flipped() || ending.is_symmetric() && side == Color::Black;
        if flipped {
            ending.sides.swap(0, 1);
            side = !side;
            for ((color, _), square) in &mut men {
                *color = !*color;
                *square = square.flip();
            }
        }
        men.sort_unstable_by_key(|&((color, piece), square)| {
            let is_king = piece == Piece::King;
            (!is_king, color.index(), std::cmp::Reverse(piece), square)
        });
        Placed {
            ending,
            squares: men.iter().map(|&(_, square)| square).collect(),
            side,
        }
    }
}

impl fmt::Display for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (pieces, king) in self.sides.iter().zip(["K", "vK"]) {
            f.write_str(king)?;
            for &piece in pieces {
                write!(f, "{}", piece.fen_char(Color::White))?;
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Ending {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{self}")
    }
}
