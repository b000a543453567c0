//! Kills the server again and again while games are recorded, learnt and played, and prints what was
//! lost: nothing, or it fails. `cargo xtask prove` calls it with the built server and site in the
//! environment; `--rounds N`, `--seed N` and `--per-second N` change what it does.

use std::{process::ExitCode, time::Duration};

use e2e::kill::{KillPlan, clients, run};
use e2e::statistics::percentile;

const USAGE: &str = "kill_rounds [--rounds N] [--seed N] [--per-second N]";

/// Clients at a time.
const CLIENTS: u64 = 8;

/// A server that takes longer than this to start, in seconds, is counted.
const SOON: f64 = 2.0;

fn main() -> ExitCode {
    let Some(plan) = read(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let report = run(plan, &mut clients(CLIENTS));
    println!(
        "{} rounds of kill -9 (seed {}), {CLIENTS} clients, {} writes a second asked for",
        plan.rounds, plan.seed, plan.per_second
    );
    for (kind, count) in &report.acknowledged {
        let per_second = *count as f64 / report.loaded.as_secs_f64();
        println!("{count} {kind} acknowledged, {per_second:.0} a second");
    }
    println!(
        "{} cut off by a kill and sent again; integrity_check {} times",
        report.unanswered, report.integrity_checks
    );
    println!("{} lost, doubled or otherwise wrong", report.wrong.len());
    for (name, seconds) in [("listening", &report.listening), ("ready", &report.ready)] {
        println!(
            "{name:<9} {:.3} s after the start at p50, {:.3} s at most, {} of {} later than {SOON} s",
            percentile(seconds, 50),
            percentile(seconds, 100),
            seconds.iter().filter(|seconds| **seconds > SOON).count(),
            seconds.len()
        );
    }
    for wrong in &report.wrong {
        println!("wrong: {wrong}");
    }
    match report.wrong.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn read(mut arguments: impl Iterator<Item = String>) -> Option<KillPlan> {
    let mut plan = KillPlan {
        rounds: 200,
        seed: 1,
        // Half of them moves of live games.
        per_second: 120,
        longest: Duration::from_secs(2),
    };
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        match name.as_str() {
            "--rounds" => plan.rounds = value.parse().ok()?,
            "--seed" => plan.seed = value.parse().ok()?,
            "--per-second" => plan.per_second = value.parse().ok().filter(|rate| *rate > 0)?,
            _ => return None,
        }
    }
    Some(plan)
}
