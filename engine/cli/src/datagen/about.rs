//! What is in files of games.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use engine::rules::{Color, Game};
use lab::datagen::{GamesError, Record};

use crate::self_play_file;

/// Where one bar of the histogram ends and the next begins, centipawns off balance.
const STEPS: [u16; 8] = [25, 50, 100, 200, 400, 800, 1_600, 3_200];

/// Counts of games and positions.
#[derive(Default)]
pub struct About {
    games: u64,
    /// Won by White, drawn, won by Black.
    results: [u64; 3],
    positions: u64,
    bytes: u64,
    /// Positions by the size of their score: below each step, and beyond the last.
    scores: [u64; STEPS.len() + 1],
    mates: u64,
    /// Positions that are searched and were before.
    twice: u64,
    seen: HashSet<u64>,
}

impl About {
    /// Reads a file; one that is still growing, as far as it goes.
    ///
    /// # Errors
    /// It can't be read, or what is in it.
    pub fn read(&mut self, path: &Path) -> Result<(), String> {
        let mut bytes = Vec::new();
        let read = self_play_file::each_game(path, |record| {
            record.write(&mut bytes);
            self.bytes += std::mem::take(&mut bytes).len() as u64;
            self.take(record)
        })?;
        match read {
            true => Ok(()),
            false => Err(format!("{}: {}", path.display(), GamesError::Foreign)),
        }
    }

    fn take(&mut self, record: &Record) -> Result<(), String> {
        self.games += 1;
        self.results[match record.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        }] += 1;
        self.positions += record.moves.len() as u64;
        let mut game: Game = record.opening().map_err(|error| error.to_string())?;
        for scored in &record.moves {
            self.twice += u64::from(!self.seen.insert(game.position().key()));
            let size = scored.score.unsigned_abs();
            let bar = STEPS.iter().position(|&step| size < step);
            self.scores[bar.unwrap_or(STEPS.len())] += 1;
            self.mates += u64::from(scored.is_mate());
            game.play(scored.mv).map_err(|error| error.to_string())?;
        }
        Ok(())
    }
}

impl fmt::Display for About {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let of = |part: u64, all: u64| 100.0 * part as f64 / all.max(1) as f64;
        let [white, drawn, black] = self.results;
        writeln!(
            f,
            "{} games: {white} won by White, {drawn} drawn, {black} won by Black",
            self.games
        )?;
        writeln!(
            f,
            "{} positions, {:.2} bytes each, {:.2} % come twice",
            self.positions,
            self.bytes as f64 / self.positions.max(1) as f64,
            of(self.twice, self.positions)
        )?;
        writeln!(f, "off balance by centipawns:")?;
        for (bar, &count) in self.scores.iter().enumerate() {
            let name = match STEPS.get(bar) {
                Some(step) => format!("below {step}"),
                None => format!("{} and more", STEPS[STEPS.len() - 1]),
            };
            writeln!(f, "{name:>14} {:5.1} %", of(count, self.positions))?;
        }
        write!(
            f,
            "{:>14} {:5.1} %",
            "a mate",
            of(self.mates, self.positions)
        )
    }
}
