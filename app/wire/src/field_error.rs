//! The error that names a field.

use std::fmt;

/// A well-formed field that is rejected, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct FieldError {
    /// The field, as a path into the request: `position.moves[3]`.
    pub field: String,
    /// What was expected and what was found.
    pub reason: String,
}

impl FieldError {
    /// Rejects `field` for `reason`.
    pub fn new(field: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self {
            field: field.into(),
            reason: reason.to_string(),
        }
    }

    /// The same error for a field within `parent`.
    pub fn within(self, parent: &str) -> Self {
        Self {
            field: format!("{parent}.{}", self.field),
            ..self
        }
    }
}
