//! What an account may be called, and when two names are too much alike.
//!
//! A name is found by [`Keys::spelt`], whatever its case. It is taken when that or [`Keys::seen`] is:
//! the one makes `Anna`, `ANNA` and `аnnа` with foreign letters the same, the other keeps `PaypaI`
//! with a capital i from standing beside `Paypal`.

use std::sync::LazyLock;

use engine::player::strategies;
use unicode_normalization::{UnicodeNormalization, char::canonical_combining_class};
use unicode_security::{GeneralSecurityProfile, MixedScript, confusable_detection::skeleton};

/// Letters, digits and signs of a name.
const LENGTH: std::ops::RangeInclusive<usize> = 2..=20;

/// Names under which somebody could speak for the house, beside its minds' own.
const RESERVED: [&str; 24] = [
    "account",
    "admin",
    "administrator",
    "anonymous",
    "api",
    "computer",
    "engine",
    "everybody",
    "guest",
    "help",
    "me",
    "mod",
    "moderator",
    "nobody",
    "official",
    "operator",
    "owner",
    "ponder",
    "root",
    "security",
    "staff",
    "support",
    "system",
    "team",
];

/// A vowel is silenced by a sign of this class (virama), without which some languages can't be
/// written.
const VIRAMA: u8 = 9;

/// A name that can be given.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Name {
    /// As it is shown.
    pub shown: String,
    /// As it is compared.
    pub keys: Keys,
}

/// What a name is compared by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The same for two names that differ in case only.
    pub spelt: String,
    /// The same for two names that look alike as they are written.
    pub seen: String,
}

/// What a name is compared by. Anything that is no name is found by nothing that could be stored.
pub fn keys(name: &str) -> Keys {
    // Text without end need not be looked at: no name is that long.
    let short = name.chars().take(4 * LENGTH.end());
    // PostgreSQL takes no text with a zero in it, not even to look for.
    let short = short.map(|letter| if letter == '\0' { '\u{fffd}' } else { letter });
    let short: String = short.nfkc().collect();
    Keys {
        spelt: lower(&look(&lower(&short))),
        seen: lower(&look(&short)),
    }
}

/// Checks a name that somebody wants to have.
///
/// # Errors
/// What is wrong with it, in words that may follow "name:".
pub fn check(wanted: &str) -> Result<Name, String> {
    // Composed, so that a letter with its accent is one.
    let shown: String = wanted.chars().take(4 * LENGTH.end()).nfc().collect();
    let length = shown.chars().count();
    if !LENGTH.contains(&length) {
        let (least, most) = (LENGTH.start(), LENGTH.end());
        return Err(format!("expected {least} to {most} characters"));
    }
    if let Some(odd) = shown.chars().find(|letter| !is_allowed(*letter)) {
        return Err(format!("expected letters, digits, - and _, found {odd:?}"));
    }
    if !shown.starts_with(char::is_alphanumeric) {
        return Err("expected a letter or a digit at the beginning".to_owned());
    }
    if !shown.as_str().is_single_script() {
        return Err("expected letters of one alphabet".to_owned());
    }
    let keys = keys(&shown);
    let is_reserved = |reserved: &Keys| reserved.spelt == keys.spelt || reserved.seen == keys.seen;
    if RESERVED_KEYS.iter().any(is_reserved) {
        return Err("this name is the house's own".to_owned());
    }
    Ok(Name { shown, keys })
}

static RESERVED_KEYS: LazyLock<Vec<Keys>> = LazyLock::new(|| {
    let minds = strategies().iter().map(|mind| mind.name);
    RESERVED.into_iter().chain(minds).map(keys).collect()
});

fn is_allowed(letter: char) -> bool {
    match letter {
        '-' | '_' => true,
        _ if letter.is_ascii() => letter.is_ascii_alphanumeric(),
        // Letters that are in use, so neither mathematical nor long dead ones.
        _ => {
            letter.identifier_allowed()
                && (letter.is_alphabetic() || canonical_combining_class(letter) == VIRAMA)
        }
    }
}

/// The same for all texts that look like this one.
fn look(text: &str) -> String {
    skeleton(text).collect()
}

