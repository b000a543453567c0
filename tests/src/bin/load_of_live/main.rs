//! Measures how live games bear many sockets, many moves, many who watch one game, and a restart;
//! prints a table with each figure's target. `cargo xtask prove` calls it with the built server and
//! site in the environment. The generator works on the same cores as the server, over the loopback,
//! so its own work is in every time. What is lost fails it; a target that is missed is printed, and
//! says little where others use the machine. `--seconds N` changes how long moves are made, `--only NAME`
//! runs one part: `idle`, `games`, `crowd` or `storm`; `--servers 2` measures two that share PostgreSQL and NATS,
//! without `storm`; `--watchers N` changes how many watch one game.

mod crowd;
mod echo;
mod games;
mod idle;
mod site;
mod storm;
mod test_games;

use std::{process::ExitCode, time::Duration};

use e2e::statistics::percentile;
use site::Layout;

const USAGE: &str =
    "load_of_live [--seconds N] [--only idle|games|crowd|storm] [--servers 1|2] [--watchers N]";

/// How long moves are made in many games.
const SECONDS: u64 = 300;

/// Who watches one game.
const WATCHERS: usize = 1_000;

/// One line of the table.
#[derive(Debug)]
pub struct Figure {
    what: String,
    found: String,
    /// What it should be, and whether it is.
    target: Option<(String, bool)>,
}

impl Figure {
    /// Something that is only told.
    pub fn told(what: impl Into<String>, found: impl Into<String>) -> Self {
        Self {
            what: what.into(),
            found: found.into(),
            target: None,
        }
    }

    /// Something that should not be more.
    pub fn at_most(what: impl Into<String>, found: f64, most: f64, unit: &str) -> Self {
        Self {
            target: Some((format!("\u{2264} {most:.1} {unit}"), found <= most)),
            ..Self::told(what, format!("{found:.1} {unit}"))
        }
    }

    /// The middle and the last hundredth of many times, milliseconds.
    pub fn times(what: impl Into<String>, times: &[f64]) -> Self {
        let [p50, p99] = [50, 99].map(|part| percentile(times, part));
        let most = percentile(times, 100);
        Self::told(
            what,
            format!(
                "p50 {p50:.1} ms, p99 {p99:.1} ms, at most {most:.1} ms of {}",
                times.len()
            ),
        )
    }
}

fn main() -> ExitCode {
    let Some(plan) = read(std::env::args().skip(1)) else {
        eprintln!("{USAGE}");
        return ExitCode::FAILURE;
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    println!("generator and server share {cores} cores, over the loopback");
    let (mut targets, mut missed) = (0, 0);
    let mut part = |name: &str, measure: &dyn Fn() -> Vec<Figure>| {
        if plan.only.as_deref().is_none_or(|only| only == name) {
            println!("\n{name}");
            for Figure {
                what,
                found,
                target,
            } in measure()
            {
                let target = target.map(|(target, is_met)| {
                    targets += 1;
                    missed += u32::from(!is_met);
                    format!("{target}{}", if is_met { "" } else { ": missed" })
                });
                println!("  {what:<44} {found:<54} {}", target.unwrap_or_default());
            }
        }
    };
    let Plan {
        layout,
        time,
        watchers,
        ..
    } = plan;
    part("idle", &|| runtime.block_on(idle::measure(layout)));
    part("games", &|| runtime.block_on(games::measure(layout, time)));
    part("crowd", &|| {
        runtime.block_on(crowd::measure(layout, watchers))
    });
    if layout == Layout::One {
        part("storm", &|| runtime.block_on(storm::measure()));
    }
    println!("\n{missed} of {targets} targets missed");
    ExitCode::SUCCESS
}

/// What is to be measured.
struct Plan {
    only: Option<String>,
    time: Duration,
    layout: Layout,
    watchers: usize,
}

fn read(mut arguments: impl Iterator<Item = String>) -> Option<Plan> {
    let mut plan = Plan {
        only: None,
        time: Duration::from_secs(SECONDS),
        layout: Layout::One,
        watchers: WATCHERS,
    };
    while let Some(name) = arguments.next() {
        let value = arguments.next()?;
        match name.as_str() {
            "--seconds" => plan.time = Duration::from_secs(value.parse().ok()?),
            "--watchers" => plan.watchers = value.parse().ok()?,
            "--servers" if value == "1" => plan.layout = Layout::One,
            "--servers" if value == "2" => plan.layout = Layout::Two,
            "--only" if ["idle", "games", "crowd", "storm"].contains(&value.as_str()) => {
                plan.only = Some(value);
            }
            _ => return None,
        }
    }
    Some(plan)
}
