//! Perft: counts all sequences of legal moves, to verify the move generator.

use std::hint::black_box;

use super::{Move, MoveList, Position};

/// Number of sequences of `depth` legal half-moves. The last moves are counted in bulk.
///
/// ```
/// use engine::rules::{Position, perft};
///
/// assert_eq!(perft(&Position::startpos(), 3), 8_902);
/// ```
pub fn perft(position: &Position, depth: u8) -> u64 {
    match depth {
        0 => 1,
        1 => position.count_legal_moves() as u64,
        _ => position
            .legal_moves()
            .iter()
            .map(|&mv| perft(&position.play(mv), depth - 1))
            .sum(),
    }
}

/// The count of [`perft`] with every last move listed and played, an upper bound of search speed.
pub fn perft_one_by_one(position: &Position, depth: u8) -> u64 {
    walk(position, &mut vec![MoveList::new(); usize::from(depth)])
}

/// The depth is the number of lists.
fn walk(position: &Position, lists: &mut [MoveList]) -> u64 {
    let Some((moves, deeper)) = lists.split_first_mut() else {
        return 1;
    };
    position.legal_moves_into(moves);
    let mut nodes = 0;
    for &mv in moves.iter() {
        let next = position.play(mv);
        nodes += if deeper.is_empty() {
            black_box(&next);
            1
        } else {
            walk(&next, deeper)
        };
    }
    nodes
}

/// [`perft`] after each legal move, to find a miscounted one; empty at depth 0.
pub fn perft_divide(position: &Position, depth: u8) -> Vec<(Move, u64)> {
    let Some(rest) = depth.checked_sub(1) else {
        return Vec::new();
    };
    position
        .legal_moves()
        .iter()
        .map(|&mv| (mv, perft(&position.play(mv), rest)))
        .collect()
}

/// A position with its published counts.
pub struct PerftCase {
    pub name: &'static str,
    pub fen: &'static str,
    /// The counts at depth 1, 2, ….
    pub counts: &'static [u64],
}

/// The six standard positions with their counts from the Chess Programming Wiki, "Perft Results".
pub const STANDARD: [PerftCase; 6] = [
    PerftCase {
        name: "start position",
        fen: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        counts: &[20, 400, 8_902, 197_281, 4_865_609, 119_060_324],
    },
    PerftCase {
        name: "Kiwipete",
        fen: "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        counts: &[48, 2_039, 97_862, 4_085_603, 193_690_690],
    },
    PerftCase {
        name: "position 3",
        fen: "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
        counts: &[14, 191, 2_812, 43_238, 674_624, 11_030_083],
    },
    PerftCase {
        name: "position 4",
        fen: "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        counts: &[6, 264, 9_467, 422_333, 15_833_292],
    },
    PerftCase {
        name: "position 5",
        fen: "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        counts: &[44, 1_486, 62_379, 2_103_487, 89_941_194],
    },
    PerftCase {
        name: "position 6",
        fen: "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        counts: &[46, 2_079, 89_890, 3_894_594, 164_075_551],
    },
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_standard_positions_have_their_published_counts() {
        // About ten million leaves in all.
        for (case, depth) in STANDARD.iter().zip([5, 4, 5, 4, 3, 3]) {
            let position = Position::from_fen(case.fen).unwrap();
            for depth in 1..=depth {
                let expected = case.counts[usize::from(depth) - 1];
                assert_eq!(
                    perft(&position, depth),
                    expected,
                    "{} at {depth}",
                    case.name
                );
            }
        }
    }

    #[test]
    fn playing_the_last_moves_counts_the_same() {
        for case in &STANDARD {
            let position = Position::from_fen(case.fen).unwrap();
            assert_eq!(
                perft_one_by_one(&position, 3),
                case.counts[2],
                "{}",
                case.name
            );
        }
    }

    #[test]
    fn the_parts_of_a_divided_count_add_up() {
        let parts = perft_divide(&Position::startpos(), 4);
        assert_eq!(parts.len(), 20);
        assert_eq!(parts.iter().map(|part| part.1).sum::<u64>(), 197_281);
        assert!(perft_divide(&Position::startpos(), 0).is_empty());
    }
}
