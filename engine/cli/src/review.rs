//! `ponder review`: reviews the games of PGN files as the analysis page does and lists the mistakes.

use std::path::PathBuf;

use engine::eval::{EvalConfig, Evaluation, SharedEval};
use engine::explain::{ReviewedGame, Reviewer, Verdict};
use engine::player::{Calculator, Player};
use engine::rules::{Color, Game, san};

use crate::{network_file, pgn_file};

/// MB, as on the page.
const HASH_MB: u32 = 16;

/// Marks the mistakes in games.
///
/// Prints a line for each doubtful move: the game's number, the half-move's number from 1, the move
/// with its mark, the points of the chance to win that it lost, and the best move; then a line with
/// the accuracy of both sides.
#[derive(clap::Args)]
pub struct ReviewSettings {
    /// PGN; may be given several times.
    #[arg(long, value_name = "FILE", required = true)]
    games: Vec<PathBuf>,
    /// A network of `ponder train` judges positions (default: the hand-made evaluation).
    #[arg(long, value_name = "FILE", value_parser = network_file::parse)]
    network: Option<SharedEval>,
}

/// Reviews games.
///
/// # Errors
/// A file cannot be read.
pub fn run(settings: ReviewSettings) -> Result<(), String> {
    let mut calculator = Calculator::new(HASH_MB);
    calculator.set_eval(EvalConfig {
        network: settings.network,
        ..EvalConfig::from(Evaluation::Network)
    });
    calculator.remember(true);
    let mut number = 0;
    for path in &settings.games {
        pgn_file::each_game(path, |pgn_game| {
            number += 1;
            let game = pgn_game.game();
            let reviewed = review(&mut calculator, &game);
            print(number, &game, &reviewed);
        })?;
    }
    Ok(())
}

/// Reviews a game.
pub fn review(calculator: &mut Calculator, game: &Game) -> ReviewedGame {
    calculator.new_game();
    let mut reviewer = Reviewer::new(game);
    while let Some(wanted) = reviewer.wanted() {
        let decision = calculator.choose_by_limits(&game_at(game, wanted.ply), &wanted.limits);
        reviewer.found(&decision.lines);
    }
    reviewer.finish()
}

/// The game after `ply` half-moves.
fn game_at(game: &Game, ply: usize) -> Game {
    let mut earlier = Game::from_position(*game.start());
    for &mv in &game.moves()[..ply] {
        // The game's own moves are legal.
        if earlier.play(mv).is_err() {
            break;
        }
    }
    earlier
}

fn print(number: usize, game: &Game, reviewed: &ReviewedGame) {
    for (ply, mv) in reviewed.review.moves.iter().enumerate() {
        let Some(mark) = mv.verdict.map(mark) else {
            continue;
        };
        let position = game.position_at(ply);
        let played = san::write(&position, game.moves()[ply]);
        let best = reviewed.best[ply].as_ref().and_then(|line| line.pv.first());
        let best = best.map_or_else(String::new, |&best| san::write(&position, best));
        println!(
            "{number}\t{}\t{played}{mark}\t{:.1}\t{best}",
            ply + 1,
            mv.loss
        );
    }
    let accuracy = |side: Color| {
        let mean = reviewed.review.accuracy[side.index()];
        mean.map_or_else(|| "-".to_owned(), |mean| format!("{mean:.1}"))
    };
    println!(
        "{number}\taccuracy\t{}\t{}",
        accuracy(Color::White),
        accuracy(Color::Black)
    );
}

fn mark(verdict: Verdict) -> &'static str {
    match verdict {
        Verdict::Inaccuracy => "?!",
        Verdict::Mistake => "?",
        Verdict::Blunder => "??",
    }
}
