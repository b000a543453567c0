//! The numbers that the format gives to squares, alone and in pairs. Squares are a1 = 0 to h8 = 63.
//!
//! Reflections bring the first man of a pawnless ending into the triangle a1–d1–d4, and that of an
//! ending with pawns onto the files a to d.

/// The number of a pair of kings that no reflection brings onto the board.
pub(crate) const NO_PAIR: u16 = u16::MAX;
/// How many placements of two kings differ by more than a reflection.
pub(crate) const KING_PAIRS: u64 = 462;

/// The file (0 to 7) of a square.
pub(crate) const fn file(square: u8) -> u8 {
    square & 7
}

/// The rank (0 to 7) of a square.
pub(crate) const fn rank(square: u8) -> u8 {
    square >> 3 & 7
}

/// Above 0 for a square above the diagonal a1–h8, 0 on it, below 0 for one below it.
pub(crate) const fn above_diagonal(square: u8) -> i8 {
    rank(square) as i8 - file(square) as i8
}

/// The square reflected in the diagonal a1–h8.
pub(crate) const fn transpose(square: u8) -> u8 {
    file(square) << 3 | rank(square)
}

/// The ten squares of the triangle: six below the diagonal, then four on it.
pub(crate) static TRIANGLE: [u8; 64] = triangle();
/// The 28 squares below the diagonal; each stands for its reflection, too.
pub(crate) static BELOW_DIAGONAL: [u8; 64] = below_diagonal();
/// The pairs of kings, by the number in the triangle of the first and the square of the second.
pub(crate) static KINGS: [[u16; 64]; 10] = kings();

/// The number of a pawn's square from 0 (a2) to 23 (d7), file by file; e to h as their reflections.
pub(crate) const fn leading_pawn(square: u8) -> u8 {
    edge_distance(square) * 6 + rank(square).wrapping_sub(1)
}

/// The number of a pawn's square from 47 (a2) and 46 (h2) down to 0 (e7): the nearer to the edge and then
/// to the first rank, the higher. The pawn with the highest number leads.
pub(crate) const fn pawn_order(square: u8) -> u8 {
    47 - (leading_pawn(square) * 2 + (file(square) > 3) as u8)
}

/// The number of files between a square and the edge, 0 to 3.
pub(crate) const fn edge_distance(square: u8) -> u8 {
    let file = file(square);
    if file > 3 { 7 - file } else { file }
}

const fn triangle() -> [u8; 64] {
    let mut numbers = [0; 64];
    let (mut square, mut next) = (0_u8, 0);
    while square < 64 {
        if file(square) < 4 && rank(square) < 4 {
            if above_diagonal(square) < 0 {
                numbers[square as usize] = next;
                next += 1;
            } else if above_diagonal(square) == 0 {
                numbers[square as usize] = 6 + rank(square);
            }
        }
        square += 1;
    }
    numbers
}

const fn below_diagonal() -> [u8; 64] {
    let mut numbers = [0; 64];
    let (mut square, mut next) = (0_u8, 0);
    while square < 64 {
        if above_diagonal(square) < 0 {
            numbers[square as usize] = next;
            numbers[transpose(square) as usize] = next;
            next += 1;
        }
        square += 1;
    }
    numbers
}

/// First the pairs of which one king is off the diagonal, then those with both on it. With the first king
/// on the diagonal the second one is not above it.
const fn kings() -> [[u16; 64]; 10] {
    let triangle = triangle();
    let mut pairs = [[NO_PAIR; 64]; 10];
    let mut next = 0;
    let mut both_on_diagonal = 0;
    while both_on_diagonal < 2 {
        let mut number = 0;
        while number < 10 {
            let mut first = 0_u8;
            while first < 64 {
                let in_triangle = file(first) < 4 && rank(first) < 4 && above_diagonal(first) <= 0;
                if in_triangle && triangle[first as usize] == number as u8 {
                    let mut second = 0_u8;
                    while second < 64 {
                        let on = above_diagonal(first) == 0 && above_diagonal(second) == 0;
                        let above = above_diagonal(first) == 0 && above_diagonal(second) > 0;
                        if on == (both_on_diagonal == 1) && !above && !touch(first, second) {
                            pairs[number][second as usize] = next;
                            next += 1;
                        }
                        second += 1;
                    }
                }
                first += 1;
            }
            number += 1;
        }
        both_on_diagonal += 1;
    }
    assert!(next as u64 == KING_PAIRS);
    pairs
}

/// Whether two squares are the same or neighbours.
const fn touch(first: u8, second: u8) -> bool {
    file(first).abs_diff(file(second)) <= 1 && rank(first).abs_diff(rank(second)) <= 1
}

/// Binomial coefficients: in how many ways `k` of `n` squares can be chosen.
pub(crate) const fn binomial(n: u64, k: usize) -> u64 {
    if n < 65 && k < 8 {
        BINOMIALS[n as usize][k]
    } else {
        0
    }
}

static BINOMIALS: [[u64; 8]; 65] = binomials();

const fn binomials() -> [[u64; 8]; 65] {
    let mut table = [[0; 8]; 65];
    let mut n = 0;
    while n < 65 {
        table[n][0] = 1;
        let mut k = 1;
        while k < 8 && n > 0 {
            table[n][k] = table[n - 1][k - 1] + table[n - 1][k];
            k += 1;
        }
        n += 1;
    }
    table
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_triangle_has_ten_squares() {
        let named = [
            (1, 0),
            (2, 1),
            (3, 2),
            (10, 3),
            (11, 4),
            (19, 5),
            (0, 6),
            (9, 7),
            (18, 8),
            (27, 9),
        ];
        for (square, number) in named {
            assert_eq!(TRIANGLE[square], number);
        }
        assert_eq!(BELOW_DIAGONAL[1], 0);
        assert_eq!(BELOW_DIAGONAL[8], 0);
        assert_eq!(BELOW_DIAGONAL[55], 27);
    }

    #[test]
    fn kings_are_numbered_apart() {
        let mut numbers: Vec<u16> = KINGS.iter().flatten().copied().collect();
        numbers.retain(|&number| number != NO_PAIR);
        numbers.sort();
        assert!(numbers.iter().copied().eq(0..462));
        // The corners of the numbering, from the format's description.
        assert_eq!(KINGS[0][3], 0);
        assert_eq!(KINGS[6][18], 441);
        assert_eq!(KINGS[9][63], 461);
    }

    #[test]
    fn pawns_are_ordered_from_the_edge_and_the_first_rank() {
        assert_eq!([8, 15, 16, 52].map(pawn_order), [47, 46, 45, 0]);
        assert_eq!([8, 15, 48, 9, 51].map(leading_pawn), [0, 0, 5, 6, 23]);
        let mut orders: Vec<u8> = (8..56).map(pawn_order).collect();
        orders.sort();
        assert!(orders.into_iter().eq(0..48));
    }

    #[test]
    fn binomials_follow_pascal() {
        assert_eq!(binomial(64, 2), 2016);
        assert_eq!(binomial(48, 5), 1_712_304);
        assert_eq!(binomial(3, 4), 0);
        assert_eq!(binomial(0, 0), 1);
    }
}
