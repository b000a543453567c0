//! The binary format of a game, little endian: number of plies (u16), of these in the opening (u8),
//! result (u8: 0 Black won, 1 draw, 2 White won); the opening's moves (u16 each); the other moves, each
//! with its score (u16, i16); CRC-32 of all that (u32).

use engine::rules::{Color, Game, Move};
use engine::search::Score;
use serde::{Deserialize, Serialize};

/// Bytes before the moves.
const HEADER_LEN: usize = 4;
/// Bytes after the moves.
const CHECKSUM_LEN: usize = 4;

/// A longer game is a draw.
pub const MAX_PLIES: usize = 1_024;

/// The score of a mate; centipawns stay below it.
const MATE: i16 = 32_000;

/// A finished game from the start position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Vec<u8>", into = "Vec<u8>")]
pub struct SelfPlayGame {
    /// Random moves.
    pub opening: Vec<Move>,
    /// Searched moves.
    pub moves: Vec<ScoredMove>,
    /// `None` is a draw.
    pub winner: Option<Color>,
}

/// A move with the score of its search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScoredMove {
    pub mv: Move,
    /// Centipawns from the mover's point of view; a mate is ±32,000.
    pub score: i16,
}

impl ScoredMove {
    /// A move with its score.
    #[must_use]
    pub fn new(mv: Move, score: Score) -> ScoredMove {
        let score = match score {
            Score::Cp(cp) => cp.clamp(1 - i32::from(MATE), i32::from(MATE) - 1) as i16,
            Score::Mate(moves) if moves > 0 => MATE,
            Score::Mate(_) => -MATE,
        };
        ScoredMove { mv, score }
    }

    /// Whether the score is a mate.
    #[must_use]
    pub fn is_mate(self) -> bool {
        self.score.abs() == MATE
    }
}

/// Why bytes are not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFormatError {
    #[error("the game is cut off")]
    Truncated,
    #[error("the game is damaged")]
    Damaged,
    #[error("move {0} of the game is illegal")]
    Illegal(usize),
}

impl From<SelfPlayGame> for Vec<u8> {
    fn from(game: SelfPlayGame) -> Vec<u8> {
        let mut bytes = Vec::new();
        game.write(&mut bytes);
        bytes
    }
}

impl TryFrom<Vec<u8>> for SelfPlayGame {
    type Error = GameFormatError;

    fn try_from(bytes: Vec<u8>) -> Result<SelfPlayGame, GameFormatError> {
        SelfPlayGame::read(&bytes).map(|(game, _)| game)
    }
}

impl SelfPlayGame {
    /// Appends the game's bytes.
    pub fn write(&self, out: &mut Vec<u8>) {
        let begin = out.len();
        let plies = self.opening.len() + self.moves.len();
        out.extend((plies as u16).to_le_bytes());
        out.push(self.opening.len() as u8);
        out.push(match self.winner {
            Some(Color::Black) => 0,
            None => 1,
            Some(Color::White) => 2,
        });
        for mv in &self.opening {
            out.extend(mv.raw().to_le_bytes());
        }
        for scored in &self.moves {
            out.extend(scored.mv.raw().to_le_bytes());
            out.extend(scored.score.to_le_bytes());
        }
        let checksum = engine::checksum::crc32(&out[begin..]);
        out.extend(checksum.to_le_bytes());
    }

    /// Bytes of the game that begins with these; `None` if no game does.
    #[must_use]
    pub fn length([low, high, opening, _]: [u8; HEADER_LEN]) -> Option<usize> {
        let (plies, opening) = (
            usize::from(u16::from_le_bytes([low, high])),
            usize::from(opening),
        );
        if plies > MAX_PLIES || opening > plies {
            return None;
        }
        Some(HEADER_LEN + 2 * opening + 4 * (plies - opening) + CHECKSUM_LEN)
    }

    /// Reads the game at the beginning of `bytes`; returns it with its length.
    ///
    /// # Errors
    /// There is no complete, undamaged game.
    pub fn read(bytes: &[u8]) -> Result<(SelfPlayGame, usize), GameFormatError> {
        let Some((&header, rest)) = bytes.split_first_chunk() else {
            return Err(GameFormatError::Truncated);
        };
        let [_, _, opening, result] = header;
        let length = SelfPlayGame::length(header).ok_or(GameFormatError::Damaged)?;
        let rest = rest
            .get(..length - HEADER_LEN)
            .ok_or(GameFormatError::Truncated)?;
        let (body, checksum) = rest.split_at(rest.len() - CHECKSUM_LEN);
        if checksum != engine::checksum::crc32(&bytes[..length - CHECKSUM_LEN]).to_le_bytes() {
            return Err(GameFormatError::Damaged);
        }
        let winner = match result {
            0 => Some(Color::Black),
            1 => None,
            2 => Some(Color::White),
            _ => return Err(GameFormatError::Damaged),
        };
        let mv = |pair: &[u8]| {
            Move::from_raw(u16::from_le_bytes([pair[0], pair[1]])).ok_or(GameFormatError::Damaged)
        };
        let (first, others) = body.split_at(2 * usize::from(opening));
        let scored = |four: &[u8]| {
            Ok(ScoredMove {
                mv: mv(four)?,
                score: i16::from_le_bytes([four[2], four[3]]),
            })
        };
        let game = SelfPlayGame {
            opening: first.chunks_exact(2).map(mv).collect::<Result<_, _>>()?,
            moves: others
                .chunks_exact(4)
                .map(scored)
                .collect::<Result<_, _>>()?,
            winner,
        };
        Ok((game, length))
    }

    /// The game after its opening.
    ///
    /// # Errors
    /// A move is illegal.
    pub fn opening(&self) -> Result<Game, GameFormatError> {
        let mut game = Game::new();
        for (ply, &mv) in self.opening.iter().enumerate() {
            game.play(mv).map_err(|_| GameFormatError::Illegal(ply))?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn game() -> SelfPlayGame {
        let mut game = Game::new();
        let mut play = |text: &str| {
            let mv = game.position().parse_uci(text).unwrap();
            game.play(mv).unwrap();
            mv
        };
        SelfPlayGame {
            opening: ["f2f3", "e7e5"].map(&mut play).to_vec(),
            moves: vec![
                ScoredMove::new(play("g2g4"), Score::Cp(-700)),
                ScoredMove::new(play("d8h4"), Score::Mate(1)),
            ],
            winner: Some(Color::Black),
        }
    }

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let mut bytes = Vec::new();
        game().write(&mut bytes);
        assert_eq!(bytes.len(), 4 + 2 * 2 + 2 * 4 + 4);
        game().write(&mut bytes);
        let (first, taken) = SelfPlayGame::read(&bytes).unwrap();
        assert_eq!((first, taken), (game(), 20));
        assert_eq!(SelfPlayGame::read(&bytes[taken..]), Ok((game(), 20)));
        assert!(game().moves[1].is_mate());
    }

    #[test]
    fn what_is_cut_off_or_damaged_is_no_game() {
        let mut bytes = Vec::new();
        game().write(&mut bytes);
        for length in 0..bytes.len() {
            assert_eq!(
                SelfPlayGame::read(&bytes[..length]),
                Err(GameFormatError::Truncated)
            );
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(SelfPlayGame::read(&damaged).is_err(), "byte {at}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            // The checksum fits no random bytes.
            prop_assert!(SelfPlayGame::read(&bytes).is_err());
        }
    }
}
