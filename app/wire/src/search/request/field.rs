//! What is read of a request's fields, and how one is refused.

use std::{fmt, marker::PhantomData};

use serde::{
    Deserialize, Deserializer,
    de::{MapAccess, Visitor, value::MapAccessDeserializer},
};

/// A field of a well-formed request that can't be carried out, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{field}: {reason}")]
pub struct FieldError {
    /// The field, as a path into the request: `position.moves[3]`.
    pub field: String,
    /// What was expected and what was found.
    pub reason: String,
}

impl FieldError {
    /// Refuses `field` for `reason`.
    pub fn new(field: impl Into<String>, reason: impl fmt::Display) -> Self {
        Self {
            field: field.into(),
            reason: reason.to_string(),
        }
    }

    /// The same of a field that stands within `parent`.
    pub fn within(self, parent: &str) -> Self {
        Self {
            field: format!("{parent}.{}", self.field),
            ..self
        }
    }
}

/// Reads a JSON object. Left to itself serde takes a list for a struct, value by value, where no
/// name tells what was meant.
///
/// # Errors
/// What is no object, or not this one.
pub fn object<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<T, D::Error> {
    struct Object<T>(PhantomData<T>);

    impl<'de, T: Deserialize<'de>> Visitor<'de> for Object<T> {
        type Value = T;

        fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
            f.write_str("an object")
        }

        fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
            T::deserialize(MapAccessDeserializer::new(map))
        }
    }

    deserializer.deserialize_map(Object(PhantomData))
}

/// Refuses a number out of its range.
///
/// # Errors
/// Always then, with the range.
pub(super) fn check(field: &str, found: u64, least: u64, most: u64) -> Result<(), FieldError> {
    if (least..=most).contains(&found) {
        return Ok(());
    }
    Err(FieldError::new(
        field,
        format_args!("expected {least} to {most}, found {found}"),
    ))
}
