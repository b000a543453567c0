//! The link of a game.

use std::{fmt, str::FromStr};

use serde::{Deserialize, Serialize};

/// The path prefix of a game's page.
pub const PAGE: &str = "/game/";

/// The name of a game in addresses: twelve characters that nobody guesses, of an alphabet without
/// those that look alike. 70 bits.
///
/// ```
/// use wire::live::GameLink;
///
/// let link: GameLink = "q3ZkV9dYw7Ab".parse().unwrap();
/// assert_eq!(link.page(), "/game/q3ZkV9dYw7Ab");
/// assert!("../../etc/pas".parse::<GameLink>().is_err());
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct GameLink(String);

/// A text that is no game link.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("expected the twelve letters and digits of a game\u{2019}s address")]
pub struct InvalidGameLink;

impl GameLink {
    /// Characters of a link.
    pub const LENGTH: usize = 12;
    /// The characters of a link, without `0`, `O`, `I` and `l`.
    pub const ALPHABET: &'static [u8; 58] =
        b"123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

    /// A link from random bytes. Bytes that would favour some characters are skipped, so three
    /// times as many bytes as characters nearly always suffice; `None` if they do not.
    pub fn from_random(random: &[u8]) -> Option<Self> {
        let even = 256 - 256 % Self::ALPHABET.len();
        let name: String = random
            .iter()
            .map(|byte| usize::from(*byte))
            .filter(|byte| *byte < even)
            .map(|byte| char::from(Self::ALPHABET[byte % Self::ALPHABET.len()]))
            .take(Self::LENGTH)
            .collect();
        (name.len() == Self::LENGTH).then_some(Self(name))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The path of the game's page.
    pub fn page(&self) -> String {
        format!("{PAGE}{}", self.0)
    }
}

impl FromStr for GameLink {
    type Err = InvalidGameLink;

    fn from_str(text: &str) -> Result<Self, InvalidGameLink> {
        let fits =
            text.len() == Self::LENGTH && text.bytes().all(|byte| Self::ALPHABET.contains(&byte));
        fits.then(|| Self(text.to_owned())).ok_or(InvalidGameLink)
    }
}

impl TryFrom<String> for GameLink {
    type Error = InvalidGameLink;

    fn try_from(text: String) -> Result<Self, InvalidGameLink> {
        text.parse()
    }
}

impl From<GameLink> for String {
    fn from(link: GameLink) -> String {
        link.0
    }
}

impl fmt::Display for GameLink {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_the_alphabet_and_of_the_length_are_links() {
        for text in [
            "",
            "q3ZkV9dYw7A",
            "q3ZkV9dYw7Abc",
            "q3ZkV9dYw7A0",
            "q3ZkV9dYw7A/",
            "q3ZkV9dYw7\u{e9}",
        ] {
            assert_eq!(text.parse::<GameLink>(), Err(InvalidGameLink), "{text:?}");
        }
        let read = serde_json::from_str::<GameLink>("\"q3ZkV9dYw7Ab\"").expect("a link");
        assert_eq!(
            serde_json::to_string(&read).expect("JSON"),
            "\"q3ZkV9dYw7Ab\""
        );
        assert!(serde_json::from_str::<GameLink>("\"q3ZkV9\"").is_err());
    }

    #[test]
    fn every_character_is_as_likely_as_the_others() {
        let all: Vec<u8> = (0..=255).collect();
        let mut counts = [0_u32; 58];
        for byte in &all {
            let mut bytes = [255_u8; 12];
            bytes[0] = *byte;
            // 255 is skipped; the other twelve bytes suffice.
            let spelt: Vec<u8> = bytes.into_iter().chain([0; 12]).collect();
            let Some(link) = GameLink::from_random(&spelt) else {
                continue;
            };
            let first = link.as_str().as_bytes()[0];
            if *byte < 232 {
                let place = GameLink::ALPHABET.iter().position(|byte| *byte == first);
                counts[place.expect("of the alphabet")] += 1;
            }
        }
        assert_eq!(counts, [4; 58]);
        assert_eq!(GameLink::from_random(&[255; 36]), None);
    }
}
