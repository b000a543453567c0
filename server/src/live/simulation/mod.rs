//! A simulation of several servers on one store: rooms, seats, clocks and the bus are the program's own; the
//! store, the network, the machines and the players are not. Time is tokio's, which stands while anything can
//! be done, and everything by chance comes from one seed, so that a run is the same each time.
//!
//! `store` is a store in memory, `connection` a server's way to it, `network` the bus between servers, `machine`
//! a server that may be killed or stand still, `client` a player or a watcher, `faults` what happens to them,
//! `shared` what all of them have in common, and `world` the run and what has to be true at its end; `charges`
//! compares what clocks were charged with what `outages` has seen.

mod charges;
mod client;
mod connection;
mod dice;
mod faults;
mod machine;
mod network;
mod outages;
mod shared;
mod store;
mod world;

use std::num::NonZeroUsize;
use std::ops::Range;
use std::sync::atomic::{AtomicU64, Ordering};
use std::{env, thread};

use parking_lot::Mutex;
use world::World;

/// Runs that are made with each change of the program; `PONDER_SEEDS` asks for more, as `cargo xtask prove` does.
const SEEDS: u64 = 200;

/// Lines of a log that are shown of a run that has failed.
const LINES: usize = 80;

/// What a run has found wrong, and the log of what has happened.
fn run(seed: u64) -> (Vec<String>, Vec<String>) {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime");
    runtime.block_on(World::play(seed))
}

/// The seeds of `PONDER_SEEDS`, as in `200` or `5000+200`: so many, from the first number on.
fn seeds() -> Range<u64> {
    let Ok(asked) = env::var("PONDER_SEEDS") else {
        return 0..SEEDS;
    };
    let (first, count) = asked.split_once('+').unwrap_or(("0", &asked));
    let number = |text: &str| text.parse::<u64>().expect("PONDER_SEEDS is a number");
    number(first)..number(first) + number(count)
}

#[test]
fn whatever_fails_each_acknowledged_move_is_there_once_and_everybody_knows_it() {
    let seeds = seeds();
    let next = AtomicU64::new(seeds.start);
    let failed = Mutex::new(Vec::new());
    let threads = thread::available_parallelism().map_or(1, NonZeroUsize::get);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let seed = next.fetch_add(1, Ordering::Relaxed);
                    if seed >= seeds.end {
                        return;
                    }
                    let (wrong, log) = run(seed);
                    if !wrong.is_empty() {
                        let last = &log[log.len().saturating_sub(LINES)..];
                        eprintln!("seed {seed}: {wrong:#?}\n{}", last.join("\n"));
                        failed.lock().push(seed);
                    }
                }
            });
        }
    });
    assert_eq!(*failed.lock(), [0; 0], "of {seeds:?}");
}

#[test]
fn a_seed_is_the_same_run_each_time() {
    for seed in [3, 17, 99] {
        let (first, second) = (run(seed), run(seed));
        assert!(first.1.len() > 100, "{} lines", first.1.len());
        let differs = first.1.iter().zip(&second.1).position(|(a, b)| a != b);
        if let Some(place) = differs {
            panic!("seed {seed}: {} and {}", first.1[place], second.1[place]);
        }
        assert_eq!(first, second);
    }
}
