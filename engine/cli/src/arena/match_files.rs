//! What a match leaves on disk: results to resume from, games to read.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use lab::arena::PairRecord;

use super::settings::Settings;

/// The first words of a file of results.
const FORMAT: &str = "ponder-arena 1";

/// The open files, appended to after each pair.
pub struct Files {
    results: Option<File>,
    games: Option<File>,
}

impl Files {
    /// Opens what the settings name, and reads the results of an interrupted match.
    ///
    /// # Errors
    /// A file cannot be read or written, or belongs to another match.
    pub fn open(settings: &Settings) -> Result<(Files, Vec<PairRecord>), String> {
        let named = |path: &Path| {
            let path = path.display().to_string();
            move |error: io::Error| format!("{path}: {error}")
        };
        let mut known = Vec::new();
        let mut results = None;
        if let Some(path) = &settings.resume {
            let header = header(settings).map_err(named(path))?;
            let text = match fs::read_to_string(path) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
                read => read.map_err(named(path))?,
            };
            known =
                records(&text, &header).map_err(|error| format!("{}: {error}", path.display()))?;
            let mut file = append(path).map_err(named(path))?;
            // A line without an end was being written when the match was interrupted.
            let whole = text.rfind('\n').map_or(0, |end| end + 1);
            file.set_len(whole as u64).map_err(named(path))?;
            if whole == 0 {
                writeln!(file, "{header}").map_err(named(path))?;
            }
            results = Some(file);
        }
        let games = match &settings.pgn {
            None => None,
            Some(path) => Some(open_games(path).map_err(named(path))?),
        };
        Ok((Files { results, games }, known))
    }

    /// Keeps a finished pair with its games.
    ///
    /// # Errors
    /// The disk does not take it.
    pub fn keep(&mut self, pair: &PairRecord, games: &str) -> Result<(), String> {
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

fn append(path: &Path) -> io::Result<File> {
    OpenOptions::new().create(true).append(true).open(path)
}

fn open_games(path: &Path) -> io::Result<File> {
    let mut file = append(path)?;
    if file.metadata()?.len() > 0 {
        // The last game may be torn.
        file.write_all(b"\n\n")?;
    }
    Ok(file)
}

/// What a file must begin with to belong to this match: the settings, the programs and the memories
/// themselves, since an opening or an answer of another build is another match.
fn header(settings: &Settings) -> io::Result<String> {
    let mut header = format!(
        "{FORMAT} build={:016x} {}",
        fingerprint(&std::env::current_exe()?)?,
        settings.fingerprint
    );
    for side in &settings.sides {
        let program = side.command.as_ref().and_then(|command| command.first());
        // One that the PATH leads to is known by its name alone.
        if let Some(program) = program.filter(|program| Path::new(program).is_file()) {
            header.push_str(&format!(" {:016x}", fingerprint(Path::new(program))?));
        }
        let own = &side.config.own;
        for file in [&own.memory, &own.network].into_iter().flatten() {
            header.push_str(&format!(" {:016x}", fingerprint(Path::new(file))?));
        }
    }
    Ok(header)
}

/// FNV-1a over a file's words (Fowler, Noll, Vo); tells builds apart, not forgers.
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

fn records(text: &str, header: &str) -> Result<Vec<PairRecord>, String> {
    let whole = text.rfind('\n').map_or("", |end| &text[..end]);
    let mut lines = whole.lines().enumerate();
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
        let read = records(text, "head").unwrap();
        assert_eq!(read.iter().map(|pair| pair.index).collect::<Vec<_>>(), [0]);
        assert!(records("", "head").unwrap().is_empty());
        assert!(records("he", "head").unwrap().is_empty());
    }

    #[test]
    fn another_match_and_a_damaged_line_are_refused() {
        assert!(
            records("other\n", "head")
                .unwrap_err()
                .contains("another match")
        );
        let damaged = "head\npair 0 win:rules\n";
        assert!(records(damaged, "head").unwrap_err().starts_with("line 2"));
    }
}
