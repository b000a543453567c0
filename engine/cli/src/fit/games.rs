//! Games in PGN as samples.

use std::path::PathBuf;

use engine::arena::read_score;
use engine::learning::fit::{Samples, is_quiet};
use engine::rules::Color;
use engine::rules::pgn::{GameResult, PgnGame};
use engine::search::Score;

use crate::games;

/// Plies of an opening that nobody chose.
const OPENING: usize = 8;
/// One game in so many is kept to check by.
const CHECK_EVERY: usize = 20;

/// Log odds of a centipawn in those scores.
const SCORE_ODDS: f32 = 0.0062;

/// Positions to fit to, and positions of other games to check by.
#[derive(Default)]
pub struct Sets {
    pub fit: Samples,
    pub check: Samples,
    /// Games with a result.
    pub games: usize,
}

impl Sets {
    /// Reads files of PGN. A position's target is the game's result and, for `share` of it, what
    /// its own score foretells, where the game tells that.
    ///
    /// # Errors
    /// A file cannot be read, or a game in it.
    pub fn read(paths: &[PathBuf], share: f32) -> Result<Sets, String> {
        let mut sets = Sets::default();
        for path in paths {
            games::each(path, |read| sets.take(&read, share))?;
        }
        Ok(sets)
    }

    fn take(&mut self, read: &PgnGame, share: f32) {
        let target = match read.result {
            GameResult::Win(Color::White) => 1.0,
            GameResult::Win(Color::Black) => 0.0,
            GameResult::Draw => 0.5,
            GameResult::Unknown => return,
        };
        self.games += 1;
        // Both games of an opening go to the same set.
        let samples = if (self.games / 2).is_multiple_of(CHECK_EVERY) {
            &mut self.check
        } else {
            &mut self.fit
        };
        let game = read.game();
        for ply in OPENING..game.ply() {
            let position = game.position_at(ply);
            if is_quiet(&position) && !position.insufficient_material() {
                let said = read.comments.get(&(ply + 1));
                let said = said.and_then(|comment| read_score(comment));
                let target = match said {
                    Some(score) => {
                        let white = score.for_white(position.side_to_move());
                        target + share * (expected(white) - target)
                    }
                    None => target,
                };
                samples.push(&position, target);
            }
        }
    }
}

/// The result that a score of White's view foretells.
fn expected(score: Score) -> f32 {
    match score {
        Score::Cp(cp) => 1.0 / (1.0 + (-SCORE_ODDS * cp as f32).exp()),
        Score::Mate(moves) if moves > 0 => 1.0,
        Score::Mate(_) => 0.0,
    }
}
