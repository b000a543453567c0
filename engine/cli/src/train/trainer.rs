//! Trains on all cores. A batch is summed in a fixed number of parts, so that the result does not depend
//! on the number of threads.

use std::num::NonZero;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

use engine::eval::nnue::Network;
use lab::train::{AdamW, FloatNetwork, NetworkGradient, Target, TrainingSample, Window};

use super::settings::TrainSettings;

/// Parts of a batch.
const BATCH_PARTS: usize = 8;
/// Positions shuffled at once, 64 MB; three such windows are in memory.
const WINDOW: usize = 1 << 21;

/// A network in training with its optimiser.
pub struct Trainer<'a> {
    settings: &'a TrainSettings,
    target: Target,
    pub network: FloatNetwork,
    pub optimiser: AdamW,
    /// Positions of an epoch, once there was one.
    pub positions: u64,
    /// The gradients of a batch's parts, and their sum.
    parts: Vec<Mutex<NetworkGradient>>,
    sum: NetworkGradient,
}

impl<'a> Trainer<'a> {
    /// # Errors
    /// The settings' first network does not fit.
    pub fn new(settings: &'a TrainSettings, target: Target) -> Result<Trainer<'a>, String> {
        let shape = settings.shape();
        Ok(Trainer {
            settings,
            target,
            network: settings.first_network()?,
            optimiser: AdamW::new(shape),
            positions: 0,
            parts: (0..BATCH_PARTS)
                .map(|_| Mutex::new(NetworkGradient::new(shape)))
                .collect(),
            sum: NetworkGradient::new(shape),
        })
    }

    /// Identifies the training by its settings; the sigmoid scale tells other games apart.
    pub fn training_id(&self, games: usize) -> String {
        let TrainSettings {
            width,
            outputs,
            epochs,
            learning_rate,
            wdl_lambda,
            batch_size,
            seed,
            from,
            ..
        } = self.settings;
        let from = from.as_ref().map_or(0, Network::checksum);
        format!(
            "ponder training 3 games={games} odds={} width={width} outputs={outputs} epochs={epochs} \
             rate={learning_rate} results={wdl_lambda} batch={batch_size} seed={seed} from={from:08x}",
            self.target.sigmoid_scale
        )
    }

    /// The seed of an epoch's order.
    pub fn seed(&self, epoch: u32) -> u64 {
        self.settings.seed ^ u64::from(epoch + 1) << 32
    }

    /// Positions of a window: whole batches.
    pub fn window(&self) -> usize {
        let batch = self.settings.batch_size;
        (WINDOW / batch).max(1) * batch
    }

    /// Trains on all windows of a pass, each while the next one is read; returns the summed loss.
    ///
    /// # Errors
    /// A window cannot be read, or there is none.
    pub fn epoch(
        &mut self,
        epoch: u32,
        pass: impl Iterator<Item = Result<Window, String>> + Send,
    ) -> Result<f64, String> {
        self.positions = 0;
        let mut loss = 0.0;
        let mut before = 0.0;
        thread::scope(|scope| {
            let (sender, windows) = mpsc::sync_channel(1);
            scope.spawn(move || {
                for window in pass {
                    // The receiver is gone after an error.
                    if sender.send(window).is_err() {
                        return;
                    }
                }
            });
            for window in windows {
                let Window { samples, progress } = window?;
                let batches = samples.len().div_ceil(self.settings.batch_size);
                for (index, batch) in samples.chunks(self.settings.batch_size).enumerate() {
                    let share = index as f64 / batches as f64;
                    self.step(
                        batch,
                        f64::from(epoch) + before + share * (progress - before),
                    );
                    loss += self.sum.loss;
                }
                self.positions += samples.len() as u64;
                before = progress;
            }
            match self.positions {
                0 => Err("no quiet positions to learn from".to_owned()),
                _ => Ok(loss),
            }
        })
    }

    /// A step against the gradient of a batch, after so many epochs.
    fn step(&mut self, batch: &[TrainingSample], epochs: f64) {
        self.gradient(batch);
        let progress = epochs / f64::from(self.settings.epochs);
        let cosine = 0.5 * (1.0 + (std::f64::consts::PI * progress).cos());
        let learning_rate = self.settings.learning_rate * cosine as f32;
        self.optimiser
            .step(&mut self.network, &self.sum, batch.len(), learning_rate);
    }

    /// Sums the gradient of a batch.
    fn gradient(&mut self, batch: &[TrainingSample]) {
        let share = batch.len().div_ceil(BATCH_PARTS);
        let (network, target, parts) = (&self.network, self.target, &self.parts);
        parallel_for(BATCH_PARTS, |part| {
            let Ok(mut gradient) = parts[part].lock() else {
                return;
            };
            gradient.clear();
            let own = batch.chunks(share).nth(part).unwrap_or_default();
            network.gradient(target.with_targets(own), &mut gradient);
        });
        self.sum.clear();
        for part in &mut self.parts {
            if let Ok(part) = part.get_mut() {
                self.sum.add(part);
            }
        }
    }

    /// The sum of squared errors over samples.
    pub fn loss(&self, samples: &[TrainingSample]) -> f64 {
        let share = samples.len().div_ceil(BATCH_PARTS).max(1);
        let sums = Mutex::new([0.0; BATCH_PARTS]);
        parallel_for(BATCH_PARTS, |part| {
            let own = samples.chunks(share).nth(part).unwrap_or_default();
            let loss = self.network.loss(self.target.with_targets(own));
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
    let next = AtomicUsize::new(0);
    thread::scope(|scope| {
        for _ in 0..threads.min(count) {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        return;
                    }
                    work(number);
                }
            });
        }
    });
}

