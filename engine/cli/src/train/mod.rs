//! `ponder train`: trains a network on self-play games, with files and threads. The arithmetic is in
//! `lab::train`.
//!
//! `settings` parses the command line, `dataset` takes positions out of files, `checkpoint` saves the
//! state of a training.

mod checkpoint;
mod dataset;
mod settings;

use std::fs;
use std::num::NonZero;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use engine::eval::nnue::Network;
use engine::rng;
use engine::rules::Color;
use lab::train::{AdamW, FloatNetwork, NetworkGradient, Target, TrainingSample};
use rand::seq::SliceRandom;

use checkpoint::Checkpoint;
use dataset::{TrainingDataset, fit_sigmoid_scale};
pub use settings::TrainSettings;

/// A batch is summed in a fixed number of parts, so that the sum does not depend on the number of
/// threads.
const BATCH_PARTS: usize = 8;

/// Trains a network.
///
/// # Errors
/// A file fails.
pub fn run(settings: &TrainSettings) -> Result<(), String> {
    let dataset = TrainingDataset::read(&settings.games)?;
    let (training, validation) = (&dataset.training.0, &dataset.validation.0);
    if training.is_empty() || validation.is_empty() {
        return Err("too few games".to_owned());
    }
    let target = Target {
        sigmoid_scale: fit_sigmoid_scale(training),
        wdl_lambda: settings.wdl_lambda,
    };
    println!(
        "{} games, {} positions to learn from, {} to check by; a centipawn is {:.5} of log odds",
        dataset.games,
        training.len(),
        validation.len(),
        target.sigmoid_scale
    );
    let mut trainer = Trainer::new(settings, target);
    let training_id = trainer.training_id(training.len());
    let checkpoint = settings.checkpoint.as_ref().map(|path| Checkpoint {
        training_id: &training_id,
        path,
    });
    let mut done = 0;
    if let Some(checkpoint) = &checkpoint {
        done = checkpoint.load(&mut trainer.network, &mut trainer.optimiser)?;
        println!("{done} epochs are done");
    }
    for epoch in done..settings.epochs {
        let start = Instant::now();
        let loss = trainer.epoch(epoch, training) / training.len() as f64;
        let checked = trainer.loss(validation) / validation.len() as f64;
        let pace = training.len() as f64 / start.elapsed().as_secs_f64();
        println!(
            "epoch {}: {loss:.6} learning, {checked:.6} checked, {pace:.0} positions a second",
            epoch + 1
        );
        if let Some(checkpoint) = &checkpoint {
            checkpoint.save(epoch + 1, &trainer.network, &trainer.optimiser)?;
        }
    }
    let about = format!(
        "{}; {} positions of {} games; {} epochs",
        settings.about,
        training.len(),
        dataset.games,
        settings.epochs
    );
    let about = about.trim_start_matches("; ").to_owned();
    let network = trainer
        .network
        .quantised(target, about)
        .map_err(|error| error.to_string())?;
    println!(
        "whole numbers differ from floats by {:.2} centipawns on average",
        quantisation_error(&trainer.network, &network, target, validation)
    );
    fs::write(&settings.out, network.write())
        .map_err(|error| format!("{}: {error}", settings.out.display()))?;
    println!("written: {}", settings.out.display());
    Ok(())
}

/// A network in training with its optimiser.
struct Trainer<'a> {
    settings: &'a TrainSettings,
    target: Target,
    network: FloatNetwork,
    optimiser: AdamW,
    /// The gradients of a batch's parts, and their sum.
    parts: Vec<Mutex<NetworkGradient>>,
    sum: NetworkGradient,
}

