//! `ponder wdl`: fits expected wins, draws and losses to self-play games. The arithmetic is in
//! `lab::WdlSamples`.

use std::path::PathBuf;

use lab::{WdlFit, WdlSamples};

use crate::game_files::GameFiles;

/// Fits the curve of expected wins, draws and losses to the scores and results of games.
#[derive(clap::Args)]
pub struct WdlSettings {
    /// Games of `ponder datagen`; may be given several times.
    #[arg(long, value_name = "FILE", required = true)]
    pub games: Vec<PathBuf>,
}

/// Fits the curve and prints it.
///
/// # Errors
/// A file fails, or there are too few games.
pub fn run(settings: &WdlSettings) -> Result<(), String> {
    let mut samples = WdlSamples::default();
    GameFiles::open(&settings.games)?.each(|game| {
        samples.add_game(game);
        Ok(())
    })?;
    let fit = samples.fit().ok_or("too few games")?;
    let WdlFit {
        curve,
        error,
        deviation,
        shipped_deviation,
        positions,
    } = fit;
    println!(
        "{positions} positions: half won at {:.1} ± {:.1} centipawns, slope {:.1} ± {:.1}\n\
         points foretold and scored differ by {:.2} % of a game on average, {:.2} % by the shipped curve",
        curve.half_won,
        error.half_won,
        curve.slope,
        error.slope,
        100.0 * deviation,
        100.0 * shipped_deviation
    );
    Ok(())
}
