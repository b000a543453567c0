//! `bench`: figures, each beside its neighbour in the same run.

use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{browser, dist, tools};

/// How often the native and the browser's bench take turns; medians are printed.
const ROUNDS: usize = 3;

/// Builds the release, then measures perft, the search, and the search in the browser's worker.
pub fn bench() -> Result<()> {
    let chromium = browser::find_or_install()?;
    let dist = dist::build()?;
    tools::run(&mut tools::cargo(&[
        "build",
        "--release",
        "--package",
        "ponder",
    ]))?;
    tools::run(&mut tools::cargo(&["build", "--package", "e2e"]))?;
    let ponder = tools::target().join("release/ponder");
    let in_browser = tools::target().join("debug/bench_in_browser");

    let mut native = Vec::new();
    let mut wasm = Vec::new();
    for round in 1..=ROUNDS {
        println!("round {round} of {ROUNDS}: native, then the browser");
        native.push(json(Command::new(&ponder).args(["bench", "--json"]))?);
        wasm.push(json(
            Command::new(&in_browser)
                .env("PONDER_SERVER", dist.join("server"))
                .env("PONDER_SITE", dist.join("site"))
                .env("CHROMIUM", &chromium),
        )?);
    }
    let text = |runs: &[Value], field: &str| -> Result<String> {
        let first = runs[0][field]
            .as_str()
            .with_context(|| format!("no {field}"))?;
        if runs.iter().any(|run| run[field] != runs[0][field]) {
            bail!("{field} differs between runs");
        }
        Ok(first.to_owned())
    };
    let (here, there) = (text(&native, "signature")?, text(&wasm, "signature")?);
    let (native_nps, wasm_nps) = (median(&native, "search_nps")?, median(&wasm, "search_nps")?);
    println!();
    line(
        "perft, leaves in bulk",
        &native,
        "perft_bulk_nps",
        "perft_bulk_ratio",
    )?;
    line(
        "perft, one by one",
        &native,
        "perft_single_nps",
        "perft_single_ratio",
    )?;
    println!("search, native         {:>8.2} M nodes/s", native_nps / 1e6);
    println!(
        "search, browser worker {:>8.2} M nodes/s   {:.2} × native",
        wasm_nps / 1e6,
        wasm_nps / native_nps
    );
    println!(
        "two threads            {:>8.2} × the nodes/s of one   {:.2} × as fast to a depth",
        median(&native, "threads_speed")?,
        median(&native, "threads_time")?
    );
    println!("bench signature        {here} native, {there} in the browser");
    if here != there {
        bail!("the two signatures differ: the engine is not the same on both sides");
    }
    Ok(())
}

fn line(name: &str, runs: &[Value], nps: &str, ratio: &str) -> Result<()> {
    let (nps, ratio) = (median(runs, nps)?, median(runs, ratio)?);
    println!(
        "{name:<22} {:>8.1} M nodes/s   {ratio:.2} × cozy-chess",
        nps / 1e6
    );
    Ok(())
}

fn json(command: &mut Command) -> Result<Value> {
    let text = tools::output(command)?;
    let last = text.lines().last().unwrap_or_default();
    serde_json::from_str(last).with_context(|| format!("no figures in '{last}'"))
}

fn median(runs: &[Value], field: &str) -> Result<f64> {
    let mut values: Vec<f64> = runs
        .iter()
        .map(|run| run[field].as_f64().with_context(|| format!("no {field}")))
        .collect::<Result<_>>()?;
    values.sort_by(f64::total_cmp);
    Ok(values[values.len() / 2])
}
