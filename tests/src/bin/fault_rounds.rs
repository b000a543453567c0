//! Kills, pauses and cuts off the parts of a site of two servers while games are played, and prints what was
//! lost: nothing, or it fails. `cargo xtask prove` calls it with the built server and site in the environment;
//! `--rounds N`, `--seed N`, `--per-second N` and `--games N` change what it does, `--only kill|worker|pause|nats|database`
//! leaves out the others; `--only disk` has a full one, which it mounts, and so needs root; `--only upgrade` goes to the
//! server that `PONDER_NEXT_SERVER` names.

use std::{process::ExitCode, time::Duration};

use e2e::faults::{Fault, FaultPlan, print_wrong, run};
use e2e::statistics::percentile;

const USAGE: &str = "fault_rounds [--rounds N] [--seed N] [--per-second N] [--games N] [--only kill|worker|pause|nats|database|disk|upgrade]";

/// A round of other faults comes after so many kills.
const KILLS_BETWEEN: usize = 20;

#[tokio::main]
async fn main() -> ExitCode {
    let Some(plan) = read(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let Some(report) = run(&plan).await else {
        println!("PostgreSQL or NATS is not installed, or no disk may be mounted to be full");
        return ExitCode::SUCCESS;
    };
    println!(
        "{} faults (seed {}), {} games at a time, {} moves a second asked for",
        plan.faults.len(),
        plan.seed,
        plan.games,
        plan.per_second
    );
    println!(
        "{} moves acknowledged in {} games, {} of them found after their acknowledgement was lost",
        report.acknowledged, report.games, report.found
    );
    println!("{} times refused and sent again", report.refused);
    println!(
        "{} requests of others answered, {} not",
        report.answered_requests, report.refused_requests
    );
    for (name, seconds) in [
        ("games go on", &report.resumed),
        ("players are back", &report.back),
        ("watchers have it", &report.delivered),
        ("charged too much", &report.overcharged),
    ] {
        println!(
            "{name:<16} p50 {:.3} s, p99 {:.3} s, at most {:.3} s of {}",
            percentile(seconds, 50),
            percentile(seconds, 99),
            percentile(seconds, 100),
            seconds.len()
        );
    }
    for slow in &report.slow {
        println!("slow: {slow}");
    }
    print_wrong(&report.wrong)
}

fn read(mut arguments: impl Iterator<Item = String>) -> Option<FaultPlan> {
    let mut plan = FaultPlan {
        faults: Vec::new(),
        seed: 1,
        games: 50,
        per_second: 50,
        between: Duration::from_secs(3),
    };
    let (mut rounds, mut only) = (200, None);
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        match name.as_str() {
            "--rounds" => rounds = value.parse().ok()?,
            "--seed" => plan.seed = value.parse().ok()?,
            "--games" => plan.games = value.parse().ok().filter(|games| *games > 0)?,
            "--per-second" => plan.per_second = value.parse().ok().filter(|rate| *rate > 0)?,
            "--only" => only = Some(fault(&value)?),
            _ => return None,
        }
    }
    let others = ["worker", "pause", "nats", "database"];
    for round in 1..=rounds {
        plan.faults.push(only.unwrap_or(Fault::Kill));
        if only.is_none() && round % KILLS_BETWEEN == 0 {
            let others = others.iter().filter_map(|name| fault(name));
            plan.faults.extend(others);
        }
    }
    Some(plan)
}

fn fault(name: &str) -> Option<Fault> {
    match name {
        "kill" => Some(Fault::Kill),
        "worker" => Some(Fault::KillWorker),
        "pause" => Some(Fault::Pause(Duration::from_secs(30))),
        "nats" => Some(Fault::NatsGone(Duration::from_secs(10))),
        "database" => Some(Fault::DatabaseGone(Duration::from_secs(10))),
        "upgrade" => Some(Fault::Upgrade),
        "disk" => Some(Fault::DiskFull(Duration::from_secs(10))),
        _ => None,
    }
}
