//! `ponder train`: trains a network on self-play games, with files and threads. The arithmetic is in
//! `lab::train`.
//!
//! `settings` parses the command line, `dataset` takes positions out of games, `trainer` trains on all cores, `checkpoint` saves the state of a training.

mod checkpoint;
mod dataset;
mod settings;
mod trainer;

use std::fs;
use std::time::Instant;

use engine::eval::nnue::Network;
use engine::rules::Color;
use lab::train::{FloatNetwork, Target, TrainingSample};

use crate::game_files::GameFiles;
use checkpoint::Checkpoint;
use dataset::TrainingDataset;
pub use settings::TrainSettings;
use trainer::Trainer;

/// Trains a network.
///
/// # Errors
/// A file fails.
pub fn run(settings: &TrainSettings) -> Result<(), String> {
    let dataset = TrainingDataset::new(GameFiles::open(&settings.games)?)?;
    let target = Target {
        sigmoid_scale: dataset.fit_sigmoid_scale()?,
        wdl_lambda: settings.wdl_lambda,
    };
    println!(
        "{} games, {} positions to check by; a centipawn is {:.5} of log odds",
        dataset.games(),
        dataset.validation.len(),
        target.sigmoid_scale
    );
    let trainer = train(settings, &dataset, target)?;
    let about = format!(
        "{}; {} positions of {} games; {} epochs",
        settings.about,
        trainer.positions,
        dataset.games(),
        settings.epochs
    );
    let mut about = about.trim_start_matches("; ").to_owned();
    if let Some(network) = &settings.from {
        about += &format!("; begun with {:08x}", network.checksum());
    }
    let network = trainer.network.quantised(target, about);
    let network = network.map_err(|error| error.to_string())?;
    print_quantised(&trainer.network, &network, target, &dataset.validation);
    fs::write(&settings.out, network.write())
        .map_err(|error| format!("{}: {error}", settings.out.display()))?;
    println!("written: {}", settings.out.display());
    Ok(())
}

/// Trains all epochs, or those after the checkpoint's.
fn train<'a>(
    settings: &'a TrainSettings,
    dataset: &TrainingDataset,
    target: Target,
) -> Result<Trainer<'a>, String> {
    let mut trainer = Trainer::new(settings, target)?;
    let training_id = trainer.training_id(dataset.games());
    let checkpoint = settings.checkpoint.as_ref().map(|path| Checkpoint {
        training_id: &training_id,
        path,
    });
    let mut done = 0;
    if let Some(checkpoint) = &checkpoint {
        done = checkpoint.load(&mut trainer)?;
        println!("{done} epochs are done");
    }
    for epoch in done..settings.epochs {
        let start = Instant::now();
        let pass = dataset.pass(trainer.seed(epoch), trainer.window());
        let loss = trainer.epoch(epoch, pass)? / trainer.positions as f64;
        let pace = trainer.positions as f64 / start.elapsed().as_secs_f64();
        let checked = trainer.loss(&dataset.validation) / dataset.validation.len() as f64;
        println!(
            "epoch {}: {loss:.6} learning, {checked:.6} checked, {pace:.0} positions a second",
            epoch + 1
        );
        if let Some(checkpoint) = &checkpoint {
            checkpoint.save(epoch + 1, &trainer)?;
        }
    }
    Ok(trainer)
}

/// Says what the integers lose against the floats: the mean difference in centipawns, and the loss over
/// some positions by each.
fn print_quantised(
    floats: &FloatNetwork,
    network: &Network,
    target: Target,
    samples: &[TrainingSample],
) {
    let some: Vec<&TrainingSample> = samples
        .iter()
        .step_by((samples.len() / 100_000).max(1))
        .collect();
    let (mut difference, mut loss) = (0.0, [0.0; 2]);
    for sample in &some {
        let (placement, views) = sample.as_white();
        let logits = [
            floats.output(sample),
            network.evaluate(&placement, views, Color::White) as f32 * target.sigmoid_scale,
        ];
        difference += f64::from((logits[0] - logits[1]).abs() / target.sigmoid_scale);
        for (loss, logit) in loss.iter_mut().zip(logits) {
            *loss += target.squared_error(logit, sample);
        }
    }
    let count = some.len() as f64;
    println!(
        "whole numbers differ from floats by {:.2} centipawns on average; checked {:.6} and {:.6}",
        difference / count,
        loss[1] / count,
        loss[0] / count
    );
}