fn lower(text: &str) -> String {
    text.to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn collide(one: &str, other: &str) -> bool {
        let (one, other) = (keys(one), keys(other));
        one.spelt == other.spelt || one.seen == other.seen
    }

    #[test]
    fn names_of_every_alphabet_are_taken_as_they_are_written() {
        for name in [
            "Al",
            "anna",
            "Anna-Maria",
            "e4_e5",
            "2fast",
            "Zoë",
            "Łukasz",
            "Михаил",
            "Γιώργος",
            "たかし",
            "佐藤さくら",
            "이세돌",
            "हिन्दी",
            "محمد",
            "twenty-characters-xy",
        ] {
            let found = check(name).unwrap_or_else(|error| panic!("{name}: {error}"));
            assert_eq!(found.shown, name);
        }
        let composed = check("Zoe\u{308}").expect("a name");
        assert_eq!(composed.shown, "Zoë");
    }

    #[test]
    fn what_is_no_name_is_refused_with_a_reason() {
        for (name, said) in [
            ("", "2 to 20"),
            ("a", "2 to 20"),
            ("twenty-one-characters", "2 to 20"),
            (&"a".repeat(100_000), "2 to 20"),
            ("two words", "letters, digits"),
            (" anna", "letters, digits"),
            ("anna\n", "letters, digits"),
            ("an\0na", "letters, digits"),
            ("a<b>", "letters, digits"),
            ("a/b", "letters, digits"),
            ("a.b", "letters, digits"),
            ("a@b", "letters, digits"),
            ("ann\u{200b}a", "letters, digits"),
            ("ann\u{202e}a", "letters, digits"),
            ("ann\u{2066}a", "letters, digits"),
            ("ann\u{ad}a", "letters, digits"),
            ("ann\u{3164}a", "letters, digits"),
            ("ann\u{115f}a", "letters, digits"),
            ("ann\u{fe0f}a", "letters, digits"),
            ("ann\u{e0041}a", "letters, digits"),
            ("an\u{301}\u{301}\u{301}na", "letters, digits"),
            ("𝔞𝔫𝔫𝔞", "letters, digits"),
            ("ａｎｎａ", "letters, digits"),
            ("☃☃", "letters, digits"),
            ("anna²", "letters, digits"),
            ("-anna", "at the beginning"),
            ("__", "at the beginning"),
            ("Aннa", "one alphabet"),
            ("аnna", "one alphabet"),
            ("Ωmega", "one alphabet"),
        ] {
            let error = check(name).expect_err(name);
            assert!(error.contains(said), "{name:?}: {error}");
        }
    }

    #[test]
    fn names_that_are_alike_collide() {
        for (one, other) in [
            ("Paypal", "paypal"),
            ("Paypal", "PAYPAL"),
            ("Paypal", "PaypaI"),
            ("Paypal", "Paypa1"),
            // Cyrillic: er, a, u, er, a, and a palochka.
            ("paypa", "раура"),
            ("paypal", "раураӏ"),
            ("BOB", "ВОВ"),
            ("Bob", "B0b"),
            ("olga", "0lga"),
            ("mike", "rnike"),
            ("Вася", "вася"),
            ("Zoë", "zoë"),
            ("paypal", "ｐａｙｐａｌ"),
        ] {
            assert!(collide(one, other), "{one} {other}");
        }
        for (one, other) in [
            ("Karl", "Kari"),
            ("anna", "hanna"),
            ("Zoë", "Zoe"),
            ("a-b", "a_b"),
        ] {
            assert!(!collide(one, other), "{one} {other}");
        }
    }

    #[test]
    fn nobody_speaks_for_the_house() {
        for name in [
            "admin",
            "Admin",
            "ADMIN",
            "adrnin",
            "Ponder",
            "p0nder",
            "Moderator",
            "SYSTEM",
            "Calculator",
            "calcuIator",
            "Explorer",
            "guest",
            "Dice",
            "Learner",
        ] {
            let error = check(name).expect_err(name);
            assert!(error.contains("the house's own"), "{name}: {error}");
        }
        assert!(check("administer").is_ok());
    }
}
