//! `ponder train`: a network from games. Owns files and threads; the arithmetic is in
//! `lab::train`.
//!
//! `settings` reads the command line, `games` takes positions out of files, `checkpoint` keeps how
//! far it is.

mod checkpoint;
mod games;
mod settings;

use std::fs;
use std::num::NonZero;
use std::process::ExitCode;
use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use engine::eval::nnue::Network;
use engine::rng;
use engine::rules::Color;
use lab::train::{AdamW, Gradient, Model, Sample, Target};
use rand::seq::SliceRandom;

use crate::command_line;
use checkpoint::Checkpoint;
use games::Sets;
use settings::{Settings, USAGE};

/// A batch is added up in so many parts, however many threads there are, so that the sum is the same
/// everywhere.
const PARTS: usize = 8;

/// Trains as the arguments say: 0 when it is done, 1 when a file fails, 2 when the arguments cannot
/// be read.
pub fn run(arguments: &[&str]) -> ExitCode {
    command_line::run_command("train", USAGE, arguments, Settings::read, |settings| {
        train(&settings)
    })
}

fn train(settings: &Settings) -> Result<(), String> {
    let sets = Sets::read(&settings.games)?;
    let (learn, check) = (&sets.learn.0, &sets.check.0);
    if learn.is_empty() || check.is_empty() {
        return Err("too few games".to_owned());
    }
    let target = Target {
        odds: games::odds(learn),
        results: settings.results,
    };
    println!(
        "{} games, {} positions to learn from, {} to check by; a centipawn is {:.5} of log odds",
        sets.games,
        learn.len(),
        check.len(),
        target.odds
    );
    let mut training = Training::new(settings, target);
    let of = training.name(learn.len());
    let checkpoint = settings
        .checkpoint
        .as_ref()
        .map(|path| Checkpoint { of: &of, path });
    let mut done = 0;
    if let Some(checkpoint) = &checkpoint {
        done = checkpoint.load(&mut training.model, &mut training.optimiser)?;
        println!("{done} epochs are done");
    }
    for epoch in done..settings.epochs {
        let begun = Instant::now();
        let loss = training.epoch(epoch, learn) / learn.len() as f64;
        let checked = training.loss(check) / check.len() as f64;
        let pace = learn.len() as f64 / begun.elapsed().as_secs_f64();
        println!(
            "epoch {}: {loss:.6} learning, {checked:.6} checked, {pace:.0} positions a second",
            epoch + 1
        );
        if let Some(checkpoint) = &checkpoint {
            checkpoint.keep(epoch + 1, &training.model, &training.optimiser)?;
        }
    }
    let about = format!(
        "{}; {} positions of {} games; {} epochs",
        settings.about,
        learn.len(),
        sets.games,
        settings.epochs
    );
    let about = about.trim_start_matches("; ").to_owned();
    let network = training
        .model
        .quantised(target, about)
        .map_err(|error| error.to_string())?;
    println!(
        "whole numbers differ from floats by {:.2} centipawns on average",
        difference(&training.model, &network, target, check)
    );
    fs::write(&settings.out, network.write())
        .map_err(|error| format!("{}: {error}", settings.out.display()))?;
    println!("written: {}", settings.out.display());
    Ok(())
}

/// A network and what teaches it.
struct Training<'a> {
    settings: &'a Settings,
    target: Target,
    model: Model,
    optimiser: AdamW,
    /// The parts of a batch, and their sum.
    parts: Vec<Mutex<Gradient>>,
    sum: Gradient,
}

impl<'a> Training<'a> {
    fn new(settings: &'a Settings, target: Target) -> Training<'a> {
        let shape = settings.shape;
        Training {
            settings,
            target,
            model: Model::new(shape, settings.seed),
            optimiser: AdamW::new(shape),
            parts: (0..PARTS)
                .map(|_| Mutex::new(Gradient::new(shape)))
                .collect(),
            sum: Gradient::new(shape),
        }
    }

    /// What makes it this training and no other; the odds tell other games from these.
    fn name(&self, positions: usize) -> String {
        let Settings {
            shape,
            epochs,
            rate,
            results,
            batch,
            seed,
            ..
        } = self.settings;
        format!(
            "ponder training 1 positions={positions} odds={} width={} outputs={} epochs={epochs} \
             rate={rate} results={results} batch={batch} seed={seed}",
            self.target.odds, shape.width, shape.outputs
        )
    }

    /// Once through all positions; the summed error on the way.
    fn epoch(&mut self, epoch: u32, learn: &[Sample]) -> f64 {
        let mut order: Vec<u32> = (0..learn.len() as u32).collect();
        order.shuffle(&mut rng(self.settings.seed ^ u64::from(epoch + 1) << 32));
        let batches = order.len().div_ceil(self.settings.batch);
        let mut loss = 0.0;
        for (index, batch) in order.chunks(self.settings.batch).enumerate() {
            self.gradient(learn, batch);
            loss += self.sum.loss;
            let done = f64::from(epoch) + index as f64 / batches as f64;
            let done = done / f64::from(self.settings.epochs);
            let left = 0.5 * (1.0 + (std::f64::consts::PI * done).cos());
            let rate = self.settings.rate * left as f32;
            self.optimiser
                .step(&mut self.model, &self.sum, batch.len(), rate);
        }
        loss
    }

    /// Adds up a batch.
    fn gradient(&mut self, learn: &[Sample], batch: &[u32]) {
        let share = batch.len().div_ceil(PARTS);
        let (model, target, parts) = (&self.model, self.target, &self.parts);
        each(PARTS, |part| {
            let Ok(mut gradient) = parts[part].lock() else {
                return;
            };
            gradient.clear();
            let own = batch.chunks(share).nth(part).unwrap_or_default();
            let samples = own.iter().map(|&index| &learn[index as usize]);
            model.gradient(samples, target, &mut gradient);
        });
        self.sum.clear();
        for part in &mut self.parts {
            if let Ok(part) = part.get_mut() {
                self.sum.add(part);
            }
        }
    }

    fn loss(&self, check: &[Sample]) -> f64 {
        let share = check.len().div_ceil(PARTS);
        let sums = Mutex::new([0.0; PARTS]);
        each(PARTS, |part| {
            let own = check.chunks(share).nth(part).unwrap_or_default();
            let loss = self.model.loss(own.iter(), self.target);
            if let Ok(mut sums) = sums.lock() {
                sums[part] = loss;
            }
        });
        sums.into_inner().map_or(0.0, |sums| sums.iter().sum())
    }
}

/// Does something with each number below `count`, on all cores.
fn each(count: usize, work: impl Fn(usize) + Sync) {
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

/// By how much whole numbers differ from floats on average, centipawns.
fn difference(model: &Model, network: &Network, target: Target, check: &[Sample]) -> f64 {
    let some = check.iter().step_by((check.len() / 10_000).max(1));
    let differences = some.map(|sample| {
        let (placement, views) = sample.seen_as_white();
        let whole = network.evaluate(&placement, views, Color::White);
        f64::from((model.output(sample) / target.odds - whole as f32).abs())
    });
    let (count, sum) = differences.fold((0, 0.0), |(count, sum), one| (count + 1, sum + one));
    sum / f64::from(count.max(1))
}
