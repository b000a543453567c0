//! The id of an uploaded network.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// The id of a network: the first 128 bits of its file's SHA-256, as 32 lower-case hexadecimal digits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
// By the text: less code than an array of bytes.
#[serde(try_from = "String", into = "String")]
pub struct NetworkId([u8; DIGITS]);

const DIGITS: usize = 32;

/// A text that is no network's id.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected {DIGITS} lower-case hexadecimal digits")]
pub struct InvalidNetworkId;

impl NetworkId {
    /// The id of a file.
    #[cfg(feature = "server")]
    pub fn of(file: &[u8]) -> Self {
        Self(engine::checksum::content_id(file))
    }

    /// The digits.
    pub fn as_str(&self) -> &str {
        // Digits are text.
        str::from_utf8(&self.0).unwrap_or_default()
    }
}

impl fmt::Display for NetworkId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

impl FromStr for NetworkId {
    type Err = InvalidNetworkId;

    fn from_str(text: &str) -> Result<Self, InvalidNetworkId> {
        let digits = text.as_bytes().try_into().map_err(|_| InvalidNetworkId)?;
        let id = Self(digits);
        let is_digit = |byte: &u8| matches!(byte, b'0'..=b'9' | b'a'..=b'f');
        id.0.iter()
            .all(is_digit)
            .then_some(id)
            .ok_or(InvalidNetworkId)
    }
}

impl TryFrom<String> for NetworkId {
    type Error = InvalidNetworkId;

    fn try_from(text: String) -> Result<Self, InvalidNetworkId> {
        text.parse()
    }
}

impl From<NetworkId> for String {
    fn from(id: NetworkId) -> Self {
        id.as_str().to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_id_is_read_as_it_is_written_and_in_no_other_way() {
        let text = "0123456789abcdef0123456789abcdef";
        assert_eq!(
            text.parse::<NetworkId>().map(String::from).as_deref(),
            Ok(text)
        );
        for text in [
            "",
            "0123456789abcdef0123456789abcde",
            "+123456789abcdef0123456789abcdef",
            "0123456789ABCDEF0123456789abcdef",
            "00123456789abcdef0123456789abcdef",
            "0123456789abcdef0123456789abcdeg",
        ] {
            assert_eq!(text.parse::<NetworkId>(), Err(InvalidNetworkId), "{text}");
        }
    }
}
