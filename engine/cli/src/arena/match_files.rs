//! The files of a match: results to resume from, and games.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use lab::arena::PairRecord;

use super::settings::ArenaSettings;

/// The first words of a file of results.
const FORMAT: &str = "ponder-arena 1";

/// The open files, to which each pair is appended.
pub struct MatchFiles {
    results: Option<File>,
    games: Option<File>,
}

impl MatchFiles {
    /// Opens the files of the settings and reads the results of an interrupted match.
    ///
    /// # Errors
    /// A file cannot be read or written, or belongs to another match.
    pub fn open(settings: &ArenaSettings) -> Result<(MatchFiles, Vec<PairRecord>), String> {
        let with_path = |path: &Path| {
            let path = path.display().to_string();
            move |error: io::Error| format!("{path}: {error}")
        };
        let mut known = Vec::new();
        let mut results = None;
        if let Some(path) = &settings.flags.resume {
            let header = header(settings).map_err(with_path(path))?;
            let text = match fs::read_to_string(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
                read => read.map_err(with_path(path))?,
            };
            known = parse_records(&text, &header)
                .map_err(|error| format!("{}: {error}", path.display()))?;
            let mut file = open_for_append(path).map_err(with_path(path))?;
            // A line without an end is incomplete: the match was interrupted.
            let complete = text.rfind('\n').map_or(0, |end| end + 1);
            file.set_len(complete as u64).map_err(with_path(path))?;
            if complete == 0 {
                writeln!(file, "{header}").map_err(with_path(path))?;
            }
            results = Some(file);
        }
        let games = match &settings.flags.pgn {
            None => None,
            Some(path) => Some(open_games(path).map_err(with_path(path))?),
        };
        Ok((MatchFiles { results, games }, known))
    }

    /// Appends a finished pair with its games.
    ///
    /// # Errors
    /// A file cannot be written.
    pub fn append(&mut self, pair: &PairRecord, games: &str) -> Result<(), String> {
        let mut write = || {
            if let Some(file) = &mut self.games {
                file.write_all(games.as_bytes())?;
            }
            if let Some(file) = &mut self.results {
                file.write_all(format!("{pair}\n").as_bytes())?;
            }
            Ok(())
        };
        write().map_err(|error: io::Error| format!("cannot keep pair {}: {error}", pair.index))
    }
}

fn open_for_append(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

fn open_games(path: &Path) -> io::Result<File> {
    let mut file = open_for_append(path)?;
    if file.metadata()?.len() > 0 {
        // The last game may be incomplete.
        file.write_all(b"\n\n")?;
    }
    Ok(file)
}

/// The first line of this match's results: the settings, and checksums of the programs and of the
/// files that the players read, since another build plays other openings and moves.
fn header(settings: &ArenaSettings) -> io::Result<String> {
    let mut header = format!(
        "{FORMAT} build={:016x} {}",
        fingerprint(&std::env::current_exe()?)?,
        settings.fingerprint
    );
    for side in &settings.sides {
        let program = side.command.as_ref().and_then(|command| command.first());
        // A program that is found by the PATH is known by its name alone.
        if let Some(program) = program.filter(|program| Path::new(program).is_file()) {
            header.push_str(&format!(" {:016x}", fingerprint(Path::new(program))?));
        }
        let config = &side.config.in_process;
        for file in [&config.memory, &config.network].into_iter().flatten() {
            header.push_str(&format!(" {:016x}", fingerprint(Path::new(file))?));
        }
    }
    Ok(header)
}

/// FNV-1a over a file's words (Fowler, Noll, Vo).
fn fingerprint(path: &Path) -> io::Result<u64> {
    let bytes = fs::read(path)?;
    let words = bytes.chunks(8).map(|chunk| {
        chunk
            .iter()
            .fold(0_u64, |word, &byte| word << 8 | u64::from(byte))
    });
    Ok(words.fold(0xcbf2_9ce4_8422_2325, |hash, word| {
        (hash ^ word).wrapping_mul(0x0100_0000_01b3)
    }))
}

fn parse_records(text: &str, header: &str) -> Result<Vec<PairRecord>, String> {
    let complete = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = complete.lines().enumerate();
    match lines.next() {
        None => return Ok(Vec::new()),
        Some((_, found)) if found == header => {}
        Some((_, found)) => {
            return Err(format!(
                "holds another match, or one of another build\n  found    {found}\n  expected {header}"
            ));
        }
    }
    lines
        .map(|(index, line)| {
            line.parse()
                .map_err(|error| format!("line {}: {error}", index + 1))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_lines_are_read_and_a_torn_one_is_not() {
        let text = "head\npair 0 win:rules loss:time\npair 2 draw:rules draw:ru";
        let read = parse_records(text, "head").unwrap();
        assert_eq!(read.iter().map(|pair| pair.index).collect::<Vec<_>>(), [0]);
        assert!(parse_records("", "head").unwrap().is_empty());
        assert!(parse_records("he", "head").unwrap().is_empty());
    }

    #[test]
    fn another_match_and_a_damaged_line_are_refused() {
        assert!(
            parse_records("other\n", "head")
                .unwrap_err()
                .contains("another match")
        );
        let damaged = "head\npair 0 win:rules\n";
        assert!(
            parse_records(damaged, "head")
                .unwrap_err()
                .starts_with("line 2")
        );
    }
}