impl<'a> Trainer<'a> {
    fn new(settings: &'a TrainSettings, target: Target) -> Trainer<'a> {
        let shape = settings.shape();
        Trainer {
            settings,
            target,
            network: FloatNetwork::new(shape, settings.seed),
            optimiser: AdamW::new(shape),
            parts: (0..BATCH_PARTS)
                .map(|_| Mutex::new(NetworkGradient::new(shape)))
                .collect(),
            sum: NetworkGradient::new(shape),
        }
    }

    /// Identifies the training by its settings; the sigmoid scale tells other games apart.
    fn training_id(&self, positions: usize) -> String {
        let TrainSettings {
            width,
            outputs,
            epochs,
            learning_rate,
            wdl_lambda,
            batch_size,
            seed,
            ..
        } = self.settings;
        format!(
            "ponder training 1 positions={positions} odds={} width={width} outputs={outputs} epochs={epochs} \
             rate={learning_rate} results={wdl_lambda} batch={batch_size} seed={seed}",
            self.target.sigmoid_scale
        )
    }

    /// Trains on all positions once; returns the summed loss.
    fn epoch(&mut self, epoch: u32, training: &[TrainingSample]) -> f64 {
        let mut order: Vec<u32> = (0..training.len() as u32).collect();
        order.shuffle(&mut rng(self.settings.seed ^ u64::from(epoch + 1) << 32));
        let batches = order.len().div_ceil(self.settings.batch_size);
        let mut loss = 0.0;
        for (index, batch) in order.chunks(self.settings.batch_size).enumerate() {
            self.gradient(training, batch);
            loss += self.sum.loss;
            let progress = f64::from(epoch) + index as f64 / batches as f64;
            let progress = progress / f64::from(self.settings.epochs);
            let cosine = 0.5 * (1.0 + (std::f64::consts::PI * progress).cos());
            let learning_rate = self.settings.learning_rate * cosine as f32;
            self.optimiser
                .step(&mut self.network, &self.sum, batch.len(), learning_rate);
        }
        loss
    }

    /// Sums the gradient of a batch.
    fn gradient(&mut self, training: &[TrainingSample], batch: &[u32]) {
        let share = batch.len().div_ceil(BATCH_PARTS);
        let (network, target, parts) = (&self.network, self.target, &self.parts);
        parallel_for(BATCH_PARTS, |part| {
            let Ok(mut gradient) = parts[part].lock() else {
                return;
            };
            gradient.clear();
            let own = batch.chunks(share).nth(part).unwrap_or_default();
            let samples = own.iter().map(|&index| &training[index as usize]);
            network.gradient(samples, target, &mut gradient);
        });
        self.sum.clear();
        for part in &mut self.parts {
            if let Ok(part) = part.get_mut() {
                self.sum.add(part);
            }
        }
    }

    fn loss(&self, samples: &[TrainingSample]) -> f64 {
        let share = samples.len().div_ceil(BATCH_PARTS);
        let sums = Mutex::new([0.0; BATCH_PARTS]);
        parallel_for(BATCH_PARTS, |part| {
            let own = samples.chunks(share).nth(part).unwrap_or_default();
            let loss = self.network.loss(own.iter(), self.target);
            if let Ok(mut sums) = sums.lock() {
                sums[part] = loss;
            }
        });
        sums.into_inner().map_or(0.0, |sums| sums.iter().sum())
    }
}

/// Calls `work` for each number below `count`, on all cores.
fn parallel_for(count: usize, work: impl Fn(usize) + Sync) {
    let threads = thread::available_parallelism().map_or(1, NonZero::get);
    let next = std::sync::atomic::AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads.min(count) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    work(number);
                }
            });
        }
    });
}

/// The mean absolute difference between the float and the quantised network, centipawns.
fn quantisation_error(
    float_network: &FloatNetwork,
    network: &Network,
    target: Target,
    samples: &[TrainingSample],
) -> f64 {
    let some = samples.iter().step_by((samples.len() / 10_000).max(1));
    let differences = some.map(|sample| {
        let (placement, views) = sample.as_white();
        let quantised = network.evaluate(&placement, views, Color::White);
        f64::from((float_network.output(sample) / target.sigmoid_scale - quantised as f32).abs())
    });
    let (count, sum) = differences.fold((0, 0.0), |(count, sum), one| (count + 1, sum + one));
    sum / f64::from(count.max(1))
}
