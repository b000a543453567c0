//! One game in bytes, little endian: how many plies (u16), how many of them are its opening (u8),
//! the result (u8: 0 Black's, 1 a draw, 2 White's); the opening's moves (u16 each); the others, each
//! with its score (u16, i16); the CRC-32 of all that (u32).

use engine::rules::{Color, Game, Move};
use engine::search::Score;

/// Bytes before the moves, and after them.
const HEAD: usize = 4;
const CHECKSUM: usize = 4;

/// The most plies that a game may have.
pub const MOST_PLIES: usize = 1_024;

/// A mate's score; no centipawns reach it.
const MATE: i16 = 32_000;

/// A finished game from the usual start.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Record {
    /// Moves that were drawn by lot.
    pub opening: Vec<Move>,
    /// Moves that were searched for.
    pub moves: Vec<Scored>,
    /// Who has won; `None` is a draw.
    pub winner: Option<Color>,
}

/// A move with what its search said.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scored {
    pub mv: Move,
    /// Centipawns, the mover's view; a mate is ±32,000.
    pub score: i16,
}

impl Scored {
    /// A move with its score.
    #[must_use]
    pub fn new(mv: Move, score: Score) -> Scored {
        let score = match score {
            Score::Cp(cp) => cp.clamp(1 - i32::from(MATE), i32::from(MATE) - 1) as i16,
            Score::Mate(moves) if moves > 0 => MATE,
            Score::Mate(_) => -MATE,
        };
        Scored { mv, score }
    }

    /// Whether it announces a mate.
    #[must_use]
    pub fn is_mate(self) -> bool {
        self.score.abs() == MATE
    }
}

/// Why bytes are not a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RecordError {
    #[error("the game is cut off")]
    CutOff,
    #[error("the game is damaged")]
    Damaged,
    #[error("move {0} of the game is illegal")]
    Illegal(usize),
}

impl Record {
    /// Adds the game's bytes.
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

    /// The game at the beginning of `bytes`, and how many of them it takes.
    ///
    /// # Errors
    /// There is no whole game there.
    pub fn read(bytes: &[u8]) -> Result<(Record, usize), RecordError> {
        let &[low, high, opening, result, ref rest @ ..] = bytes else {
            return Err(RecordError::CutOff);
        };
        let (plies, opening) = (
            usize::from(u16::from_le_bytes([low, high])),
            usize::from(opening),
        );
        if plies > MOST_PLIES || opening > plies {
            return Err(RecordError::Damaged);
        }
        let searched = plies - opening;
        let length = 2 * opening + 4 * searched;
        let rest = rest.get(..length + CHECKSUM).ok_or(RecordError::CutOff)?;
        let (body, checksum) = rest.split_at(length);
        if checksum != engine::checksum::crc32(&bytes[..HEAD + length]).to_le_bytes() {
            return Err(RecordError::Damaged);
        }
        let winner = match result {
            0 => Some(Color::Black),
            1 => None,
            2 => Some(Color::White),
            _ => return Err(RecordError::Damaged),
        };
        let mv = |pair: &[u8]| {
            Move::from_raw(u16::from_le_bytes([pair[0], pair[1]])).ok_or(RecordError::Damaged)
        };
        let (first, others) = body.split_at(2 * opening);
        let scored = |four: &[u8]| {
            Ok(Scored {
                mv: mv(four)?,
                score: i16::from_le_bytes([four[2], four[3]]),
            })
        };
        let record = Record {
            opening: first.chunks_exact(2).map(mv).collect::<Result<_, _>>()?,
            moves: others
                .chunks_exact(4)
                .map(scored)
                .collect::<Result<_, _>>()?,
            winner,
        };
        Ok((record, HEAD + length + CHECKSUM))
    }

    /// Plays the game again, up to where the searched moves begin.
    ///
    /// # Errors
    /// A move is illegal.
    pub fn opening(&self) -> Result<Game, RecordError> {
        let mut game = Game::new();
        for (ply, &mv) in self.opening.iter().enumerate() {
            game.play(mv).map_err(|_| RecordError::Illegal(ply))?;
        }
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn record() -> Record {
        let mut game = Game::new();
        let mut play = |text: &str| {
            let mv = game.position().parse_uci(text).unwrap();
            game.play(mv).unwrap();
            mv
        };
        Record {
            opening: ["f2f3", "e7e5"].map(&mut play).to_vec(),
            moves: vec![
                Scored::new(play("g2g4"), Score::Cp(-700)),
                Scored::new(play("d8h4"), Score::Mate(1)),
            ],
            winner: Some(Color::Black),
        }
    }

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let mut bytes = Vec::new();
        record().write(&mut bytes);
        assert_eq!(bytes.len(), 4 + 2 * 2 + 2 * 4 + 4);
        record().write(&mut bytes);
        let (first, taken) = Record::read(&bytes).unwrap();
        assert_eq!((first, taken), (record(), 20));
        assert_eq!(Record::read(&bytes[taken..]), Ok((record(), 20)));
        assert!(record().moves[1].is_mate());
    }

    #[test]
    fn what_is_cut_off_or_damaged_is_no_game() {
        let mut bytes = Vec::new();
        record().write(&mut bytes);
        for length in 0..bytes.len() {
            assert_eq!(Record::read(&bytes[..length]), Err(RecordError::CutOff));
        }
        for at in 0..bytes.len() {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1;
            assert!(Record::read(&damaged).is_err(), "byte {at}");
        }
    }

    proptest! {
        #[test]
        fn any_bytes_are_read_without_a_panic(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
            if let Ok((_, taken)) = Record::read(&bytes) {
                prop_assert!(taken <= bytes.len());
            }
        }
    }
}
