//! Measures what one attacker can take from an honest bystander: each attack beside its bystander, a
//! row of a table for each. `attacks NAME…` runs some of them; `--short` runs the short forms that
//! the tests assert. `attacks together --minutes N` runs all of them at once beside honest players
//! and API users, and fails when one of those loses anything. The built server and site are named in
//! the environment, as for the tests.

use std::{process::ExitCode, time::Duration};

use e2e::attacks::together::Plan;
use e2e::attacks::{ALL, Size, together};

const USAGE: &str = "attacks [--short] [NAME…], or attacks together [--minutes N] [--proxied]";

/// Minutes of all attacks together, unless asked for otherwise.
const MINUTES: u64 = 10;

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let size = match arguments.iter().position(|argument| argument == "--short") {
        Some(index) => {
            arguments.remove(index);
            Size::Short
        }
        None => Size::Full,
    };
    match arguments.split_first() {
        Some((name, rest)) if name == "together" => match plan(rest) {
            Some(plan) => run_together(plan),
            None => {
                eprintln!("usage: {USAGE}");
                ExitCode::FAILURE
            }
        },
        _ => measure(&arguments, size),
    }
}

fn plan(arguments: &[String]) -> Option<Plan> {
    let mut plan = Plan {
        time: Duration::from_secs(60 * MINUTES),
        is_proxied: false,
    };
    let mut arguments = arguments.iter();
    while let Some(argument) = arguments.next() {
        match argument.as_str() {
            "--proxied" => plan.is_proxied = true,
            "--minutes" => {
                let minutes: f64 = arguments.next()?.parse().ok()?;
                plan.time = Duration::try_from_secs_f64(60.0 * minutes).ok()?;
            }
            _ => return None,
        }
    }
    Some(plan)
}

fn run_together(plan: Plan) -> ExitCode {
    let outcome = together::run(plan);
    print!("{outcome}");
    let failures = outcome.failures();
    for failure in &failures {
        println!("FAILED: {failure}");
    }
    match failures.is_empty() {
        true => ExitCode::SUCCESS,
        false => ExitCode::FAILURE,
    }
}

fn measure(names: &[String], size: Size) -> ExitCode {
    let unknown = names
        .iter()
        .find(|name| ALL.iter().all(|(known, _)| known != name));
    if let Some(name) = unknown {
        eprintln!("expected an attack, found {name:?}; usage: {USAGE}");
        for (known, _) in ALL {
            eprintln!("  {known}");
        }
        return ExitCode::FAILURE;
    }
    println!("| attack | what the bystander tried, and how much succeeded | figures |");
    println!("|---|---|---|");
    for (name, run) in ALL {
        if names.is_empty() || names.iter().any(|chosen| chosen == name) {
            for report in run(size) {
                println!("{report}");
            }
        }
    }
    ExitCode::SUCCESS
}
