//! Errors of the HTTP API, by RFC 9457 (`application/problem+json`).

use serde::{Deserialize, Serialize};

use crate::field_error::FieldError;

/// The media type of a [`Problem`].
pub const PROBLEM_JSON: &str = "application/problem+json";

/// The longest text, bytes. A longer one would repeat what the client sent.
const MAX_TEXT_BYTES: usize = 900;

/// A problem document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "server", derive(utoipa::ToSchema))]
pub struct Problem {
    /// A URI that stands for this kind of problem; `about:blank` where the status says it all.
    #[serde(rename = "type")]
    pub kind: String,
    /// The kind in a few words, the same every time.
    pub title: String,
    /// The HTTP status code.
    pub status: u16,
    /// What was expected and what was found, this time.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub detail: Option<String>,
    /// The field at fault, as a path into the request: `position.moves[3]`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
}

impl Problem {
    /// A problem with a title and no detail.
    pub fn new(status: u16, title: impl Into<String>) -> Self {
        Self {
            kind: "about:blank".to_owned(),
            title: title.into(),
            status,
            detail: None,
            field: None,
        }
    }

    /// Adds what happened in this case, shortened.
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(shorten(detail.into()));
        self
    }

    /// Adds the path of the field at fault.
    pub fn with_field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(shorten(field.into()));
        self
    }
}

/// Shortens a long text to its beginning and end.
fn shorten(text: String) -> String {
    if text.len() <= MAX_TEXT_BYTES {
        return text;
    }
    let head = &text[..text.floor_char_boundary(MAX_TEXT_BYTES / 2)];
    let tail = &text[text.ceil_char_boundary(text.len() - MAX_TEXT_BYTES / 3)..];
    format!("{head}…{tail}")
}

impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        Self::new(422, "The request can't be carried out")
            .with_detail(error.reason)
            .with_field(error.field)
    }
}
