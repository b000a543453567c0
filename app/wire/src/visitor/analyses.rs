//! Analyses that a visitor keeps under names, each with a version.
//!
//! A write says which version it has seen. Where another one is kept meanwhile, nothing is written, and the
//! answer says so.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

use super::caller::{BackendFuture, SessionToken};
use super::live_games::MAX_PGN_BYTES;
use crate::FieldError;
use crate::live::typed_name;

/// The most analyses of one visitor.
pub const MAX_ANALYSES: usize = 300;
/// The most bytes of their PGNs.
pub const MAX_ANALYSES_BYTES: usize = 8 << 20;
/// The longest name, characters.
pub const MAX_ANALYSIS_NAME_CHARS: usize = 80;
/// The most analyses of one page of the list.
pub const MAX_LISTED_ANALYSES: usize = 20;

/// The id of a kept analysis, drawn by the page: 16 lower-case hexadecimal digits. It is the visitor's: of
/// another one it may mean something else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct AnalysisId(pub u64);

/// A text that is no id of an analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected 16 lower-case hexadecimal digits")]
pub struct InvalidAnalysisId;

impl fmt::Display for AnalysisId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:016x}", self.0)
    }
}

impl FromStr for AnalysisId {
    type Err = InvalidAnalysisId;

    fn from_str(text: &str) -> Result<Self, InvalidAnalysisId> {
        let digits = text
            .bytes()
            .all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if !digits || text.len() != 16 {
            return Err(InvalidAnalysisId);
        }
        let bits = u64::from_str_radix(text, 16).map_err(|_| InvalidAnalysisId)?;
        Ok(Self(bits))
    }
}

impl TryFrom<String> for AnalysisId {
    type Error = InvalidAnalysisId;

    fn try_from(text: String) -> Result<Self, InvalidAnalysisId> {
        text.parse()
    }
}

impl From<AnalysisId> for String {
    fn from(id: AnalysisId) -> Self {
        id.to_string()
    }
}

/// An analysis to be kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SentAnalysis {
    pub id: AnalysisId,
    /// The version that this one takes the place of; 0 for a new analysis.
    pub seen: u64,
    /// At most [`MAX_ANALYSIS_NAME_CHARS`] characters, as typed names may have them.
    pub name: String,
    /// With all variations, annotations and tags; at most [`MAX_PGN_BYTES`] bytes.
    pub pgn: String,
}

impl SentAnalysis {
    /// Checks all but the game in the PGN.
    ///
    /// # Errors
    /// Which field is at fault, and why.
    pub fn check(&self) -> Result<(), FieldError> {
        check_name(&self.name)?;
        check_pgn_text(&self.pgn)
    }
}

/// Checks an analysis's name.
///
/// # Errors
/// The field `name`: it is empty, too long, or has characters that names may not have.
pub fn check_name(name: &str) -> Result<(), FieldError> {
    let count = name.chars().count();
    if !(1..=MAX_ANALYSIS_NAME_CHARS).contains(&count) || name.trim().is_empty() {
        let reason = format!("expected 1 to {MAX_ANALYSIS_NAME_CHARS} characters, found {count}");
        return Err(FieldError::new("name", reason));
    }
    match typed_name::fault(name) {
        Some(fault) => Err(FieldError::new("name", fault)),
        None => Ok(()),
    }
}

/// Checks the length and the characters of a PGN.
///
/// # Errors
/// The field `pgn`: it is too long, or has control characters.
pub fn check_pgn_text(pgn: &str) -> Result<(), FieldError> {
    let found = pgn.len();
    if found > MAX_PGN_BYTES {
        let reason = format!("expected at most {MAX_PGN_BYTES} bytes, found {found}");
        return Err(FieldError::new("pgn", reason));
    }
    let is_control = |letter: &char| letter.is_control() && !matches!(letter, '\n' | '\r' | '\t');
    match pgn.chars().find(is_control) {
        Some(letter) => {
            let code = u32::from(letter);
            let reason = format!("expected no control characters, found U+{code:04X}");
            Err(FieldError::new("pgn", reason))
        }
        None => Ok(()),
    }
}

/// A name as it may be kept: cleaned, not too long; `None` if nothing is left.
pub fn cleaned_analysis_name(name: &str) -> Option<String> {
    let clean = typed_name::cleaned(name);
    let short: String = clean.chars().take(MAX_ANALYSIS_NAME_CHARS).collect();
    let short = short.trim_end();
    (!short.is_empty()).then(|| short.to_owned())
}

/// A kept analysis.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeptAnalysis {
    pub id: AnalysisId,
    /// From 1; each change adds 1. Below 2⁵³.
    pub version: u64,
    pub name: String,
    pub pgn: String,
    /// Milliseconds since 1970.
    pub created_ms: i64,
    /// Milliseconds since 1970.
    pub changed_ms: i64,
}

/// A kept analysis in the list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedAnalysis {
    pub id: AnalysisId,
    pub version: u64,
    pub name: String,
    /// Milliseconds since 1970.
    pub changed_ms: i64,
    /// Plies of the main line.
    pub plies: u32,
    /// Lines beside it.
    pub variations: u32,
}

/// Where the next page of the list begins: after this analysis.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AnalysisCursor {
    /// Milliseconds since 1970.
    pub changed_ms: i64,
    pub id: AnalysisId,
}

/// A page of the list, the last change first.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct AnalysisList {
    /// At most [`MAX_LISTED_ANALYSES`].
    pub analyses: Vec<ListedAnalysis>,
    /// The cursor of those before; `None` if there are none.
    pub before: Option<AnalysisCursor>,
}

