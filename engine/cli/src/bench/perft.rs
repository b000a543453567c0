//! Perft beside cozy-chess in the same process.

use std::hint::black_box;
use std::time::Instant;

use engine::rules::{Position, perft, perft_one_by_one};

/// Chess Programming Wiki's position 2: every kind of move at once.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// 193,690,690 leaves.
const BULK_DEPTH: u8 = 5;
/// 4,085,603 leaves.
const SINGLE_DEPTH: u8 = 4;
/// Rounds alternate between both, so that other load affects both; the median counts.
const BULK_ROUNDS: usize = 5;
const SINGLE_ROUNDS: usize = 9;

/// Median nodes/s of both, and the median of the rounds' ratios.
pub struct PerftComparison {
    pub own: u64,
    pub cozy: u64,
    pub ratio: f64,
}

fn compare_counts(rounds: usize, own: impl Fn() -> u64, cozy: impl Fn() -> u64) -> PerftComparison {
    let mut rates: Vec<(f64, f64)> = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let (own_nodes, own_rate) = timed(&own);
        let (cozy_nodes, cozy_rate) = timed(&cozy);
        assert_eq!(own_nodes, cozy_nodes, "the move generators disagree");
        rates.push((own_rate, cozy_rate));
    }
    PerftComparison {
        own: median(rates.iter().map(|rate| rate.0)) as u64,
        cozy: median(rates.iter().map(|rate| rate.1)) as u64,
        ratio: median(rates.iter().map(|rate| rate.0 / rate.1)),
    }
}

/// Compares bulk counting, and counting one by one.
pub fn compare() -> [PerftComparison; 2] {
    let (Ok(own), Ok(cozy)) = (Position::from_fen(KIWIPETE), KIWIPETE.parse()) else {
        unreachable!("both libraries read Kiwipete");
    };
    let bulk = compare_counts(
        BULK_ROUNDS,
        || perft(&own, BULK_DEPTH),
        || cozy_bulk(black_box(&cozy), BULK_DEPTH),
    );
    let single = compare_counts(
        SINGLE_ROUNDS,
        || perft_one_by_one(&own, SINGLE_DEPTH),
        || cozy_one_by_one(black_box(&cozy), SINGLE_DEPTH),
    );
    [bulk, single]
}

fn timed(count: impl Fn() -> u64) -> (u64, f64) {
    let start = Instant::now();
    let nodes = black_box(count());
    (
        nodes,
        nodes as f64 / start.elapsed().as_secs_f64().max(1e-9),
    )
}

fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values[values.len() / 2]
}

fn cozy_bulk(board: &cozy_chess::Board, depth: u8) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut child = board.clone();
                child.play_unchecked(mv);
                nodes += cozy_bulk(&child, depth - 1);
            }
        }
        false
    });
    nodes
}

fn cozy_one_by_one(board: &cozy_chess::Board, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut child = board.clone();
            child.play_unchecked(mv);
            nodes += if depth == 1 {
                black_box(&child);
                1
            } else {
                cozy_one_by_one(&child, depth - 1)
            };
        }
        false
    });
    nodes
}
