//! Lists of names: a place, a name and a note on each line.

use anyhow::{Result, bail};

/// A line of a list.
#[derive(Debug, PartialEq, Eq)]
pub struct Entry {
    /// A crate, a folder or a file, from the checkout's root.
    pub place: String,
    pub name: String,
    /// What to say instead, or why the name stays.
    pub note: String,
}

impl Entry {
    /// Whether the entry names this name at or below its place.
    pub fn matches(&self, path: &str, name: &str) -> bool {
        let below = path.strip_prefix(&self.place);
        self.name == name && below.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// Parses a list; empty lines and lines that begin with `#` are comments.
///
/// # Errors
/// A line has fewer than three words.
pub fn parse(list: &str) -> Result<Vec<Entry>> {
    let lines = list.lines().map(str::trim);
    lines
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| {
            let mut words = line.split_whitespace().map(str::to_owned);
            let (Some(place), Some(name)) = (words.next(), words.next()) else {
                bail!("expected a place, a name and a note: {line}");
            };
            let note = words.collect::<Vec<_>>().join(" ");
            if note.is_empty() {
                bail!("expected a note: {line}");
            }
            Ok(Entry { place, name, note })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_a_place_a_name_and_a_note() {
        let entry = Entry {
            place: "a/b".to_owned(),
            name: "C".to_owned(),
            note: "say D".to_owned(),
        };
        assert_eq!(parse("# comment\n\n a/b  C  say D\n").unwrap(), [entry]);
        assert!(parse("a/b C\n").is_err());
    }
}
