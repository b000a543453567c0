//! `ponder datagen`: self-play games on all cores. The games themselves are in `lab::datagen`.
//!
//! `settings` parses the command line, `file_writer` writes the games in their order, `file_stats` counts
//! what files of games contain.

mod file_stats;
mod file_writer;
mod settings;

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use lab::datagen::{SelfPlay, SelfPlayGame};

use file_stats::GameFileStats;
use file_writer::GameFileWriter;
pub use settings::DatagenSettings;

/// Between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(60);

/// Plays games or counts them.
///
/// # Errors
/// A file fails.
pub fn run(settings: &DatagenSettings) -> Result<(), String> {
    if let (Some(out), Some(games)) = (&settings.out, settings.games) {
        return play(out, games, settings);
    }
    let mut stats = GameFileStats::default();
    stats.add_files(&settings.about)?;
    println!("{stats}");
    Ok(())
}

/// Plays the missing games. The file has them in the order of their numbers, whichever thread was
/// faster.
fn play(out: &Path, games: u64, settings: &DatagenSettings) -> Result<(), String> {
    let (config, threads) = (settings.self_play(), settings.threads());
    let (mut file, existing) = GameFileWriter::open(out, &config)?;
    file.flush()?;
    println!("{existing} of {games} games are there");
    let next = AtomicU64::new(existing);
    let (sender, played) = mpsc::sync_channel::<(u64, SelfPlayGame)>(threads);
    thread::scope(|scope| {
        for _ in 0..threads {
            let (sender, next, config) = (sender.clone(), &next, &config);
            scope.spawn(move || {
                let mut player = SelfPlay::new(config.clone());
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver is gone when a game could not be written.
                    if number >= games || sender.send((number, player.game(number))).is_err() {
                        return;
                    }
                }
            });
        }
        drop(sender);
        write_in_order(&mut file, existing, played)
    })
}

fn write_in_order(
    file: &mut GameFileWriter,
    existing: u64,
    played: mpsc::Receiver<(u64, SelfPlayGame)>,
) -> Result<(), String> {
    let start = Instant::now();
    let mut last_printed = start;
    let (mut next, mut positions) = (existing, 0);
    let mut waiting = BTreeMap::new();
    let print_progress = |games: u64, positions: usize| {
        let pace = positions as f64 / start.elapsed().as_secs_f64();
        println!("{games} games, {positions} positions now, {pace:.0} each second");
    };
    for (number, game) in played {
        waiting.insert(number, game);
        while let Some(game) = waiting.remove(&next) {
            file.add(&game);
            positions += game.moves.len();
            next += 1;
        }
        file.flush()?;
        if last_printed.elapsed() >= PROGRESS_INTERVAL {
            last_printed = Instant::now();
            print_progress(next, positions);
        }
    }
    print_progress(next, positions);
    Ok(())
}
