//! `ponder styles`: in what style the players of games play.

use std::collections::BTreeMap;
use std::path::PathBuf;

use engine::rules::Color;
use lab::StyleFigures;

use crate::output::print_line;
use crate::pgn_file;

/// Tells in what style the players of games play.
///
/// Prints for each player's name: the games; the moves of a game; of 100 moves those that take back what has just
/// taken, give check, are a pawn's, are a pawn's in the enemy's half; the attacks on squares beside the enemy's king
/// after each of the first thirty moves; of 100 of those the ones made with 0.8 to 2.5 pawns less; of 100 games
/// those with castling; and the pieces of both sides after thirty moves.
#[derive(clap::Args)]
pub struct StylesSettings {
    /// The games; may be given several times.
    #[arg(long, value_name = "FILE", required = true)]
    pgn: Vec<PathBuf>,
}

/// Counts, and prints a table.
///
/// # Errors
/// A file or a game in it cannot be read.
pub fn run(settings: &StylesSettings) -> Result<(), String> {
    let mut players = BTreeMap::<String, StyleFigures>::new();
    for path in &settings.pgn {
        pgn_file::each_game(path, |pgn_game| {
            let game = pgn_game.game();
            for (side, tag) in [(Color::White, "White"), (Color::Black, "Black")] {
                let name = pgn_game.tags.get(tag).unwrap_or("?").to_owned();
                players.entry(name).or_default().add(&game, side);
            }
        })?;
    }
    print_line(
        "player            games  moves  takes back  checks  at king  pawns  far pawns  down  castles  pieces",
    );
    for (name, figures) in &players {
        print_line(&row(name, figures));
    }
    Ok(())
}

fn row(name: &str, figures: &StyleFigures) -> String {
    format!(
        "{name:<16}  {:>5}  {:>5.1}  {:>10.1}  {:>6.1}  {:>7.2}  {:>5.1}  {:>9.1}  {:>4.1}  {:>7.0}  {:>6.1}",
        figures.games(),
        figures.length(),
        figures.exchanges(),
        figures.checks(),
        figures.king_attacks(),
        figures.pawn_moves(),
        figures.far_pawns(),
        figures.material_down(),
        figures.castled(),
        figures.pieces_left(),
    )
}
