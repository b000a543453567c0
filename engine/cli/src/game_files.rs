//! Files of self-play games whose games are read one by one, in any order.

use std::fmt::Display;
use std::fs::File;
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use lab::datagen::{GameFileReader, GameFormatError, SelfPlayGame};

/// The longest header line that is read.
const MAX_HEADER_LEN: u64 = 1_000;

/// Open files, with the place of each game. The games are numbered from 0, through all files.
pub struct GameFiles {
    files: Vec<(PathBuf, File)>,
    places: Vec<GamePlace>,
}

/// Where a game is.
struct GamePlace {
    offset: u64,
    length: u16,
    file: u16,
}

impl GameFiles {
    /// Opens files and finds their games, in each up to a game that is still being written.
    ///
    /// # Errors
    /// A file cannot be read, or has another format.
    pub fn open(paths: &[PathBuf]) -> Result<GameFiles, String> {
        let mut files = GameFiles {
            files: Vec::new(),
            places: Vec::new(),
        };
        for path in paths {
            files.add(path).map_err(|error| with_path(path, &error))?;
        }
        Ok(files)
    }

    fn add(&mut self, path: &Path) -> Result<(), String> {
        let text = |error: std::io::Error| error.to_string();
        let file = u16::try_from(self.files.len()).map_err(|_| "too many files".to_owned())?;
        let mut reader = BufReader::new(File::open(path).map_err(text)?);
        let mut begin = Vec::new();
        let mut head = reader.by_ref().take(MAX_HEADER_LEN);
        head.read_to_end(&mut begin).map_err(text)?;
        let games = GameFileReader::new(&begin).map_err(|error| error.to_string())?;
        let mut offset = games.offset() as u64;
        let end = reader.get_ref().metadata().map_err(text)?.len();
        reader.seek(SeekFrom::Start(offset)).map_err(text)?;
        let mut header = [0; 4];
        while offset + header.len() as u64 <= end {
            reader.read_exact(&mut header).map_err(text)?;
            let length = SelfPlayGame::length(header)
                .ok_or_else(|| format!("at byte {offset}: the game is damaged"))?;
            if offset + length as u64 > end {
                break;
            }
            self.places.push(GamePlace {
                offset,
                length: length as u16,
                file,
            });
            offset += length as u64;
            reader
                .seek_relative((length - header.len()) as i64)
                .map_err(text)?;
        }
        self.files.push((path.to_owned(), reader.into_inner()));
        Ok(())
    }

    /// Reads all games in order and has each visited.
    ///
    /// # Errors
    /// One cannot be read, or is damaged.
    pub fn each(
        &self,
        mut visit: impl FnMut(&SelfPlayGame) -> Result<(), GameFormatError>,
    ) -> Result<(), String> {
        (0..self.len()).try_for_each(|number| self.read(number, &mut visit))
    }

    /// Number of games.
    pub fn len(&self) -> usize {
        self.places.len()
    }

    /// Reads a game by its number and has it visited.
    ///
    /// # Errors
    /// It cannot be read, or is damaged.
    pub fn read(
        &self,
        number: usize,
        visit: impl FnOnce(&SelfPlayGame) -> Result<(), GameFormatError>,
    ) -> Result<(), String> {
        let GamePlace {
            offset,
            length,
            file,
        } = self.places[number];
        let (path, mut file) = {
            let (path, file) = &self.files[usize::from(file)];
            (path, file)
        };
        let mut bytes = vec![0; usize::from(length)];
        file.seek(SeekFrom::Start(offset))
            .and_then(|_| file.read_exact(&mut bytes))
            .map_err(|error| with_path(path, &error))?;
        let at = |error: &dyn Display| with_path(path, &format!("at byte {offset}: {error}"));
        let (game, _) = SelfPlayGame::read(&bytes).map_err(|error| at(&error))?;
        visit(&game).map_err(|error| at(&error))
    }
}

