//! The order in which a table is written, and the earlier positions that a position resembles.

use super::layout::Layout;
use super::symmetry::KingPairs;

/// Earlier positions with one man a square to the left or a rank below: the last man, the man before it,
/// Black's king, White's king.
pub(crate) const NEIGHBOURS: usize = 6;

/// A place, and the places of its neighbours; its own where there is none.
pub(crate) struct Neighbourhood {
    pub index: usize,
    pub neighbours: [usize; NEIGHBOURS],
}

impl Layout {
    /// The places in the order in which they are written. A position with an en-passant capture has the
    /// place before it as its only neighbour.
    pub fn each_place(&self, mut each: impl FnMut(Neighbourhood)) {
        let [one, other] = self.sizes();
        let mut index = 0;
        for pair in 0..self.kings().pairs.len() {
            let kings = self.kings().neighbours(pair);
            for first in 0..one {
                for second in 0..other {
                    let back = |is_there: bool, places: usize| match is_there {
                        true => index - places,
                        false => index,
                    };
                    // Squares of pawns are counted from a2, which begins a rank, too.
                    let king = |pair: Option<usize>| match pair {
                        Some(pair) => (pair * one + first) * other + second,
                        None => index,
                    };
                    each(Neighbourhood {
                        index,
                        neighbours: [
                            back(second % 8 > 0, 1),
                            back(second >= 8, 8),
                            back(first % 8 > 0, other),
                            back(first >= 8, 8 * other),
                            king(kings[0]),
                            king(kings[1]),
                        ],
                    });
                    index += 1;
                }
            }
        }
        for index in index..self.len() {
            each(Neighbourhood {
                index,
                neighbours: [index - 1, index, index, index, index, index],
            });
        }
    }
}

impl KingPairs {
    /// The closest earlier pairs in which Black's or White's king stands a square further.
    fn neighbours(&self, pair: usize) -> [Option<usize>; 2] {
        const STEPS: [(i8, i8); 4] = [(-1, 0), (0, -1), (-1, -1), (1, -1)];
        let earlier = |king: usize| {
            STEPS.into_iter().find_map(|(files, ranks)| {
                let mut kings = self.pairs[pair];
                kings[king] = kings[king].offset(files, ranks)?;
                let (place, _) = self.find(kings[0], kings[1])?;
                (place < pair && self.pairs[place] == kings).then_some(place)
            })
        };
        [earlier(1), earlier(0)]
    }
}
