//! `ponder datagen`: self-play games on all cores. The games themselves are in `lab::datagen`.
//!
//! `settings` parses the command line, `file_writer` writes the games in their order, `file_stats` counts
//! what files of games contain.

mod file_stats;
mod file_writer;
mod settings;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use lab::datagen::{SelfPlay, SelfPlayGame};

use crate::command_line;
use file_stats::GameFileStats;
use file_writer::GameFileWriter;
use settings::{DatagenSettings, SelfPlaySettings, USAGE};

/// Between two lines of progress.
const PROGRESS_INTERVAL: Duration = Duration::from_secs(60);

/// Plays games or counts them. Exit status: 0 on success, 1 when a file fails, 2 for invalid arguments.
pub fn run(arguments: &[&str]) -> ExitCode {
    command_line::run_command(
        "datagen",
        USAGE,
        arguments,
        DatagenSettings::parse,
        |settings| match settings {
            DatagenSettings::Play(settings) => play(&settings),
            DatagenSettings::Stats(files) => {
                let mut stats = GameFileStats::default();
                files.iter().try_for_each(|path| stats.add_file(path))?;
                println!("{stats}");
                Ok(())
            }
        },
    )
}

/// Plays the missing games. The file has them in the order of their numbers, whichever thread was
/// faster.
fn play(settings: &SelfPlaySettings) -> Result<(), String> {
    let (mut file, existing) = GameFileWriter::open(&settings.out, &settings.config)?;
    file.flush()?;
    println!("{existing} of {} games are there", settings.games);
    let next = AtomicU64::new(existing);
    let (sender, played) = mpsc::sync_channel::<(u64, SelfPlayGame)>(settings.threads);
    thread::scope(|scope| {
        for _ in 0..settings.threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut player = SelfPlay::new(settings.config.clone());
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // The receiver is gone when a game could not be written.
                    if number >= settings.games
                        || sender.send((number, player.game(number))).is_err()
                    {
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
