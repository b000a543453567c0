//! An error of the HTTP API, as RFC 9457 has it (`application/problem+json`).

use serde::{Deserialize, Serialize};

use crate::search::request::FieldError;

/// The media type of a [`Problem`].
pub const PROBLEM_JSON: &str = "application/problem+json";

/// Bytes of a text at most; more would be what the client has sent.
const FEW: usize = 900;

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
    /// A problem that its status and title describe.
    pub fn new(status: u16, title: impl Into<String>) -> Self {
        Self {
            kind: "about:blank".to_owned(),
            title: title.into(),
            status,
            detail: None,
            field: None,
        }
    }

    /// Adds what happened this time, in few words.
    pub fn with_detail(mut self, detail: impl Into<String>) -> Self {
        self.detail = Some(brief(detail.into()));
        self
    }

    /// Names the field at fault.
    pub fn with_field(mut self, field: impl Into<String>) -> Self {
        self.field = Some(brief(field.into()));
        self
    }
}

/// Of a text that quotes at length what was sent, the beginning and the end.
fn brief(text: String) -> String {
    if text.len() <= FEW {
        return text;
    }
    let head = &text[..text.floor_char_boundary(FEW / 2)];
    let tail = &text[text.ceil_char_boundary(text.len() - FEW / 3)..];
    format!("{head}…{tail}")
}

impl From<FieldError> for Problem {
    fn from(error: FieldError) -> Self {
        Self::new(422, "The request can't be carried out")
            .with_detail(error.reason)
            .with_field(error.field)
    }
}
