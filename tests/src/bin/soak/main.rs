//! Uses a site of two servers and two workers for hours, and prints what its processes use: a line with each
//! sample, at the end how it grew. It is called with the built server and site in the environment; `--minutes N`
//! changes how long, `--games N`, `--per-second N` and `--seed N` what is played, `--searches-before N` how
//! many searches fill the caches of answers, `--curve FILE` draws the curve as SVG.

mod curve;

use std::{fs, process::ExitCode, time::Duration};

use e2e::faults::{SoakPlan, UsageSample, print_wrong, soak};

const USAGE: &str = "soak [--minutes N] [--games N] [--per-second N] [--seed N] [--searches-before N] [--curve FILE]";

#[tokio::main]
async fn main() -> ExitCode {
    let Some((plan, curve)) = read(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    println!("minutes, then of each process: memory in MB, open files, threads, tasks");
    let Some(report) = soak(&plan, |sample| println!("{}", line(sample))).await else {
        println!("PostgreSQL or NATS is not installed");
        return ExitCode::SUCCESS;
    };
    println!(
        "{} moves acknowledged in {} games; {} requests answered, {} refused",
        report.acknowledged, report.games, report.answered, report.refused
    );
    for (name, growth) in curve::growth(&report.samples) {
        println!("{name:<10} in the second half {growth:+.2} MB an hour");
    }
    if let Some(file) = curve {
        fs::write(&file, curve::draw(&report.samples)).expect("the curve can be written");
    }
    print_wrong(&report.wrong)
}

fn line(sample: &UsageSample) -> String {
    let mut line = format!("{:.1}", minutes(sample));
    for used in &sample.processes {
        line += &format!(
            "  {} {:.1} {} {} {}",
            used.name, used.memory_mb, used.descriptors, used.threads, used.tasks
        );
    }
    line
}

fn minutes(sample: &UsageSample) -> f64 {
    sample.at.as_secs_f64() / 60.0
}

fn read(mut arguments: impl Iterator<Item = String>) -> Option<(SoakPlan, Option<String>)> {
    let mut plan = SoakPlan {
        time: Duration::from_secs(2 * 60 * 60),
        seed: 1,
        games: 50,
        per_second: 20,
        searches_before: 16_000,
        sample_every: Duration::from_secs(15),
        fault_every: Duration::from_secs(10 * 60),
    };
    let mut curve = None;
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        match name.as_str() {
            "--minutes" => plan.time = Duration::from_secs(value.parse::<u64>().ok()? * 60),
            "--seed" => plan.seed = value.parse().ok()?,
            "--games" => plan.games = value.parse().ok().filter(|games| *games > 0)?,
            "--per-second" => plan.per_second = value.parse().ok().filter(|rate| *rate > 0)?,
            "--searches-before" => plan.searches_before = value.parse().ok()?,
            "--curve" => curve = Some(value),
            _ => return None,
        }
    }
    Some((plan, curve))
}
