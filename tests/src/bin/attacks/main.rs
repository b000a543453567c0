//! Measures what one attacker can take from an honest bystander: each attack beside its bystander, a
//! row of a table for each. `attacks NAME…` runs some of them; `--short` runs the short forms that
//! the tests assert. `attacks together --minutes N` runs all of them at once beside honest players
//! and API users, and fails when one of those loses anything. The built server and site are named in
//! the environment, as for the tests.

use std::process::ExitCode;

use e2e::attacks::{ALL, Size};

const USAGE: &str = "attacks [--short] [NAME…], or attacks together [--minutes N] [--proxied]";

fn main() -> ExitCode {
    let mut arguments: Vec<String> = std::env::args().skip(1).collect();
    let size = match arguments.iter().position(|argument| argument == "--short") {
        Some(index) => {
            arguments.remove(index);
            Size::Short
        }
        None => Size::Full,
    };
    measure(&arguments, size)
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
