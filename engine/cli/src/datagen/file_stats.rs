//! Statistics of files of games.

use std::collections::HashSet;
use std::fmt;
use std::path::PathBuf;

use engine::rules::{Color, Game};
use lab::datagen::{GameFormatError, SelfPlayGame};

use crate::game_files::GameFiles;

/// The bounds of the histogram's bars, centipawns.
const SCORE_BOUNDS: [u16; 8] = [25, 50, 100, 200, 400, 800, 1_600, 3_200];

/// Counts of games and positions.
#[derive(Default)]
pub struct GameFileStats {
    games: u64,
    /// White wins, draws, Black wins.
    results: [u64; 3],
    positions: u64,
    bytes: u64,
    /// Positions by absolute score: below each bound, and above the last.
    scores: [u64; SCORE_BOUNDS.len() + 1],
    mates: u64,
    /// Positions that have occurred before.
    repeated: u64,
    seen: HashSet<u64>,
}

impl GameFileStats {
    /// Adds the games of files, in each up to one that is still being written.
    ///
    /// # Errors
    /// A file or a game in it cannot be read.
    pub fn add_files(&mut self, paths: &[PathBuf]) -> Result<(), String> {
        let mut bytes = Vec::new();
        GameFiles::open(paths)?.each(|game| {
            game.write(&mut bytes);
            self.bytes += std::mem::take(&mut bytes).len() as u64;
            self.add_game(game)
        })
    }

    fn add_game(&mut self, played: &SelfPlayGame) -> Result<(), GameFormatError> {
        self.games += 1;
        self.results[match played.winner {
            Some(Color::White) => 0,
            None => 1,
            Some(Color::Black) => 2,
        }] += 1;
        self.positions += played.moves.len() as u64;
        let mut game: Game = played.opening()?;
        for (index, scored) in played.moves.iter().enumerate() {
            self.repeated += u64::from(!self.seen.insert(game.position().key()));
            let size = scored.score.unsigned_abs();
            let bar = SCORE_BOUNDS.iter().position(|&bound| size < bound);
            self.scores[bar.unwrap_or(SCORE_BOUNDS.len())] += 1;
            self.mates += u64::from(scored.is_mate());
            game.play(scored.mv)
                .map_err(|_| GameFormatError::Illegal(played.opening.len() + index))?;
        }
        Ok(())
    }
}

impl fmt::Display for GameFileStats {
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
            of(self.repeated, self.positions)
        )?;
        writeln!(f, "off balance by centipawns:")?;
        for (bar, &count) in self.scores.iter().enumerate() {
            let name = match SCORE_BOUNDS.get(bar) {
                Some(bound) => format!("below {bound}"),
                None => format!("{} and more", SCORE_BOUNDS[SCORE_BOUNDS.len() - 1]),
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
