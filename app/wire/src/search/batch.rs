//! `POST /api/v1/batch`: many searches in one request.

use std::collections::HashSet;

use serde::Deserialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;

use super::request::SearchRequest;
use crate::field_error::FieldError;

/// The most searches of one request.
pub const MAX_SEARCHES: usize = 64;
/// The longest id of a search, in characters.
pub const MAX_ID: usize = 64;

/// The body of a batch.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchRequest {
    /// The searches.
    #[schema(min_items = 1, max_items = 64)]
    pub searches: Vec<BatchEntry>,
}

/// A search of a batch.
#[derive(Debug, Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct BatchEntry {
    /// By which its result is known; no two are alike.
    #[schema(min_length = 1, max_length = 64)]
    pub id: String,
    /// As in `POST /search`. It is read by itself, so that a mistake in one search is no mistake of
    /// the others.
    #[schema(value_type = SearchRequest)]
    pub search: Box<RawValue>,
}

impl BatchRequest {
    /// Checks the number of searches and their ids. The searches have their own checks.
    ///
    /// # Errors
    /// `searches`, or the first `searches[i].id` that is too long, empty or repeated.
    pub fn check(&self) -> Result<(), FieldError> {
        let count = self.searches.len();
        if !(1..=MAX_SEARCHES).contains(&count) {
            let reason = format!("expected 1 to {MAX_SEARCHES} searches, found {count}");
            return Err(FieldError::new("searches", reason));
        }
        let mut seen = HashSet::new();
        for (index, entry) in self.searches.iter().enumerate() {
            let refuse = |reason: String| FieldError::new(format!("searches[{index}].id"), reason);
            let length = entry.id.chars().count();
            if !(1..=MAX_ID).contains(&length) {
                let reason = format!("expected 1 to {MAX_ID} characters, found {length}");
                return Err(refuse(reason));
            }
            if !seen.insert(entry.id.as_str()) {
                return Err(refuse(format!("{:?} is another search's id", entry.id)));
            }
        }
        Ok(())
    }
}

/// The path of a field within the batch; without a field, the path of the search.
pub fn field_in_batch(index: usize, field: Option<&str>) -> String {
    match field {
        Some(field) => format!("searches[{index}].search.{field}"),
        None => format!("searches[{index}].search"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn batch(ids: &[&str]) -> BatchRequest {
        let entry = |id: &&str| BatchEntry {
            id: (*id).to_owned(),
            search: RawValue::from_string("{}".to_owned()).unwrap(),
        };
        BatchRequest {
            searches: ids.iter().map(entry).collect(),
        }
    }

    #[test]
    fn ids_tell_the_searches_apart() {
        let longest = "\u{1f98a}".repeat(MAX_ID);
        assert_eq!(batch(&["a", "b", &longest]).check(), Ok(()));
        let long = "x".repeat(MAX_ID + 1);
        for (ids, field) in [
            (&[][..], "searches"),
            (&["a"; 65], "searches"),
            (&["a", ""], "searches[1].id"),
            (&[long.as_str()], "searches[0].id"),
            (&["a", "b", "a"], "searches[2].id"),
        ] {
            let error = batch(ids).check().expect_err("is refused");
            assert_eq!(error.field, field);
        }
    }
}
