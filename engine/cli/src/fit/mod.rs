//! `ponder fit`: fits the evaluation's weights to games, with files and threads. The arithmetic is in
//! `lab::fit`.
//!
//! `settings` parses the command line, `dataset` takes positions out of files.

mod dataset;
mod settings;

use std::num::NonZero;
use std::thread;

use engine::rng;
use lab::fit::{Adam, FitSamples, FittedWeights, WeightGradient, weights_source};
use lab::golden_section;
use rand::seq::SliceRandom;

use dataset::FitDataset;
pub use settings::FitSettings;

/// Positions of a step.
const BATCH_SIZE: usize = 16_384;
/// The range of the sigmoid scale.
const SIGMOID_SCALES: [f64; 2] = [0.001, 0.02];

/// Fits the weights.
///
/// # Errors
/// A file fails.
pub fn run(settings: &FitSettings) -> Result<(), String> {
    let dataset = FitDataset::read(&settings.games, settings.score_share)?;
    println!(
        "{} games, {} positions to fit, {} to check",
        dataset.games,
        dataset.fit.len(),
        dataset.validation.len()
    );
    if dataset.fit.is_empty() || dataset.validation.is_empty() {
        return Err("too few games".to_owned());
    }
    let mut weights = FittedWeights::current(fit_sigmoid_scale(&dataset.fit));
    let mut optimiser = Adam::new(&weights);
    let mut order: Vec<usize> = (0..dataset.fit.len()).collect();
    let mut rng = rng(settings.seed);
    println!(
        "a centipawn is {:.5} of log odds; error before: {:.5} fitted, {:.5} checked",
        weights.sigmoid_scale,
        mean_loss(&weights, &dataset.fit),
        mean_loss(&weights, &dataset.validation)
    );
    for epoch in 1..=settings.epochs {
        order.shuffle(&mut rng);
        // Cosine schedule.
        let progress = (epoch - 1) as f32 / settings.epochs as f32;
        let learning_rate =
            settings.learning_rate * 0.5 * (1.0 + (std::f32::consts::PI * progress).cos());
        for batch in order.chunks(BATCH_SIZE) {
            let gradient = gradient(&weights, &dataset.fit, batch);
            optimiser.step(
                &mut weights,
                &gradient,
                learning_rate,
                settings.decay * learning_rate,
            );
        }
        if epoch % 10 == 0 || epoch == settings.epochs {
            println!(
                "epoch {epoch}: {:.5} fitted, {:.5} checked",
                mean_loss(&weights, &dataset.fit),
                mean_loss(&weights, &dataset.validation)
            );
        }
    }
    let origin = format!(
        "Fitted to {} quiet positions of {} games.",
        dataset.fit.len(),
        dataset.games
    );
    std::fs::write(&settings.out, weights_source(&weights, &origin))
        .map_err(|error| format!("{}: {error}", settings.out.display()))?;
    println!("written: {}", settings.out.display());
    Ok(())
}

fn threads() -> usize {
    thread::available_parallelism().map_or(1, NonZero::get)
}

fn gradient(weights: &FittedWeights, samples: &FitSamples, batch: &[usize]) -> WeightGradient {
    let share = batch.len().div_ceil(threads());
    let mut sum = WeightGradient::zero();
    thread::scope(|scope| {
        let workers: Vec<_> = batch
            .chunks(share)
            .map(|part| scope.spawn(|| weights.gradient(samples, part.iter().copied())))
            .collect();
        // In order, so that equal seeds give equal sums.
        for worker in workers {
            match worker.join() {
                Ok(part) => sum.add(&part),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    sum
}

fn mean_loss(weights: &FittedWeights, samples: &FitSamples) -> f64 {
    weights.loss(samples, 0..samples.len()) / samples.len().max(1) as f64
}

/// The sigmoid scale that fits the present weights best. The fit keeps it, so that centipawns keep the
/// meaning that the search's margins rely on.
fn fit_sigmoid_scale(samples: &FitSamples) -> f32 {
    let every = (samples.len() / 50_000).max(1);
    let loss = |scale: f64| {
        let positions = (0..samples.len()).step_by(every);
        FittedWeights::current(scale as f32).loss(samples, positions)
    };
    golden_section(SIGMOID_SCALES, 1e-5, loss) as f32
}
