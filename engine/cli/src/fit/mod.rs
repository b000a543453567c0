//! `ponder fit`: the evaluation's weights from finished games. Owns files and threads; the
//! arithmetic is in `lab::fit`.
//!
//! `settings` reads the command line, `games` turns PGN into samples.

mod games;
mod settings;

use std::num::NonZero;
use std::process::ExitCode;
use std::thread;

use engine::rng;
use lab::fit::{Adam, Gradient, Samples, Weights, source};
use lab::golden_section;
use rand::seq::SliceRandom;

use crate::command_line;
use games::Sets;
use settings::{Settings, USAGE};

/// Positions to a step.
const BATCH: usize = 16_384;
/// Where the search for the odds of a centipawn begins and ends.
const ODDS: [f64; 2] = [0.001, 0.02];

/// Fits as the arguments say: 0 when it is done, 1 when a file fails, 2 when the arguments cannot
/// be read.
pub fn run(arguments: &[&str]) -> ExitCode {
    command_line::run_command("fit", USAGE, arguments, Settings::read, |settings| {
        fit(&settings)
    })
}

fn fit(settings: &Settings) -> Result<(), String> {
    let sets = Sets::read(&settings.games, settings.scores)?;
    println!(
        "{} games, {} positions to fit, {} to check",
        sets.games,
        sets.fit.len(),
        sets.check.len()
    );
    if sets.fit.is_empty() || sets.check.is_empty() {
        return Err("too few games".to_owned());
    }
    let mut weights = Weights::current(odds(&sets.fit));
    let mut optimiser = Adam::new(&weights);
    let mut order: Vec<usize> = (0..sets.fit.len()).collect();
    let mut rng = rng(settings.seed);
    println!(
        "a centipawn is {:.5} of log odds; error before: {:.5} fitted, {:.5} checked",
        weights.odds,
        mean_loss(&weights, &sets.fit),
        mean_loss(&weights, &sets.check)
    );
    for epoch in 1..=settings.epochs {
        order.shuffle(&mut rng);
        // Half a cosine from the whole rate to nothing.
        let done = (epoch - 1) as f32 / settings.epochs as f32;
        let rate = settings.rate * 0.5 * (1.0 + (std::f32::consts::PI * done).cos());
        for batch in order.chunks(BATCH) {
            let gradient = gradient(&weights, &sets.fit, batch);
            optimiser.step(&mut weights, &gradient, rate, settings.pull * rate);
        }
        if epoch % 10 == 0 || epoch == settings.epochs {
            println!(
                "epoch {epoch}: {:.5} fitted, {:.5} checked",
                mean_loss(&weights, &sets.fit),
                mean_loss(&weights, &sets.check)
            );
        }
    }
    let origin = format!(
        "Fitted to {} quiet positions of {} games.",
        sets.fit.len(),
        sets.games
    );
    std::fs::write(&settings.out, source(&weights, &origin))
        .map_err(|error| format!("{}: {error}", settings.out.display()))?;
    println!("written: {}", settings.out.display());
    Ok(())
}

fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

fn gradient(weights: &Weights, samples: &Samples, batch: &[usize]) -> Gradient {
    let share = batch.len().div_ceil(threads());
    let mut sum = Gradient::zero();
    thread::scope(|scope| {
        let workers: Vec<_> = batch
            .chunks(share)
            .map(|part| scope.spawn(|| weights.gradient(samples, part.iter().copied())))
            .collect();
        // In order, so that the same seed gives the same sum.
        for worker in workers {
            match worker.join() {
                Ok(part) => sum.add(&part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    sum
}

fn mean_loss(weights: &Weights, samples: &Samples) -> f64 {
    weights.loss(samples, 0..samples.len()) / samples.len().max(1) as f64
}

/// The odds of a centipawn that suit the present weights best: the fit keeps
/// them, so that its centipawns mean what the search's margins take them for.
fn odds(samples: &Samples) -> f32 {
    let every = (samples.len() / 50_000).max(1);
    let loss = |odds: f64| {
        let positions = (0..samples.len()).step_by(every);
        Weights::current(odds as f32).loss(samples, positions)
    };
    golden_section(ODDS, 1e-5, loss) as f32
}
