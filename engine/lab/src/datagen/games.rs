//! Many games in bytes: a line that says how they were played, and one [`Record`] after the other.

use super::{Record, RecordError, Rules};

/// What the line begins with; the number is that of the format.
const BEGIN: &str = "ponder games 1 ";

/// The games in some bytes, one after the other. Ends after the first error.
#[derive(Clone, Debug)]
pub struct Games<'a> {
    header: &'a str,
    bytes: &'a [u8],
    at: usize,
    over: bool,
}

/// Why bytes are not games.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum GamesError {
    #[error("these are no games: expected {BEGIN:?} at the beginning")]
    Foreign,
    #[error("at byte {at}: {error}")]
    Record { at: usize, error: RecordError },
}

impl<'a> Games<'a> {
    /// The line with which the games of these rules begin.
    #[must_use]
    pub fn header_of(rules: &Rules) -> String {
        let Rules { seed, nodes, judge } = rules;
        let evaluation = judge.evaluation;
        let network = judge.network.as_ref();
        let network = network.map_or(String::new(), |network| {
            format!(" network={:08x}", network.checksum())
        });
        format!("{BEGIN}seed={seed} nodes={nodes} evaluation={evaluation}{network}\n")
    }

    /// The games in `bytes`.
    ///
    /// # Errors
    /// They do not begin as games do.
    pub fn read(bytes: &'a [u8]) -> Result<Games<'a>, GamesError> {
        let end = bytes.iter().take(1_000).position(|&byte| byte == b'\n');
        let header = end.and_then(|end| str::from_utf8(&bytes[..=end]).ok());
        let header = header.filter(|header| header.starts_with(BEGIN));
        let header = header.ok_or(GamesError::Foreign)?;
        Ok(Games {
            header,
            bytes,
            at: header.len(),
            over: false,
        })
    }

    /// The line at the beginning, with its end.
    #[must_use]
    pub fn header(&self) -> &'a str {
        self.header
    }

    /// How many bytes were read.
    #[must_use]
    pub fn at(&self) -> usize {
        self.at
    }
}

impl Iterator for Games<'_> {
    type Item = Result<Record, GamesError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = &self.bytes[self.at..];
        if self.over || rest.is_empty() {
            return None;
        }
        let read = Record::read(rest);
        self.over = read.is_err();
        Some(match read {
            Ok((record, taken)) => {
                self.at += taken;
                Ok(record)
            }
            Err(error) => Err(GamesError::Record { at: self.at, error }),
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
        let rules = Rules {
            seed: 1,
            nodes: 20,
            judge: Evaluation::Material.into(),
        };
        let mut player = SelfPlay::new(rules.clone());
        let played: Vec<Record> = (0..3).map(|number| player.game(number)).collect();
        let mut bytes = Games::header_of(&rules).into_bytes();
        let mut ends = vec![bytes.len()];
        for record in &played {
            record.write(&mut bytes);
            ends.push(bytes.len());
        }
        let mut games = Games::read(&bytes).unwrap();
        assert_eq!(games.header(), Games::header_of(&rules));
        let read: Vec<Record> = games.by_ref().map(Result::unwrap).collect();
        assert_eq!((read, games.at()), (played.clone(), bytes.len()));

        let mut cut = Games::read(&bytes[..bytes.len() - 1]).unwrap();
        assert_eq!(cut.by_ref().filter(Result::is_ok).count(), 2);
        assert_eq!(cut.at(), ends[2]);
        assert!(Games::read(b"[Event \"?\"]\n").is_err());
    }
}
