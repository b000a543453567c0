//! The order of an ending's positions in its table.

use arrayvec::ArrayVec;
use engine::rules::{Color, File, Piece, Rank, Square};

use super::ending::{Ending, MAX_MEN, Man};
use super::symmetry::{KingPairs, Symmetry, is_on_diagonal};

/// Squares of an ending's men, in the order of [`Ending::men`].
pub(crate) type Squares = ArrayVec<Square, MAX_MEN>;

/// Pairs of a pawn that was pushed two squares and a pawn beside it.
const EN_PASSANT_PAIRS: usize = 14;

/// Places positions of one ending in its table, for either side to move: by the kings, then by the
/// square of each other man. Behind them, where both sides have a pawn, stand the positions in which the
/// side to move may take en passant.
#[derive(Clone)]
pub(crate) struct Layout {
    pub men: ArrayVec<Man, MAX_MEN>,
    kings: &'static KingPairs,
    pub has_pawns: bool,
    /// Whether the two last men are of the same colour and kind.
    has_twins: bool,
    /// Positions without an en-passant capture.
    plain: usize,
    en_passant: usize,
    /// Only White in a symmetric ending: there Black's positions are White's with the colours exchanged.
    sides: &'static [Color],
}

impl Layout {
    pub fn new(ending: &Ending) -> Layout {
        let men: ArrayVec<Man, MAX_MEN> = ending.men().collect();
        let has_pawns = ending.pawns() > 0;
        let kings = KingPairs::of(has_pawns);
        let others = men[2..].iter();
        let plain = kings.pairs.len() * others.map(|&man| places(man)).product::<usize>();
        let has_both_pawns = Color::ALL
            .iter()
            .all(|&color| men.contains(&(color, Piece::Pawn)));
        Layout {
            kings,
            has_pawns,
            has_twins: men.len() == MAX_MEN && men[2] == men[3],
            plain,
            en_passant: match has_both_pawns {
                true => kings.pairs.len() * EN_PASSANT_PAIRS,
                false => 0,
            },
            sides: match ending.is_symmetric() {
                true => &Color::ALL[..1],
                false => &Color::ALL,
            },
            men,
        }
    }

    /// The sides to move that tables have.
    pub fn sides(&self) -> &'static [Color] {
        self.sides
    }

    pub fn kings(&self) -> &'static KingPairs {
        self.kings
    }

    /// The squares that the men besides the kings may stand on; 1 for a man that is not there.
    pub fn sizes(&self) -> [usize; 2] {
        let size = |man: usize| self.men.get(man).map_or(1, |&man| places(man));
        [size(2), size(3)]
    }

    /// Number of places for each side to move.
    pub fn len(&self) -> usize {
        self.plain + self.en_passant
    }

    /// The places of positions without an en-passant capture, for each side to move.
    pub fn plain(&self) -> usize {
        self.plain
    }

    /// The symmetries that lead from a position to all those that have its place.
    pub fn images(&self, squares: &[Square]) -> impl Iterator<Item = Symmetry> + use<> {
        let mut reflected: Squares = squares
            .iter()
            .map(|&square| Symmetry::REFLECTION.apply(square))
            .collect();
        if self.has_twins && reflected[2] != squares[2] {
            reflected.swap(2, 3);
        }
        Symmetry::all(self.has_pawns, reflected[..] != *squares)
    }

    /// Whether a place is of a position with an en-passant capture.
    pub fn is_en_passant(&self, index: usize) -> bool {
        index >= self.plain
    }

    /// The place of a position without an en-passant capture; `None` if the kings touch.
    #[inline]
    pub fn index(&self, squares: &[Square]) -> Option<usize> {
        let (kings, symmetry) = self.kings.find(squares[0], squares[1])?;
        let index = self.index_by(kings, symmetry, squares, None);
        if self.has_pawns
            || !squares[..2]
                .iter()
                .all(|&king| is_on_diagonal(symmetry.apply(king)))
        {
            return Some(index);
        }
        // The reflection has the same kings; the smaller place is the position's.
        let reflected = self.index_by(kings, symmetry, squares, Some(Symmetry::REFLECTION));
        Some(index.min(reflected))
    }

    #[inline]
    fn index_by(
        &self,
        kings: usize,
        symmetry: Symmetry,
        squares: &[Square],
        then: Option<Symmetry>,
    ) -> usize {
        let place = |man: usize| {
            let mut square = symmetry.apply(squares[man]);
            if let Some(then) = then {
                square = then.apply(square);
            }
            match self.men[man].1 {
                Piece::Pawn => square.index() - 8,
                _ => square.index(),
            }
        };
        let index = kings * places(self.men[2]) + place(2);
        if self.men.len() < MAX_MEN {
            return index;
        }
        if self.has_twins {
            let (one, other) = (place(2), place(3));
            let size = places(self.men[2]);
            return (kings * size + one.min(other)) * size + one.max(other);
        }
        index * places(self.men[3]) + place(3)
    }

    /// The place of a position in which the side to move, not `pushed`, may take en passant.
    pub fn en_passant_index(&self, squares: &[Square], pushed: Color) -> Option<usize> {
        let (kings, symmetry) = self.kings.find(squares[0], squares[1])?;
        let (pushed, taker) = match pushed {
            Color::White => (squares[2], squares[3]),
            Color::Black => (squares[3], squares[2]),
        };
        let file = |square: Square| symmetry.apply(square).file().index();
        // The pairs a-b, b-a, b-c, …
        let pair = 2 * file(pushed).min(file(taker)) + usize::from(file(pushed) > file(taker));
        Some(self.plain + kings * EN_PASSANT_PAIRS + pair)
    }

    /// The squares of the men at a place. Where `index` names another place for them, or two men stand on
    /// one square, the place is not used.
    pub fn squares_at(&self, index: usize, side: Color) -> Squares {
        let mut squares = Squares::new();
        if let Some(index) = index.checked_sub(self.plain) {
            squares.extend(self.kings.pairs[index / EN_PASSANT_PAIRS]);
            squares.extend(en_passant_pawns(index % EN_PASSANT_PAIRS, !side));
            return squares;
        }
        let mut rest = index;
        let mut others = ArrayVec::<Square, 2>::new();
        for &man in self.men[2..].iter().rev() {
            let first = if man.1 == Piece::Pawn { 8 } else { 0 };
            others.push(Square::ALL[rest % places(man) + first]);
            rest /= places(man);
        }
        squares.extend(self.kings.pairs[rest]);
        squares.extend(others.into_iter().rev());
        squares
    }

    /// Whether the squares are those that their place stands for.
    pub fn is_at(&self, index: usize, squares: &[Square]) -> bool {
        let is_apart = (0..squares.len()).all(|man| !squares[..man].contains(&squares[man]));
        is_apart && (self.is_en_passant(index) || self.index(squares) == Some(index))
    }
}

/// The number of squares that a man may stand on.
fn places((_, piece): Man) -> usize {
    match piece {
        Piece::Pawn => 48,
        _ => 64,
    }
}

/// White's pawn and Black's: one just pushed two squares, the other beside it.
fn en_passant_pawns(pair: usize, pushed: Color) -> [Square; 2] {
    let rank = match pushed {
        Color::White => Rank::FOURTH,
        Color::Black => Rank::FIFTH,
    };
    let [left, right] = [pair / 2, pair / 2 + 1].map(|file| Square::new(File::ALL[file], rank));
    // An even pair has the pushed pawn on the left.
    match pair.is_multiple_of(2) == (pushed == Color::White) {
        true => [left, right],
        false => [right, left],
    }
}
