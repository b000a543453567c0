//! The file format: a header line with the settings, then one [`SelfPlayGame`] after the other.

use super::{GameFormatError, SelfPlayConfig, SelfPlayGame};

/// The header's beginning, with the version of the format.
const MAGIC: &str = "ponder games 1 ";

/// Iterates over the games of a file's bytes; ends after the first error.
#[derive(Clone, Debug)]
pub struct GameFileReader<'a> {
    header: &'a str,
    bytes: &'a [u8],
    offset: usize,
    has_failed: bool,
}

/// Why a file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GameFileError {
    #[error("these are no games: expected {MAGIC:?} at the beginning")]
    UnknownFormat,
    #[error("at byte {offset}: {error}")]
    Game {
        offset: usize,
        error: GameFormatError,
    },
}

impl<'a> GameFileReader<'a> {
    /// The header of games with these settings.
    #[must_use]
    pub fn header_of(config: &SelfPlayConfig) -> String {
        let SelfPlayConfig {
            seed,
            nodes,
            eval_config,
        } = config;
        let evaluation = eval_config.evaluation;
        let network = eval_config.network.as_ref();
        let network = network.map_or(String::new(), |network| {
            format!(" network={:08x}", network.checksum())
        });
        format!("{MAGIC}seed={seed} nodes={nodes} evaluation={evaluation}{network}\n")
    }

    /// Reads the header of a file.
    ///
    /// # Errors
    /// The file has no such header.
    pub fn new(bytes: &'a [u8]) -> Result<GameFileReader<'a>, GameFileError> {
        let end = bytes.iter().take(1_000).position(|&byte| byte == b'\n');
        let header = end.and_then(|end| str::from_utf8(&bytes[..=end]).ok());
        let header = header.filter(|header| header.starts_with(MAGIC));
        let header = header.ok_or(GameFileError::UnknownFormat)?;
        Ok(GameFileReader {
            header,
            bytes,
            offset: header.len(),
            has_failed: false,
        })
    }

    /// The header line with its line break.
    #[must_use]
    pub fn header(&self) -> &'a str {
        self.header
    }

    /// The number of bytes read.
    #[must_use]
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl Iterator for GameFileReader<'_> {
    type Item = Result<SelfPlayGame, GameFileError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.bytes[self.offset..];
        if self.has_failed || rest.is_empty() {
            return None;
        }
        let result = SelfPlayGame::read(rest);
        self.has_failed = result.is_err();
        Some(match result {
            Ok((game, length)) => {
                self.offset += length;
                Ok(game)
            }
            Err(error) => Err(GameFileError::Game {
                offset: self.offset,
                error,
            }),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::datagen::SelfPlay;
    use engine::eval::Evaluation;

    #[test]
    fn games_come_back_until_one_is_cut_off() {
        let config = SelfPlayConfig {
            seed: 1,
            nodes: 20,
            eval_config: Evaluation::Material.into(),
        };
        let mut player = SelfPlay::new(config.clone());
        let played: Vec<SelfPlayGame> = (0..3).map(|number| player.game(number)).collect();
        let mut bytes = GameFileReader::header_of(&config).into_bytes();
        let mut ends = vec![bytes.len()];
        for game in &played {
            game.write(&mut bytes);
            ends.push(bytes.len());
        }
        let mut games = GameFileReader::new(&bytes).unwrap();
        assert_eq!(games.header(), GameFileReader::header_of(&config));
        let read: Vec<SelfPlayGame> = games.by_ref().map(Result::unwrap).collect();
        assert_eq!((read, games.offset()), (played.clone(), bytes.len()));

        let mut cut = GameFileReader::new(&bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(cut.by_ref().filter(Result::is_ok).count(), 2);
        assert_eq!(cut.offset(), ends[2]);
        assert!(GameFileReader::new(b"[Event \"?\"]\n").is_err());
    }
}
