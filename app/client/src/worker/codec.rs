//! Encoding of messages.

use serde::Serialize;

/// Encodes a message.
#[must_use]
pub fn encode(message: &impl Serialize) -> Vec<u8> {
    // Encoding fails only for sequences of unknown length, which no message has; the receiver
    // rejects an empty message.
    postcard::to_allocvec(message).unwrap_or_default()
}

/// Decodes a message.
///
/// # Errors
/// What is wrong with the bytes.
pub fn decode<T: serde::de::DeserializeOwned>(bytes: &[u8]) -> Result<T, String> {
    postcard::from_bytes(bytes).map_err(|error| error.to_string())
}
