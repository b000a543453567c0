//! `ponder datagen`: games of the engine against itself, on all cores. What a game is, is in
//! `lab::datagen`.
//!
//! `settings` reads the command line, `file` keeps the games in their order, `about` says what is
//! in such files.

mod about;
mod file;
mod settings;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::{Duration, Instant};

use lab::datagen::{Record, SelfPlay};

use crate::command_line;
use about::About;
use file::GamesFile;
use settings::{Play, Settings, USAGE};

/// How often it says how far it is.
const EVERY: Duration = Duration::from_secs(60);

/// Plays as the arguments say: 0 when it is done, 1 when a file fails, 2 when the arguments cannot
/// be read.
pub fn run(arguments: &[&str]) -> ExitCode {
    command_line::run_command(
        "datagen",
        USAGE,
        arguments,
        Settings::read,
        |settings| match settings {
            Settings::Play(settings) => play(&settings),
            Settings::About(files) => {
                let mut about = About::default();
                files.iter().try_for_each(|path| about.read(path))?;
                println!("{about}");
                Ok(())
            }
        },
    )
}

/// Plays the games that are missing; they are in the file in the order of their numbers, whichever
/// thread was faster.
fn play(settings: &Play) -> Result<(), String> {
    let (mut file, begun) = GamesFile::open(&settings.out, &settings.rules)?;
    file.write()?;
    println!("{begun} of {} games are there", settings.games);
    let next = AtomicU64::new(begun);
    let (sender, played) = mpsc::sync_channel::<(u64, Record)>(settings.threads);
    thread::scope(|scope| {
        for _ in 0..settings.threads {
            let (sender, next) = (sender.clone(), &next);
            scope.spawn(move || {
                let mut player = SelfPlay::new(settings.rules.clone());
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    // Nobody takes games any more when one could not be written.
                    if number >= settings.games
                        || sender.send((number, player.game(number))).is_err()
                    {
                        return;
                    }
                }
            });
        }
        drop(sender);
        keep(&mut file, begun, played)
    })
}

fn keep(
    file: &mut GamesFile,
    begun: u64,
    played: mpsc::Receiver<(u64, Record)>,
) -> Result<(), String> {
    let start = Instant::now();
    let mut said = start;
    let (mut next, mut positions) = (begun, 0);
    let mut waiting = BTreeMap::new();
    let say = |games: u64, positions: usize| {
        let pace = positions as f64 / start.elapsed().as_secs_f64();
        println!("{games} games, {positions} positions now, {pace:.0} each second");
    };
    for (number, record) in played {
        waiting.insert(number, record);
        while let Some(record) = waiting.remove(&next) {
            file.add(&record);
            positions += record.moves.len();
            next += 1;
        }
        file.write()?;
        if said.elapsed() >= EVERY {
            said = Instant::now();
            say(next, positions);
        }
    }
    say(next, positions);
    Ok(())
}
