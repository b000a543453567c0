//! Symmetries of the board, and the pairs of kings that differ by none of them.

use std::sync::OnceLock;

use engine::rules::Square;

const NONE: u16 = u16::MAX;

/// A symmetry: exchanges the files, then the ranks, then files with ranks, each or not.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Symmetry(u8);

impl Symmetry {
    const FILES: u8 = 1;
    const RANKS: u8 = 2;
    const DIAGONAL: u8 = 4;

    /// The reflection at the diagonal from a1 to h8.
    pub const REFLECTION: Symmetry = Symmetry(Symmetry::DIAGONAL);

    /// Those of a board with pawns, or without, each with and without the reflection at the diagonal if
    /// `is_reflected`.
    pub fn all(has_pawns: bool, is_reflected: bool) -> impl DoubleEndedIterator<Item = Symmetry> {
        let count = match (has_pawns, is_reflected) {
            (true, _) => 2,
            (false, false) => 4,
            (false, true) => 8,
        };
        (0..count).map(Symmetry)
    }

    /// Where a square goes.
    #[inline]
    pub fn apply(self, square: Square) -> Square {
        let mut index = square.index();
        if self.0 & Symmetry::FILES != 0 {
            index ^= 7;
        }
        if self.0 & Symmetry::RANKS != 0 {
            index ^= 56;
        }
        if self.0 & Symmetry::DIAGONAL != 0 {
            index = index >> 3 | (index & 7) << 3;
        }
        Square::ALL[index]
    }
}

/// Whether a square is on the diagonal from a1 to h8.
#[inline]
pub(crate) fn is_on_diagonal(square: Square) -> bool {
    square.file().index() == square.rank().index()
}

/// Whether a square is on either long diagonal: a reflection leaves it where it is.
#[inline]
pub(crate) fn is_on_either_diagonal(square: Square) -> bool {
    is_on_diagonal(square) || square.file().index() + square.rank().index() == 7
}

/// The pairs of kings that do not touch, one of those that symmetries exchange.
///
/// Without pawns White's king stands between a1, d1 and d4 (462 pairs), with pawns on the files a to d
/// (1,806 pairs).
pub(crate) struct KingPairs {
    pub pairs: Vec<[Square; 2]>,
    /// By both kings' squares: the pair's place, and the symmetry that leads to it.
    lookup: Vec<(u16, Symmetry)>,
}

impl KingPairs {
    pub fn of(has_pawns: bool) -> &'static KingPairs {
        static ALL: [OnceLock<KingPairs>; 2] = [OnceLock::new(), OnceLock::new()];
        ALL[usize::from(has_pawns)].get_or_init(|| KingPairs::new(has_pawns))
    }

    fn new(has_pawns: bool) -> KingPairs {
        let mut lookup = vec![(NONE, Symmetry(0)); 64 * 64];
        let mut pairs = Vec::new();
        // With White's king where it belongs first; the others follow by symmetry.
        for white in Square::ALL
            .into_iter()
            .filter(|&white| is_in_region(white, has_pawns))
        {
            for black in Square::ALL {
                if touch(white, black) || lookup[place(white, black)].0 != NONE {
                    continue;
                }
                for symmetry in Symmetry::all(has_pawns, true).rev() {
                    let [from_white, from_black] =
                        [white, black].map(|square| inverse(symmetry, square));
                    lookup[place(from_white, from_black)] = (pairs.len() as u16, symmetry);
                }
                pairs.push([white, black]);
            }
        }
        KingPairs { pairs, lookup }
    }

    /// The place of a pair that does not touch, and the symmetry that leads to it.
    #[inline]
    pub fn find(&self, white: Square, black: Square) -> Option<(usize, Symmetry)> {
        let (index, symmetry) = self.lookup[place(white, black)];
        (index != NONE).then_some((usize::from(index), symmetry))
    }
}

fn place(white: Square, black: Square) -> usize {
    white.index() * 64 + black.index()
}

fn is_in_region(white: Square, has_pawns: bool) -> bool {
    let (file, rank) = (white.file().index(), white.rank().index());
    file < 4 && (has_pawns || rank <= file)
}

fn touch(one: Square, other: Square) -> bool {
    let files = one.file().index().abs_diff(other.file().index());
    let ranks = one.rank().index().abs_diff(other.rank().index());
    files <= 1 && ranks <= 1
}

/// The square that goes to this one.
fn inverse(symmetry: Symmetry, to: Square) -> Square {
    let mut found = Square::ALL
        .into_iter()
        .filter(|&from| symmetry.apply(from) == to);
    found.next().unwrap_or(to)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_are_462_pairs_of_kings_and_1806_beside_pawns() {
        assert_eq!(KingPairs::of(false).pairs.len(), 462);
        assert_eq!(KingPairs::of(true).pairs.len(), 1_806);
    }

    #[test]
    fn each_pair_of_kings_leads_to_its_place() {
        for has_pawns in [false, true] {
            let kings = KingPairs::of(has_pawns);
            for white in Square::ALL {
                for black in Square::ALL {
                    let Some((index, symmetry)) = kings.find(white, black) else {
                        assert!(touch(white, black), "{white} {black}");
                        continue;
                    };
                    assert_eq!(
                        [white, black].map(|square| symmetry.apply(square)),
                        kings.pairs[index]
                    );
                }
            }
            // A pair that stands where it belongs stays there.
            for (index, &[white, black]) in kings.pairs.iter().enumerate() {
                assert_eq!(kings.find(white, black), Some((index, Symmetry(0))));
            }
        }
    }
}
