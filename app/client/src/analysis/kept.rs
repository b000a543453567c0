//! The analysis among those that the visitor keeps: its entry, the entry's field of the address, a name.
//!
//! The field comes first and is not part of links that are shared: an entry is the visitor's own.

use engine::rules::pgn::Tags;
use engine::rules::{Move, NodeId};
use wire::visitor::analyses::{AnalysisId, SentAnalysis, cleaned_analysis_name};

use super::AnalysisState;
use super::analysis_link::analysis_link;
use super::import::import;
use super::link::{ImportError, OpenedGame, parse_fragment};

const FIELD: &str = "analysis=";

/// The entry of the open analysis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptEntry {
    pub id: AnalysisId,
    /// The version that this page has seen last; 0 if it is not known yet.
    pub version: u64,
    /// Empty if it is not known yet.
    pub name: String,
}

impl KeptEntry {
    /// The entry that an address names.
    pub fn named(id: AnalysisId, version: u64) -> Self {
        Self {
            id,
            version,
            name: String::new(),
        }
    }
}

/// The fragment, without `#`, that opens an entry as it is kept.
pub fn kept_fragment(id: AnalysisId) -> String {
    format!("{FIELD}{id}")
}

/// The fragment of an open analysis with its entry.
pub fn with_entry(entry: Option<&KeptEntry>, fragment: String) -> String {
    let Some(KeptEntry { id, version, .. }) = entry else {
        return fragment;
    };
    let separator = if fragment.is_empty() { "" } else { "&" };
    format!("{FIELD}{id}.{version}{separator}{fragment}")
}

/// The entry in a fragment, without `#`, and the rest of it.
pub fn split_entry(fragment: &str) -> (Option<KeptEntry>, &str) {
    let Some(from) = fragment.strip_prefix(FIELD) else {
        return (None, fragment);
    };
    let (value, rest) = from.split_once('&').unwrap_or((from, ""));
    let (id, version) = value.split_once('.').unwrap_or((value, "0"));
    let entry = id.parse().ok().zip(version.parse().ok());
    match entry {
        Some((id, version)) => (Some(KeptEntry::named(id, version)), rest),
        None => (None, rest),
    }
}

/// A name for an analysis: its players, else its day as it is given.
pub fn proposed_name(tags: &Tags, day: &str) -> String {
    let player = |tag| {
        let name = tags.get(tag).and_then(cleaned_analysis_name);
        name.filter(|name| name != "?")
    };
    let players = match (player("White"), player("Black")) {
        (None, None) => None,
        (white, black) => {
            let or_unknown = |name: Option<String>| name.unwrap_or_else(|| "?".to_owned());
            let both = format!("{} \u{2013} {}", or_unknown(white), or_unknown(black));
            cleaned_analysis_name(&both)
        }
    };
    players.unwrap_or_else(|| format!("Analysis of {day}"))
}

/// What is kept, beside what is open.
#[derive(Debug, Clone, PartialEq)]
pub enum KeptComparison {
    /// The address has all of it that an address can hold: this is the whole, shown at the same move.
    Same(Box<OpenedGame>),
    /// Something was changed after it was kept, or it was kept again elsewhere. These tags of what is kept are not
    /// in what is open.
    Different { missing_tags: Tags },
}

impl AnalysisState {
    /// All of the analysis, as it is sent.
    pub fn sent_analysis(&self, id: AnalysisId, seen: u64, name: String) -> SentAnalysis {
        SentAnalysis {
            id,
            seen,
            name,
            pgn: self.pgn(),
        }
    }

    /// Compares what is open, as an address has it, with what is kept.
    ///
    /// # Errors
    /// What is kept cannot be read.
    pub fn compare_with_kept(&self, pgn: &str) -> Result<KeptComparison, ImportError> {
        let mut opened = import(pgn)?.opened;
        let whole = Self::of_opened(&opened);
        let link = analysis_link(&whole).fragment;
        let held = match parse_fragment(&link) {
            Some(held) => Self::of_opened(&held?),
            None => Self::default(),
        };
        if held.pgn() != self.pgn() {
            let missing = |(name, _): &(&str, &str)| self.tags.get(name).is_none();
            return Ok(KeptComparison::Different {
                missing_tags: opened.tags.iter().filter(missing).collect(),
            });
        }
        let line: Vec<Move> = self.moves_to(self.current);
        opened.current = opened.tree.add_line(NodeId::START, line);
        opened.flipped = self.flipped;
        Ok(KeptComparison::Same(Box::new(opened)))
    }

    /// Whether an address holds all of what is kept.
    pub fn fits_address(pgn: &str) -> bool {
        import(pgn).is_ok_and(|read| {
            let link = analysis_link(&Self::of_opened(&read.opened));
            link.dropped.is_empty()
        })
    }

    fn moves_to(&self, at: NodeId) -> Vec<Move> {
        let path = self.tree.path(at).into_iter();
        path.filter_map(|at| self.tree.last_move(at)).collect()
    }

    fn of_opened(opened: &OpenedGame) -> Self {
        Self {
            tree: opened.tree.clone(),
            current: opened.current,
            annotations: opened.annotations.clone(),
            tags: opened.tags.clone(),
            flipped: opened.flipped,
            ..Self::default()
        }
    }

    /// Adds tags that are not there.
    pub(super) fn add_tags(&mut self, tags: &Tags) {
        for (name, value) in tags.iter() {
            if self.tags.get(name).is_none() {
                self.tags.set(name, value);
            }
        }
    }
}