#[cfg(test)]
impl GameFiles {
    /// As many games, none of which can be read.
    pub fn with_games(count: usize) -> GameFiles {
        let place = |offset| GamePlace {
            offset,
            length: 0,
            file: 0,
        };
        GameFiles {
            files: Vec::new(),
            places: (0..count as u64).map(place).collect(),
        }
    }
}

/// Whether a file begins as files of self-play games do.
///
/// # Errors
/// It cannot be read.
pub fn has_self_play_games(path: &Path) -> Result<bool, String> {
    let mut begin = Vec::new();
    File::open(path)
        .and_then(|file| file.take(MAX_HEADER_LEN).read_to_end(&mut begin))
        .map_err(|error| with_path(path, &error))?;
    Ok(GameFileReader::new(&begin).is_ok())
}

fn with_path(path: &Path, error: &dyn Display) -> String {
    format!("{}: {error}", path.display())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use engine::eval::Evaluation;
    use lab::datagen::{SelfPlay, SelfPlayConfig};

    use super::*;

    #[test]
    fn games_are_found_in_all_files_and_what_is_damaged_is_told_with_its_place() {
        let config = SelfPlayConfig {
            seed: 4,
            nodes: 10,
            eval_config: Evaluation::Material.into(),
        };
        let mut player = SelfPlay::new(config.clone());
        let games: Vec<SelfPlayGame> = (0..6).map(|number| player.game(number)).collect();
        let bytes = |games: &[SelfPlayGame]| {
            let mut bytes = GameFileReader::header_of(&config).into_bytes();
            games.iter().for_each(|game| game.write(&mut bytes));
            bytes
        };
        let folder = std::env::temp_dir().join(format!("ponder-games-{}", std::process::id()));
        fs::create_dir_all(&folder).unwrap();
        let paths = ["a", "b"].map(|name| folder.join(name));
        // The last game of the first file is still being written.
        let mut first = bytes(&games[..4]);
        first.truncate(first.len() - 3);
        fs::write(&paths[0], &first).unwrap();
        fs::write(&paths[1], bytes(&games[4..])).unwrap();
        let files = GameFiles::open(&paths).unwrap();
        assert_eq!(files.len(), 5);
        let mut in_order = Vec::new();
        let visit = |game: &SelfPlayGame| {
            in_order.push(game.clone());
            Ok(())
        };
        files.each(visit).unwrap();
        assert_eq!(in_order, [&games[..3], &games[4..]].concat());
        assert_eq!(has_self_play_games(&paths[1]), Ok(true));
        for number in [4, 0, 3, 2] {
            let expected = &games[if number < 3 { number } else { number + 1 }];
            let mut found = None;
            files
                .read(number, |game| {
                    found = Some(game.clone());
                    Ok(())
                })
                .unwrap();
            assert_eq!(found.as_ref(), Some(expected));
        }

        let refused = |change: &dyn Fn(&mut Vec<u8>)| -> String {
            let mut changed = bytes(&games);
            change(&mut changed);
            fs::write(&paths[0], changed).unwrap();
            let files = GameFiles::open(&paths[..1]);
            let read = |files: GameFiles| {
                (0..files.len()).try_for_each(|number| files.read(number, |_| Ok(())))
            };
            files.and_then(read).unwrap_err()
        };
        let header = GameFileReader::header_of(&config).len();
        let damaged = refused(&|bytes| bytes[header + 20] ^= 1);
        assert!(
            damaged.contains(&format!("at byte {header}: the game is damaged")),
            "{damaged}"
        );
        let endless = refused(&|bytes| bytes[header + 1] = 0xff);
        assert!(
            endless.contains(&format!("at byte {header}: the game is damaged")),
            "{endless}"
        );
        let foreign = refused(&|bytes| bytes[0] = b'P');
        assert!(foreign.contains("these are no games"), "{foreign}");
        assert_eq!(has_self_play_games(&paths[0]), Ok(false));
        let long = refused(&|bytes| bytes.splice(..header, [b'p'; 2_000]).for_each(drop));
        assert!(long.contains("these are no games"), "{long}");
        assert!(GameFiles::open(&[folder.join("c")]).is_err());
        fs::remove_dir_all(folder).unwrap();
    }
}
