//! The entry of the open analysis among those that the visitor keeps, its field of the address, and its name.
//!
//! The field comes first and is not part of links that are shared: an entry is the visitor's own.

use engine::rules::pgn::Tags;
use wire::visitor::analyses::{AnalysisId, cleaned_analysis_name};

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