/// What became of a change.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AnalysisAnswer {
    /// The analysis is kept as it was sent, in this version.
    Kept { version: u64 },
    /// Nothing was changed: another version than the one that was seen is kept.
    Changed { version: u64 },
    /// The visitor has no such analysis, or no longer.
    Gone,
}

/// The answer to an analysis that was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecordedAnalysis {
    pub answer: AnalysisAnswer,
    /// The token of a guest that was created for it, for the cookie.
    pub new_session: Option<SessionToken>,
}

/// What the server does with the analyses that visitors keep. A visitor reads and changes only their own.
pub trait Analyses: Send + Sync + 'static {
    /// Keeps a new analysis, or a new version of one. The same again changes nothing. Creates a guest if
    /// `session` is absent or unknown and the analysis is new. Beyond [`MAX_ANALYSES`] or
    /// [`MAX_ANALYSES_BYTES`] it is refused, with the field `analyses` or `pgn`.
    fn keep_analysis(
        &self,
        session: Option<SessionToken>,
        analysis: SentAnalysis,
    ) -> BackendFuture<'_, RecordedAnalysis>;

    /// An analysis of the visitor. Creates no guest.
    fn kept_analysis(
        &self,
        session: Option<SessionToken>,
        id: AnalysisId,
    ) -> BackendFuture<'_, Option<KeptAnalysis>>;

    /// A page of the visitor's list. Creates no guest.
    fn kept_analyses(
        &self,
        session: Option<SessionToken>,
        before: Option<AnalysisCursor>,
    ) -> BackendFuture<'_, AnalysisList>;

    /// Gives an analysis another name: a new version.
    fn rename_analysis(
        &self,
        session: Option<SessionToken>,
        id: AnalysisId,
        seen: u64,
        name: String,
    ) -> BackendFuture<'_, AnalysisAnswer>;

    /// Deletes an analysis: it is [`AnalysisAnswer::Gone`] then, or another version is kept.
    fn delete_analysis(
        &self,
        session: Option<SessionToken>,
        id: AnalysisId,
        seen: u64,
    ) -> BackendFuture<'_, AnalysisAnswer>;
}

#[cfg(test)]
mod tests {
    use super::*;

    fn example(name: &str, pgn: &str) -> SentAnalysis {
        SentAnalysis {
            id: AnalysisId(7),
            seen: 0,
            name: name.to_owned(),
            pgn: pgn.to_owned(),
        }
    }

    #[test]
    fn only_ids_in_the_form_in_which_they_are_written_are_read() {
        for bits in [0, 7, u64::MAX] {
            let id = AnalysisId(bits);
            assert_eq!(id.to_string().parse(), Ok(id));
            let json = serde_json::to_string(&id).expect("JSON");
            assert_eq!(serde_json::from_str::<AnalysisId>(&json).ok(), Some(id));
        }
        for text in [
            "",
            "0",
            "+123456789abcdef",
            "0123456789ABCDEF",
            "0123456789abcdef0",
            "0123456789abcde\u{e9}",
        ] {
            assert_eq!(text.parse::<AnalysisId>(), Err(InvalidAnalysisId), "{text}");
        }
        assert!(serde_json::from_str::<AnalysisId>("7").is_err());
    }

    #[test]
    fn a_name_that_cannot_be_is_refused_by_its_field() {
        let longest = "ж".repeat(MAX_ANALYSIS_NAME_CHARS);
        for good in ["A", "Ada \u{2013} O'Brien", &longest] {
            assert_eq!(example(good, "*").check(), Ok(()), "{good}");
        }
        let long = "a".repeat(MAX_ANALYSIS_NAME_CHARS + 1);
        for bad in ["", "  ", &long, "A\nB", "A\0", "A\u{202e}B", "\u{201c}A"] {
            let error = example(bad, "*").check().expect_err(bad);
            assert_eq!(error.field, "name", "{bad}");
        }
    }

    #[test]
    fn a_pgn_that_cannot_be_is_refused_by_its_field() {
        assert_eq!(example("A", "[Event \"ж\"]\r\n\n1. e4\t*").check(), Ok(()));
        let long = " ".repeat(MAX_PGN_BYTES + 1);
        for bad in [
            &*long,
            "1. e4 {\0} *",
            "1. e4 {\u{1b}[2J} *",
            "\u{7f}",
            "\u{85}",
        ] {
            let error = example("A", bad).check().expect_err("is refused");
            assert_eq!(error.field, "pgn");
        }
    }

    #[test]
    fn a_cleaned_name_is_one_that_may_be_kept() {
        let long = "\u{201c}a\u{201d} ".repeat(100);
        for (typed, clean) in [
            ("  Ada\tand\n\u{201c}Bob\u{201d} ", Some("Ada and Bob")),
            ("\u{200b} \u{202e}", None),
            ("", None),
        ] {
            assert_eq!(cleaned_analysis_name(typed).as_deref(), clean, "{typed:?}");
        }
        let clean = cleaned_analysis_name(&long).expect("something is left");
        assert_eq!(check_name(&clean), Ok(()));
    }

    #[test]
    fn answers_are_written_as_pages_know_them() {
        for (answer, json) in [
            (
                AnalysisAnswer::Kept { version: 2 },
                r#"{"kept":{"version":2}}"#,
            ),
            (
                AnalysisAnswer::Changed { version: 3 },
                r#"{"changed":{"version":3}}"#,
            ),
            (AnalysisAnswer::Gone, r#""gone""#),
        ] {
            assert_eq!(serde_json::to_string(&answer).ok().as_deref(), Some(json));
            assert_eq!(serde_json::from_str(json).ok(), Some(answer));
        }
    }
}
