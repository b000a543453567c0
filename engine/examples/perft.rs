//! Perft beside cozy-chess in the same process: leaves in bulk, and one by one.
//!
//! `cargo run --release -p engine --example perft`

use std::hint::black_box;
use std::time::{Duration, Instant};

use engine::rules::{PERFT_CASES, Position, perft, perft_one_by_one};

fn theirs_in_bulk(board: &cozy_chess::Board, depth: u8) -> u64 {
    let mut nodes = 0;
    board.generate_moves(|moves| {
        if depth == 1 {
            nodes += moves.len() as u64;
        } else {
            for mv in moves {
                let mut next = board.clone();
                next.play_unchecked(mv);
                nodes += theirs_in_bulk(&next, depth - 1);
            }
        }
        false
    });
    nodes
}

fn theirs_one_by_one(board: &cozy_chess::Board, depth: u8) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut nodes = 0;
    board.generate_moves(|moves| {
        for mv in moves {
            let mut next = board.clone();
            next.play_unchecked(mv);
            nodes += if depth == 1 {
                black_box(&next);
                1
            } else {
                theirs_one_by_one(&next, depth - 1)
            };
        }
        false
    });
    nodes
}

/// The best of forty turns each, taken alternately so that both meet the same load.
fn race(ours: impl Fn() -> u64, theirs: impl Fn() -> u64) -> (u64, Duration, Duration) {
    let timed = |count: &dyn Fn() -> u64| {
        let start = Instant::now();
        (black_box(count()), start.elapsed())
    };
    let mut best = (0, Duration::MAX, Duration::MAX);
    for _ in 0..40 {
        let (nodes, time) = timed(&ours);
        let (expected, their_time) = timed(&theirs);
        assert_eq!(nodes, expected);
        best = (nodes, best.1.min(time), best.2.min(their_time));
    }
    best
}

fn main() {
    let mut logs = [0.0_f64; 2];
    for (case, depths) in PERFT_CASES
        .iter()
        .zip([(5, 4), (4, 3), (5, 4), (4, 3), (4, 3), (4, 3)])
    {
        let position = Position::from_fen(case.fen).expect("a standard position");
        let board: cozy_chess::Board = case.fen.parse().expect("a standard position");
        let bulk = race(
            || perft(&position, depths.0),
            || theirs_in_bulk(&board, depths.0),
        );
        let single = race(
            || perft_one_by_one(&position, depths.1),
            || theirs_one_by_one(&board, depths.1),
        );
        print!("{:15}", case.name);
        for (index, (name, (nodes, ours, theirs))) in [("bulk", bulk), ("one by one", single)]
            .into_iter()
            .enumerate()
        {
            let rate = |time: Duration| nodes as f64 / time.as_secs_f64() / 1e6;
            let ratio = theirs.as_secs_f64() / ours.as_secs_f64();
            logs[index] += ratio.ln() / 6.0;
            print!(
                "  {name} {:6.1} / {:6.1} M/s = {ratio:.2}",
                rate(ours),
                rate(theirs)
            );
        }
        println!();
    }
    println!(
        "geometric mean: bulk {:.2}, one by one {:.2}",
        logs[0].exp(),
        logs[1].exp()
    );
}
