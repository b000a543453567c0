//! Messages as bytes.

use serde::Serialize;

/// A message as bytes.
#[must_use]
pub fn encode(message: &impl Serialize) -> Vec<u8> {
    // Only what counts its elements beforehand can fail, and none of these does; nothing is then an
    // answer that the other end refuses.
    postcard::to_allocvec(message).unwrap_or_default()
}

/// The message in these bytes.
///
/// # Errors
/// What was wrong with them, as text.
pub fn decode<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    postcard::from_bytes(bytes).map_err(|error| error.to_string())
}
