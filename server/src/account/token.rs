//! Session and device tokens: 256 random bits for the browser, their hash for the store.

use rand::{TryRng, rngs::SysRng};
use sha2::{Digest, Sha256};
use wire::{DeviceToken, SessionToken, live::GameLink};

/// The hash of a token. A reader of the store cannot act as a visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TokenHash(pub [u8; 32]);

/// The system gave no random bytes.
#[derive(Debug, thiserror::Error)]
#[error("the system gave no random bytes: {0}")]
pub struct NoRandomness(String);

/// The hash of an API key.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct KeyHash(pub [u8; 32]);

impl std::fmt::Debug for KeyHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("KeyHash(…)")
    }
}

/// Draws a session token: 64 hexadecimal digits.
///
/// # Errors
/// The system's generator fails.
pub fn draw() -> Result<SessionToken, NoRandomness> {
    Ok(SessionToken(digits::<32>()?))
}

/// Draws a device token: 64 hexadecimal digits.
///
/// # Errors
/// The system's generator fails.
pub fn draw_device() -> Result<DeviceToken, NoRandomness> {
    Ok(DeviceToken(digits::<32>()?))
}

/// Draws a public tag: 32 hexadecimal digits.
///
/// # Errors
/// The system's generator fails.
pub fn draw_tag() -> Result<String, NoRandomness> {
    digits::<16>()
}

/// Draws the link of a game.
///
/// # Errors
/// The system's generator fails.
pub fn draw_link() -> Result<GameLink, NoRandomness> {
    // One draw in many thousands has too many rejected bytes.
    loop {
        if let Some(link) = GameLink::from_random(&bytes::<36>()?) {
            return Ok(link);
        }
    }
}

/// Draws hexadecimal digits, two a byte.
pub(super) fn digits<const BYTES: usize>() -> Result<String, NoRandomness> {
    let bytes = bytes::<BYTES>()?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Draws bytes.
///
/// # Errors
/// The system's generator fails.
pub(crate) fn bytes<const BYTES: usize>() -> Result<[u8; BYTES], NoRandomness> {
    let mut bytes = [0_u8; BYTES];
    SysRng
        .try_fill_bytes(&mut bytes)
        .map_err(|error| NoRandomness(error.to_string()))?;
    Ok(bytes)
}

/// The hash of a session token. 256 random bits need neither salt nor stretching.
pub fn hash(token: &SessionToken) -> TokenHash {
    TokenHash(Sha256::digest(token.0.as_bytes()).into())
}

/// The hash of a device token.
pub fn hash_device(token: &DeviceToken) -> TokenHash {
    TokenHash(Sha256::digest(token.0.as_bytes()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_tokens_differ_and_have_sixty_four_digits() {
        let (one, two) = (draw().expect("random"), draw().expect("random"));
        assert_ne!(one, two);
        assert_eq!(one.0.len(), 64);
        assert!(one.0.bytes().all(|byte| byte.is_ascii_hexdigit()));
    }

    #[test]
    fn the_hash_is_sha_256() {
        let hash = hash(&SessionToken("abc".into()));
        assert_eq!(hash.0[..4], [0xba, 0x78, 0x16, 0xbf]);
    }
}