#[cfg(test)]
mod tests {
    use std::fs;

    use engine::eval::Evaluation;
    use lab::datagen::{GameFileReader, SelfPlay, SelfPlayConfig, SelfPlayGame};
    use lab::train::{ShuffledPass, TrainingSamples};

    use super::*;
    use crate::command_line::{Subcommand, parse};
    use crate::game_files::GameFiles;
    use crate::train::dataset::TrainingDataset;

    const TARGET: Target = Target {
        sigmoid_scale: 0.005,
        wdl_lambda: 0.2,
    };
    const SEED: u64 = 9;
    /// Several windows in an epoch.
    const WINDOW: usize = 512;

    fn settings() -> TrainSettings {
        let line = "train --games a --out n --width 32 --outputs 2 --epochs 2 --batch 128";
        match parse(&line.split(' ').collect::<Vec<_>>()) {
            Ok(Subcommand::Train(settings)) => settings,
            _ => panic!("the settings are sound"),
        }
    }

    #[test]
    fn games_read_while_it_trains_give_the_network_of_games_in_memory() {
        let config = SelfPlayConfig {
            seed: 1,
            nodes: 10,
            eval_config: Evaluation::Material.into(),
        };
        let mut player = SelfPlay::new(config.clone());
        let games: Vec<SelfPlayGame> = (0..100).map(|number| player.game(number)).collect();
        // In two files.
        let folder = std::env::temp_dir().join(format!("ponder-train-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let paths = ["a", "b"].map(|name| folder.join(name));
        for (path, games) in paths.iter().zip(games.chunks(70)) {
            let mut bytes = GameFileReader::header_of(&config).into_bytes();
            games.iter().for_each(|game| game.write(&mut bytes));
            fs::write(path, bytes).unwrap();
        }

        let settings = settings();
        let dataset = TrainingDataset::new(GameFiles::open(&paths).unwrap()).unwrap();
        let mut streaming = Trainer::new(&settings, TARGET).unwrap();
        let mut losses = Vec::new();
        for epoch in 0..2 {
            let pass = dataset.pass(SEED, WINDOW);
            losses.push(streaming.epoch(epoch, pass).unwrap());
        }

        // The 50th and the 100th game are kept apart.
        let learnt: Vec<TrainingSamples> = (0..100)
            .filter(|number| number % 50 != 49)
            .map(|number| {
                let mut samples = TrainingSamples::default();
                samples.add_game(&games[number]).unwrap();
                samples
            })
            .collect();
        let mut in_memory = Trainer::new(&settings, TARGET).unwrap();
        for (epoch, streamed) in losses.into_iter().enumerate() {
            let pass =
                ShuffledPass::new(SEED, 98, WINDOW, |index, samples: &mut TrainingSamples| {
                    samples.0.extend(&learnt[index as usize].0);
                    Ok::<(), String>(())
                });
            let windows: Vec<Window> = pass.map(Result::unwrap).collect();
            assert!(windows.len() > 2);
            let (mut loss, mut begin) = (0.0, 0.0);
            for Window { samples, progress } in windows {
                let batches = samples.chunks(128);
                let count = batches.len() as f64;
                for (index, batch) in batches.enumerate() {
                    let share = index as f64 / count;
                    in_memory.step(batch, epoch as f64 + begin + share * (progress - begin));
                    loss += in_memory.sum.loss;
                }
                begin = progress;
            }
            assert_eq!(loss, streamed);
        }
        assert_eq!(streaming.network, in_memory.network);
        fs::remove_dir_all(folder).unwrap();
    }
}
