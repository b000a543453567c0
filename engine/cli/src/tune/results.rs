//! The file of a tuning's results: a line with the settings, then for each trial the points that side a
//! was ahead. All values follow from that.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Seek, SeekFrom, Write};
use std::path::Path;

use lab::tune::Spsa;

/// The open file, to which each trial is appended.
pub struct TuneResults {
    file: File,
}

impl TuneResults {
    /// Opens or creates the file, and has the trials in it recorded. A last line without an end is cut
    /// off.
    ///
    /// # Errors
    /// The file cannot be read or written, or has results of other settings.
    pub fn open(path: &Path, header: &str, spsa: &mut Spsa) -> Result<TuneResults, String> {
        let with_path = |error: &dyn std::fmt::Display| format!("{}: {error}", path.display());
        let text = match fs::read_to_string(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => String::new(),
            read => read.map_err(|error| with_path(&error))?,
        };
        let whole = &text[..text.rfind('\n').map_or(0, |end| end + 1)];
        let mut lines = whole.lines();
        match lines.next() {
            Some(found) if found != header => {
                return Err(with_path(&format!(
                    "there are results of {found:?}, not {header:?}"
                )));
            }
            _ => {}
        }
        for (index, line) in lines.enumerate() {
            let points = line.parse().ok().filter(|points: &f64| points.is_finite());
            let points = points.ok_or_else(|| {
                with_path(&format!(
                    "line {}: expected points, found {line:?}",
                    index + 2
                ))
            })?;
            spsa.record(points);
        }
        let mut options = OpenOptions::new();
        let file = options.create(true).truncate(false).write(true).open(path);
        let mut file = file.map_err(|error| with_path(&error))?;
        file.set_len(whole.len() as u64)
            .and_then(|()| file.seek(SeekFrom::End(0)))
            .and_then(|_| match whole {
                "" => writeln!(file, "{header}"),
                _ => Ok(()),
            })
            .map_err(|error| with_path(&error))?;
        Ok(TuneResults { file })
    }

    /// Appends the result of a trial.
    ///
    /// # Errors
    /// The file cannot be written.
    pub fn append(&mut self, points: f64) -> Result<(), String> {
        writeln!(self.file, "{points}").map_err(|error| format!("cannot keep a trial: {error}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_gone_on_with_and_those_of_other_settings_refused() {
        let path = std::env::temp_dir().join(format!("ponder-tune-{}", std::process::id()));
        fs::remove_file(&path).ok();
        let begin = || Spsa::new(&[50, 60], vec![0..=100; 2], 10, 0.5, 3);
        let mut first = begin();
        let mut results = TuneResults::open(&path, "a header", &mut first).unwrap();
        for points in [2.0, -1.0, 0.5] {
            first.record(points);
            results.append(points).unwrap();
        }
        let mut again = begin();
        TuneResults::open(&path, "a header", &mut again).unwrap();
        assert_eq!(again, first);
        // As if the last write were incomplete.
        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, &text[..text.len() - 1]).unwrap();
        let mut cut = begin();
        TuneResults::open(&path, "a header", &mut cut).unwrap();
        assert_eq!(cut.done(), 2);
        let error = TuneResults::open(&path, "another", &mut begin()).err();
        assert!(error.unwrap().contains("results of \"a header\""));
        fs::write(&path, "a header\nmany\n").unwrap();
        let error = TuneResults::open(&path, "a header", &mut begin()).err();
        assert!(error.unwrap().contains("line 2: expected points"));
        fs::remove_file(&path).unwrap();
    }
}
