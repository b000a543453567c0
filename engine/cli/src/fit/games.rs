//! Games as samples: PGN, or what `ponder datagen` writes.

use std::path::PathBuf;

use engine::rules::Color;
use engine::rules::pgn::{GameResult, PgnGame};
use engine::search::Score;
use lab::arena::parse_score;
use lab::datagen::{Record, RecordError};
use lab::fit::{Samples, is_quiet};

use crate::{pgn_file, self_play_file};

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
    /// Reads files of games. A position's target is the game's result and, for `share` of it, what
    /// its own score foretells, where the game tells that.
    ///
    /// # Errors
    /// A file cannot be read, or a game in it.
    pub fn read(paths: &[PathBuf], share: f32) -> Result<Sets, String> {
        let mut sets = Sets::default();
        for path in paths {
            if !self_play_file::each_game(path, |record| sets.take_record(record, share))? {
                pgn_file::each_game(path, |read| sets.take(&read, share))?;
            }
        }
        Ok(sets)
    }

    fn take_record(&mut self, record: &Record, share: f32) -> Result<(), RecordError> {
        self.games += 1;
        let samples = match self.games.is_multiple_of(CHECK_EVERY) {
            true => &mut self.check,
            false => &mut self.fit,
        };
        let result = match record.winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        let mut game = record.opening()?;
        for (index, scored) in record.moves.iter().enumerate() {
            let position = *game.position();
            let score = Score::Cp(scored.score.into()).for_white(position.side_to_move());
            if is_quiet(&position) && !position.insufficient_material() {
                samples.push(&position, result + share * (expected(score) - result));
            }
            game.play(scored.mv)
                .map_err(|_| RecordError::Illegal(record.opening.len() + index))?;
        }
        Ok(())
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
                let said = said.and_then(|comment| parse_score(comment));
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

#[cfg(test)]
mod tests {
    use engine::rules::Position;
    use lab::datagen::Scored;

    use super::*;

    #[test]
    fn quiet_positions_of_a_self_played_game_are_taken() {
        let position = Position::startpos();
        let opening = position.parse_uci("e2e4").unwrap();
        let position = position.play(opening);
        let quiet = position.parse_uci("f7f5").unwrap();
        let position = position.play(quiet);
        let capture = position.parse_uci("e4f5").unwrap();
        let scored = |mv, score| Scored { mv, score };
        let record = Record {
            opening: vec![opening],
            moves: vec![scored(quiet, -20), scored(capture, 60)],
            winner: Some(Color::White),
        };
        let mut sets = Sets::default();
        sets.take_record(&record, 1.0).unwrap();
        // After 1...f5 a pawn can be won.
        assert_eq!((sets.games, sets.fit.len(), sets.check.len()), (1, 1, 0));

        let illegal = Record {
            moves: vec![scored(capture, 0)],
            ..record
        };
        let error = sets.take_record(&illegal, 1.0);
        assert_eq!(error, Err(RecordError::Illegal(1)));
    }
}
