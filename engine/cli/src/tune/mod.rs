//! `ponder tune`: tunes the numbers of the search on all cores. The arithmetic is in `lab::tune`.
//!
//! `settings` parses the command line, `results` keeps what the trials gave.

mod results;
mod settings;

use std::sync::Mutex;
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use engine::search::Parameters;
use lab::arena::Openings;
use lab::tune::{Spsa, SpsaTrial, TunePlayers, play_pair};

use results::TuneResults;
pub use settings::TuneSettings;

/// Tells the seeds of openings from those of trials.
const OPENINGS_SEED: u64 = 0x6f70_656e_696e_6773;
/// Between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(60);

/// Tunes the parameters and prints those that have changed.
///
/// # Errors
/// The file of results fails.
pub fn run(settings: &TuneSettings) -> Result<(), String> {
    let tuned = settings.tuned();
    let players = settings.players();
    let shipped = Parameters::SHIPPED.values();
    let mut spsa = Spsa::new(
        &tuned
            .iter()
            .map(|&index| shipped[index])
            .collect::<Vec<_>>(),
        tuned
            .iter()
            .map(|&index| Parameters::RANGES[index].1.clone())
            .collect(),
        settings.trials(),
        settings.gain,
        settings.seed,
    );
    let mut results = TuneResults::open(&settings.results, &header(settings), &mut spsa)?;
    println!("{} of {} trials are done", spsa.done(), settings.trials());
    let mut last_printed = Instant::now();
    while let Some(trial) = spsa.trial() {
        let points = play_trial(settings, &players, &tuned, &trial, spsa.done());
        results.append(points)?;
        spsa.record(points);
        if last_printed.elapsed() >= PROGRESS_INTERVAL {
            last_printed = Instant::now();
            println!("trial {}: {}", spsa.done(), changes(&tuned, &spsa.values()));
        }
    }
    println!("{}", changes(&tuned, &spsa.values()));
    Ok(())
}

/// What the results depend on.
fn header(settings: &TuneSettings) -> String {
    let TuneSettings {
        games,
        pairs,
        nodes,
        gain,
        seed,
        ..
    } = settings;
    let shipped = Parameters::SHIPPED.values();
    let names: Vec<String> = settings
        .tuned()
        .into_iter()
        .map(|index| {
            let (name, range) = &Parameters::RANGES[index];
            let (low, high) = (range.start(), range.end());
            format!("{name}:{}:{low}..{high}", shipped[index])
        })
        .collect();
    let eval_config = settings.players().eval_config;
    let evaluation = eval_config.name();
    // Another search would have given other results.
    let signature = engine::bench(eval_config).signature;
    format!(
        "ponder tune 2 games={games} pairs={pairs} nodes={nodes} gain={gain} seed={seed} \
         evaluation={evaluation} search={signature:016x} {}",
        names.join(",")
    )
}

/// All parameters, the tuned ones with these values.
fn parameters(tuned: &[usize], values: &[i32]) -> Parameters {
    let mut all = Parameters::SHIPPED.values();
    for (&index, &value) in tuned.iter().zip(values) {
        all[index] = value;
    }
    Parameters::from_values(&all).unwrap_or(Parameters::SHIPPED)
}

/// Plays the pairs of a trial on all cores; how many points side a is ahead.
fn play_trial(
    settings: &TuneSettings,
    players: &TunePlayers,
    tuned: &[usize],
    trial: &SpsaTrial,
    number: u32,
) -> f64 {
    let sides = trial
        .sides
        .each_ref()
        .map(|values| parameters(tuned, values));
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let (next, points) = (AtomicU32::new(0), Mutex::new(0.0));
    thread::scope(|scope| {
        for _ in 0..threads.min(settings.pairs as usize) {
            scope.spawn(|| {
                let mut openings = Openings::new(settings.seed ^ OPENINGS_SEED);
                loop {
                    let pair = next.fetch_add(1, Ordering::Relaxed);
                    if pair >= settings.pairs {
                        return;
                    }
                    let opening = openings.get(number.wrapping_mul(settings.pairs) + pair);
                    let ahead = play_pair(players, sides.each_ref(), &opening);
                    if let Ok(mut points) = points.lock() {
                        *points += ahead;
                    }
                }
            });
        }
    });
    points.into_inner().unwrap_or_default()
}

/// The tuned parameters with the shipped and the new values.
fn changes(tuned: &[usize], values: &[i32]) -> String {
    let shipped = Parameters::SHIPPED.values();
    let changes: Vec<String> = tuned
        .iter()
        .zip(values)
        .filter(|&(&index, &value)| value != shipped[index])
        .map(|(&index, value)| {
            let name = Parameters::RANGES[index].0;
            format!("{name} {} → {value}", shipped[index])
        })
        .collect();
    changes.join(", ")
}
