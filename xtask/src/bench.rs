//! `bench`: measures, each figure beside a reference in the same run.

use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::{browser, dist, tools};

/// Runs of the native and of the browser's bench, in turn; medians are printed.
const ROUNDS: usize = 3;

/// Builds the release, then measures perft, the search, the search in the browser's worker, how
/// smoothly the page runs beside it, the API under load, and how many games a second are stored.
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
    let in_browser = |program: &str| in_browser(program, &dist, &chromium);

    let mut native = Vec::new();
    let mut wasm = Vec::new();
    for round in 1..=ROUNDS {
        println!("round {round} of {ROUNDS}: native, then the browser");
        native.push(json(Command::new(&ponder).args(["bench", "--json"]))?);
        wasm.push(json(&mut in_browser("bench_in_browser"))?);
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
    println!("\nhow smoothly the page runs");
    print_smoothness(&json(&mut in_browser("page_timing_in_browser"))?)?;
    println!("\nthe API, and under ten times what it can do");
    print_load(&json(&mut in_browser("load_of_api"))?)?;
    println!("\nthe store, every game on the disk before it is acknowledged");
    let arguments = ["bench", "--package", "server", "--bench", "writes"];
    print_writes(&json(&mut tools::cargo(&arguments))?)
}

/// A program of the tests with the built server, site and browser.
fn in_browser(program: &str, dist: &Path, chromium: &Path) -> Command {
    let mut command = Command::new(tools::target().join("debug").join(program));
    command
        .env("PONDER_SERVER", dist.join("server"))
        .env("PONDER_SITE", dist.join("site"))
        .env("CHROMIUM", chromium);
    command
}

/// The overhead of HTTP for a search and for a cached answer; the answers under overload; the latency
/// of a small client beside a greedy one.
fn print_load(found: &Value) -> Result<()> {
    let figure = |place: &str| {
        let figure = found.pointer(place).and_then(Value::as_f64);
        figure.with_context(|| format!("no {place}"))
    };
    for (name, from, beside) in [
        ("a search, beside one here", "search_http", "search_here"),
        ("a kept answer, beside /healthz", "kept", "health"),
    ] {
        let over = |part: &str| -> Result<f64> {
            Ok(figure(&format!("/{from}_{part}_us"))? - figure(&format!("/{beside}_{part}_us"))?)
        };
        println!(
            "{name:<32} {:>+6.0} \u{b5}s at p50 {:>+6.0} \u{b5}s at p99",
            over("p50")?,
            over("p99")?
        );
    }
    let (peak, under) = (figure("/peak_per_s")?, figure("/overload/found_per_s")?);
    println!(
        "searches under overload          {under:>6.1}/s, {:.0} % of the peak; p99 {:.0} ms",
        100.0 * under / peak,
        figure("/overload/found_p99_ms")?
    );
    println!(
        "a refusal, beside /healthz       {:>+6.1} ms at p99",
        (figure("/overload/refused_p99_us")? - figure("/overload/health_p99_us")?) / 1e3
    );
    let (alone, beside) = (
        figure("/polite_alone_per_s")?,
        figure("/polite_beside_greedy_per_s")?,
    );
    println!(
        "polite beside greedy             {beside:>6.1}/s, {:.0} % of its rate alone",
        100.0 * beside / alone
    );
    Ok(())
}

/// Games stored per second by one writer and by many, beside the disk's rate of single syncs.
fn print_writes(found: &Value) -> Result<()> {
    let figure = |field: &str| found[field].as_f64().with_context(|| format!("no {field}"));
    let syncs = figure("syncs_per_s")?;
    for (name, field) in [
        ("games kept, one writer", "writers_1_per_s"),
        ("  8 writers", "writers_8_per_s"),
        ("  64 writers", "writers_64_per_s"),
    ] {
        let games = figure(field)?;
        println!("{name:<28} {games:>6.0}/s   {:.2} × syncs/s", games / syncs);
    }
    Ok(())
}

/// The time from a press to the paint of its move, with the page's thread slowed fourfold; layout
/// shifts during a game; long tasks at full speed.
fn print_smoothness(found: &Value) -> Result<()> {
    let figure = |field: &str| found[field].as_f64().with_context(|| format!("no {field}"));
    for (name, field) in [
        ("press to paint, engine off", "paint_off"),
        ("  engine thinking, unheard", "paint_mute"),
        ("  engine thinking", "paint_on"),
    ] {
        println!(
            "{name:<28} {:>6.0} ms at p50 {:>6.0} ms at p95   4 × throttled",
            figure(&format!("{field}_p50_ms"))?,
            figure(&format!("{field}_p95_ms"))?
        );
    }
    println!(
        "{:<28} {:>6.0} ms at p95, of {} moves {} while it thought",
        "  thinking above off",
        figure("paint_on_p95_ms")? - figure("paint_off_p95_ms")?,
        figure("moves")?,
        figure("moves_while_thinking")?
    );
    println!(
        "layout shift in a game       {:.4} in all, {:.4} unasked",
        figure("shift_all")?,
        figure("shift_unasked")?
    );
    println!(
        "long tasks while it thinks   {}, the longest {:.0} ms",
        figure("long_tasks")?,
        figure("longest_task_ms")?
    );
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
