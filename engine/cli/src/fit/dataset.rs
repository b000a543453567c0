//! Positions of games in PGN or in the format of `ponder datagen`.

use std::path::PathBuf;

use engine::rules::Color;
use engine::rules::pgn::{GameResult, PgnGame};
use engine::search::Score;
use lab::arena::parse_score;
use lab::datagen::{GameFormatError, SelfPlayGame};
use lab::fit::{FitSamples, is_quiet};

use crate::game_files::{self, GameFiles};
use crate::pgn_file;

/// Plies of a PGN game's random opening.
const OPENING_PLIES: usize = 8;
/// One game in so many is for validation.
const VALIDATION_INTERVAL: usize = 20;

/// The sigmoid scale of the moves' scores, logits per centipawn.
const SIGMOID_SCALE: f32 = 0.0062;

/// Positions to fit to, and validation positions of other games.
#[derive(Default)]
pub struct FitDataset {
    pub fit: FitSamples,
    pub validation: FitSamples,
    /// Games with a result.
    pub games: usize,
}

impl FitDataset {
    /// Reads files of games. A position's target is the game's result and, for `score_share` of it, the
    /// expected score of the move's own score, where the game has one.
    ///
    /// # Errors
    /// A file or a game in it cannot be read.
    pub fn read(paths: &[PathBuf], score_share: f32) -> Result<FitDataset, String> {
        let mut dataset = FitDataset::default();
        for path in paths {
            if game_files::has_self_play_games(path)? {
                let games = GameFiles::open(std::slice::from_ref(path))?;
                games.each(|game| dataset.add_self_play_game(game, score_share))?;
            } else {
                pgn_file::each_game(path, |game| dataset.add_pgn_game(&game, score_share))?;
            }
        }
        Ok(dataset)
    }

    fn add_self_play_game(
        &mut self,
        played: &SelfPlayGame,
        score_share: f32,
    ) -> Result<(), GameFormatError> {
        self.games += 1;
        let samples = match self.games.is_multiple_of(VALIDATION_INTERVAL) {
            true => &mut self.validation,
            false => &mut self.fit,
        };
        let result = match played.winner {
            Some(Color::White) => 1.0,
            Some(Color::Black) => 0.0,
            None => 0.5,
        };
        let mut game = played.opening()?;
        for (index, scored) in played.moves.iter().enumerate() {
            let position = *game.position();
            let score = Score::Cp(scored.score.into()).for_white(position.side_to_move());
            if is_quiet(&position) && !position.insufficient_material() {
                samples.push(&position, result + score_share * (expected(score) - result));
            }
            game.play(scored.mv)
                .map_err(|_| GameFormatError::Illegal(played.opening.len() + index))?;
        }
        Ok(())
    }

    fn add_pgn_game(&mut self, pgn_game: &PgnGame, score_share: f32) {
        let target = match pgn_game.result {
            GameResult::Win(Color::White) => 1.0,
            GameResult::Win(Color::Black) => 0.0,
            GameResult::Draw => 0.5,
            GameResult::Unknown => return,
        };
        self.games += 1;
        // Both games of an opening belong to the same set.
        let samples = if (self.games / 2).is_multiple_of(VALIDATION_INTERVAL) {
            &mut self.validation
        } else {
            &mut self.fit
        };
        let game = pgn_game.game();
        for ply in OPENING_PLIES..game.ply() {
            let position = game.position_at(ply);
            if is_quiet(&position) && !position.insufficient_material() {
                let comment = pgn_game.comments.get(&(ply + 1));
                let score = comment.and_then(|comment| parse_score(comment));
                let target = match score {
                    Some(score) => {
                        let white = score.for_white(position.side_to_move());
                        target + score_share * (expected(white) - target)
                    }
                    None => target,
                };
                samples.push(&position, target);
            }
        }
    }
}

/// The expected score of a search score, both White's.
fn expected(score: Score) -> f32 {
    match score {
        Score::Cp(cp) => 1.0 / (1.0 + (-SIGMOID_SCALE * cp as f32).exp()),
        Score::Mate(moves) if moves > 0 => 1.0,
        Score::Mate(_) => 0.0,
    }
}

#[cfg(test)]
mod tests {
    use engine::rules::Position;
    use lab::datagen::ScoredMove;

    use super::*;

    #[test]
    fn quiet_positions_of_a_self_played_game_are_taken() {
        let position = Position::startpos();
        let opening = position.parse_uci("e2e4").unwrap();
        let position = position.play(opening);
        let quiet = position.parse_uci("f7f5").unwrap();
        let position = position.play(quiet);
        let capture = position.parse_uci("e4f5").unwrap();
        let scored = |mv, score| ScoredMove { mv, score };
        let game = SelfPlayGame {
            opening: vec![opening],
            moves: vec![scored(quiet, -20), scored(capture, 60)],
            winner: Some(Color::White),
        };
        let mut dataset = FitDataset::default();
        dataset.add_self_play_game(&game, 1.0).unwrap();
        // After 1...f5 a pawn can be won.
        assert_eq!(
            (dataset.games, dataset.fit.len(), dataset.validation.len()),
            (1, 1, 0)
        );

        let illegal = SelfPlayGame {
            moves: vec![scored(capture, 0)],
            ..game
        };
        let error = dataset.add_self_play_game(&illegal, 1.0);
        assert_eq!(error, Err(GameFormatError::Illegal(1)));
    }
}
