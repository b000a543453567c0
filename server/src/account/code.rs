//! Recovery codes, which visitors write down instead of leaving an e-mail address.

use sha2::{Digest, Sha256};
use wire::Secret;

use super::token::{NoRandomness, bytes};

/// Crockford's base 32 without I, L, O and U.
const LETTERS: &[u8; 32] = b"0123456789ABCDEFGHJKMNPQRSTVWXYZ";

/// Letters of a code, five bits each.
const LENGTH: usize = 25;

/// Letters between hyphens.
const GROUP: usize = 5;

/// What the store keeps of a code.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct CodeHash(pub [u8; 32]);

impl std::fmt::Debug for CodeHash {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("CodeHash(…)")
    }
}

/// Draws a new code: 125 random bits, as `XXXXX-XXXXX-XXXXX-XXXXX-XXXXX`.
///
/// # Errors
/// When the system's generator fails.
pub fn draw() -> Result<Secret, NoRandomness> {
    let letters: Vec<char> = bytes::<LENGTH>()?
        .iter()
        .map(|byte| char::from(LETTERS[usize::from(byte % 32)]))
        .collect();
    let groups: Vec<String> = letters
        .chunks(GROUP)
        .map(|group| group.iter().collect())
        .collect();
    Ok(Secret(groups.join("-")))
}

/// The hash of a code, however it was typed. 125 random bits need neither salt nor stretching.
pub fn hash(code: &Secret) -> CodeHash {
    let letters = code.0.chars().filter(|letter| !matches!(letter, '-' | ' '));
    let read: String = letters
        .take(LENGTH + 1)
        .map(|letter| match letter.to_ascii_uppercase() {
            'O' => '0',
            'I' | 'L' => '1',
            letter => letter,
        })
        .collect();
    CodeHash(Sha256::digest(read.as_bytes()).into())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_code_is_known_however_it_is_typed() {
        let code = draw().expect("random");
        assert_eq!(code.0.len(), LENGTH + 4);
        let expected = hash(&code);
        let lower = code.0.to_lowercase();
        for typed in [
            lower.clone(),
            lower.replace('-', ""),
            format!(" {} ", lower.replace('-', " ")),
            lower.replace('0', "o").replace('1', "l"),
            code.0.replace('1', "I"),
        ] {
            assert!(hash(&Secret(typed.clone())) == expected, "{typed}");
        }
        for typed in [
            format!("{}0", code.0),
            code.0[1..].to_owned(),
            String::new(),
        ] {
            assert!(hash(&Secret(typed.clone())) != expected, "{typed}");
        }
        assert_ne!(draw().expect("random"), code);
    }
}
