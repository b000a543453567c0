//! Any schedule of moves, acts, lost sockets and lost servers leaves one game that all agree on.
//! `PONDER_CASES` schedules are run, from the seed `PONDER_SEED` on; a seed repeats what is tried, not
//! what the network makes of it.

use e2e::live::schedule;

/// The number of schedules in every run of the tests.
const CASES: u64 = 12;

fn from_environment(name: &str, usual: u64) -> u64 {
    match std::env::var(name) {
        Ok(number) => number.parse().expect("a number"),
        Err(_) => usual,
    }
}

#[tokio::test]
async fn whatever_happens_all_know_one_history() {
    let first = from_environment("PONDER_SEED", 1);
    for seed in first..first + from_environment("PONDER_CASES", CASES) {
        match schedule::run(seed).await {
            Ok(tally) => println!("seed {seed}: {tally:?}"),
            Err(wrong) => panic!("PONDER_SEED={seed} PONDER_CASES=1: {wrong}"),
        }
    }
}
