//! Query strings, with the place of a mistake, which axum's `Query` does not name.

use std::collections::HashSet;

use serde::de::DeserializeOwned;

use crate::error::Refusal;

/// Maximum length of a query string, bytes.
const LIMIT: usize = 16 * 1024;

/// Parses a query string.
///
/// # Errors
/// [`Refusal::Malformed`] with the parameter, where it is known.
pub fn parse<T: DeserializeOwned>(parameters: Option<&str>) -> Result<T, Refusal> {
    let parameters = parameters.unwrap_or_default();
    if parameters.len() > LIMIT {
        return Err(Refusal::Malformed {
            field: None,
            detail: format!("an address may have at most {LIMIT} bytes of parameters"),
        });
    }
    let pairs = form_urlencoded::parse(parameters.as_bytes());
    let mut names = HashSet::new();
    for (name, _) in pairs {
        if !names.insert(name.clone()) {
            return Err(Refusal::Malformed {
                detail: format!("the parameter {name:?} is there twice"),
                field: Some(name.into_owned()),
            });
        }
    }
    let mut track = serde_path_to_error::Track::new();
    let reader = serde_urlencoded::Deserializer::new(pairs);
    let tracked = serde_path_to_error::Deserializer::new(reader, &mut track);
    T::deserialize(tracked).map_err(|error| {
        let path = track.path().to_string();
        Refusal::Malformed {
            field: (path != ".").then_some(path),
            detail: error.to_string(),
        }
    })
}
