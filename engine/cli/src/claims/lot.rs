//! Sentences by lot, for a reader to judge: without kinds, scores or another program's opinion.

use engine::explain::MoveReason;
use engine::rules::{Game, Move, Position, san};
use rand::seq::SliceRandom as _;

use crate::output::print_line;

/// A pass in a line.
const PASS: &str = "(pass)";

/// Which sentences are printed by lot.
#[derive(clap::Args)]
pub struct LotSettings {
    /// Prints so many specific sentences by lot, each with its position, move and proof.
    #[arg(long, value_name = "N", default_value_t = 0)]
    lot: usize,
}

/// A sentence with what it is said of.
pub struct ToldSentence {
    /// Before the move.
    fen: String,
    mv: String,
    text: String,
    proof: String,
}

impl ToldSentence {
    /// What was said of the next move of a game, if it is of the board.
    pub fn of(game: &Game, mv: Move, reason: &MoveReason) -> Option<ToldSentence> {
        let position = game.position();
        reason.claim.is_specific().then(|| ToldSentence {
            fen: position.to_fen(),
            mv: san::write(position, mv),
            text: reason.text.clone(),
            proof: proof_text(position, reason),
        })
    }
}

/// The proof's moves by their names, from the position before the move, and its squares.
fn proof_text(before: &Position, reason: &MoveReason) -> String {
    let mut position = *before;
    let mut words: Vec<String> = Vec::new();
    for &mv in &reason.proof.moves {
        words.push(mv.map_or_else(|| PASS.to_owned(), |mv| san::write(&position, mv)));
        position = match mv {
            Some(mv) => position.play(mv),
            None => position.play_null(),
        };
    }
    let squares: Vec<String> = reason
        .proof
        .squares
        .iter()
        .map(ToString::to_string)
        .collect();
    if !squares.is_empty() {
        words.push(format!("[squares: {}]", squares.join(" ")));
    }
    match words.is_empty() {
        true => "nothing to show".to_owned(),
        false => words.join(" "),
    }
}

/// Prints sentences by lot; the same ones for the same seed.
pub fn print_lot(mut told: Vec<ToldSentence>, settings: &LotSettings, seed: u64) {
    told.shuffle(&mut engine::rng(seed));
    told.truncate(settings.lot);
    for (index, told) in told.iter().enumerate() {
        print_line(&format!("{}.", index + 1));
        print_line(&format!("Position: {}", told.fen));
        print_line(&format!("Move:     {}", told.mv));
        print_line(&format!("Sentence: {}", told.text));
        print_line(&format!("Proof:    {}", told.proof));
        print_line("");
    }
}
