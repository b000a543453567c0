//! `ponder bench`: perft beside cozy-chess in the same process, search speed, bench signature.

use std::hint::black_box;
use std::time::Instant;

use engine::rules::{Position, perft, perft_one_by_one};

/// Chess Programming Wiki's position 2: every kind of move at once.
const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";
/// 193,690,690 leaves.
const BULK_DEPTH: u8 = 5;
/// 4,085,603 leaves.
const SINGLE_DEPTH: u8 = 4;
/// Interleaved, so that what the machine does meanwhile hits both; the median counts.
const BULK_ROUNDS: usize = 5;
const SINGLE_ROUNDS: usize = 9;

/// What is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Format {
    /// Everything, for a reader.
    Text,
    /// Everything, one line of JSON for `cargo xtask bench`.
    Json,
    /// The search alone, for UCI's `bench`.
    Search,
}

/// Runs the bench and prints it.
pub fn run(format: Format) {
    let search = search();
    let nps = rate(search.nodes, search.seconds);
    if format != Format::Json {
        println!("search      {:>12} nodes {:>12} nodes/s", search.nodes, nps);
        println!("signature   {:016x}", search.signature);
    }
    if format == Format::Search {
        return;
    }
    let (Ok(own), Ok(cozy)) = (Position::from_fen(KIWIPETE), KIWIPETE.parse()) else {
        unreachable!("both libraries read Kiwipete");
    };
    let bulk = duel(
        BULK_ROUNDS,
        || perft(&own, BULK_DEPTH),
        || cozy_bulk(black_box(&cozy), BULK_DEPTH),
    );
    let single = duel(
        SINGLE_ROUNDS,
        || perft_one_by_one(&own, SINGLE_DEPTH),
        || cozy_one_by_one(black_box(&cozy), SINGLE_DEPTH),
    );
    if format == Format::Json {
        println!(
            "{{\"perft_bulk_nps\":{},\"perft_bulk_ratio\":{:.3},\"perft_single_nps\":{},\
             \"perft_single_ratio\":{:.3},\"search_nodes\":{},\"search_nps\":{nps},\
             \"signature\":\"{:016x}\"}}",
            bulk.own, bulk.ratio, single.own, single.ratio, search.nodes, search.signature
        );
    } else {
        for (name, duel) in [("bulk", bulk), ("one by one", single)] {
            println!(
                "perft {name:<10} {:>12} nodes/s, {:.2} times cozy-chess's {}",
                duel.own, duel.ratio, duel.cozy
            );
        }
    }
}

struct Search {
    nodes: u64,
    signature: u64,
    seconds: f64,
}

fn search() -> Search {
    let start = Instant::now();
    let result = engine::bench();
    Search {
        nodes: result.nodes,
        signature: result.signature,
        seconds: start.elapsed().as_secs_f64(),
    }
}

/// Median nodes/s of both, and the median of the rounds' ratios.
struct Duel {
    own: u64,
    cozy: u64,
    ratio: f64,
}

fn duel(rounds: usize, own: impl Fn() -> u64, cozy: impl Fn() -> u64) -> Duel {
    let mut rates: Vec<(f64, f64)> = Vec::with_capacity(rounds);
    for _ in 0..rounds {
        let (own_nodes, own_rate) = timed(&own);
        let (cozy_nodes, cozy_rate) = timed(&cozy);
        assert_eq!(own_nodes, cozy_nodes, "the move generators disagree");
        rates.push((own_rate, cozy_rate));
    }
    Duel {
        own: median(rates.iter().map(|rate| rate.0)) as u64,
        cozy: median(rates.iter().map(|rate| rate.1)) as u64,
        ratio: median(rates.iter().map(|rate| rate.0 / rate.1)),
    }
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

fn rate(nodes: u64, seconds: f64) -> u64 {
    (nodes as f64 / seconds.max(1e-9)) as u64
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
            nodes += cozy_one_by_one(&child, depth - 1);
        }
        false
    });
    nodes
}
