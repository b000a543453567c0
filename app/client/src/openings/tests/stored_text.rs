//! Stored repertoires: what is damaged is refused by its field, and nothing panics.

use engine::rules::Color;
use proptest::prelude::*;

use super::{id, repertoire};
use crate::openings::{Repertoire, RepertoireError};

#[test]
fn names_with_quotes_and_other_letters_come_back() {
    for name in [
        "\"Black\" \\ \"]",
        "Schöne Eröffnung",
        "a; b {c} (d)",
        "日本",
    ] {
        let (made, _) = Repertoire::from_pgn(id(), name, Color::Black, "1. e4 e5 *").unwrap();
        let again = Repertoire::from_stored(id(), &made.to_pgn()).unwrap();
        assert_eq!((again.name(), again.color), (name, Color::Black));
    }
}

#[test]
fn an_empty_repertoire_comes_back() {
    let made = Repertoire::new(id(), "Empty", Color::White).unwrap();
    assert_eq!(Repertoire::from_stored(id(), &made.to_pgn()), Ok(made));
}

#[test]
fn the_wrong_field_is_named() {
    let good = repertoire(Color::White, "1. e4 e5 2. Nf3 *").to_pgn();
    assert!(Repertoire::from_stored(id(), &good).is_ok());
    for (from, to, expected) in [
        (
            "[Repertoire \"1\"]",
            "[Repertoire \"2\"]",
            "The version: expected 1, found \"2\".",
        ),
        (
            "[Repertoire \"1\"]\n",
            "",
            "The version: expected 1, found \"\".",
        ),
        (
            "\"white\"",
            "\"green\"",
            "The colour: expected white or black, found \"green\".",
        ),
        (
            "\"Mine\"",
            "\"\"",
            "The name: expected 1 to 60 characters, found 0.",
        ),
        (
            "2. Nf3",
            "2. Kf3",
            "The PGN: game 1, line 11, column 13: \"Kf3\" is not legal in this position.",
        ),
    ] {
        let text = good.replace(from, to);
        assert_ne!(text, good);
        let error = Repertoire::from_stored(id(), &text).unwrap_err();
        assert_eq!(error.to_string(), expected);
    }
    assert_eq!(
        Repertoire::from_stored(id(), ""),
        Err(RepertoireError::NoMoves)
    );
    let long = good.clone() + &" ".repeat(300_000);
    assert!(matches!(
        Repertoire::from_stored(id(), &long),
        Err(RepertoireError::TooLong { .. })
    ));
}

proptest! {
    #[test]
    fn damaged_texts_never_panic(at in any::<prop::sample::Index>(), letter in any::<char>(), cut in any::<bool>()) {
        let good = repertoire(Color::Black, "1. e4 e5 (1... c5 2. Nf3 d6) 2. Nf3 Nc6 *").to_pgn();
        let letters: Vec<char> = good.chars().collect();
        let index = at.index(letters.len());
        let mut damaged: String = letters[..index].iter().collect();
        damaged.push(letter);
        if !cut {
            damaged.extend(&letters[index + 1..]);
        }
        if let Ok(read) = Repertoire::from_stored(id(), &damaged) {
            prop_assert!(read.name().chars().count() <= 60);
            prop_assert_eq!(Repertoire::from_stored(id(), &read.to_pgn()), Ok(read));
        }
    }

    #[test]
    fn any_text_is_read_or_refused(text in any::<String>()) {
        let read = Repertoire::from_pgn(id(), "x", Color::White, &text);
        prop_assert!(read.is_err() || !read.unwrap().0.cards().is_empty());
        prop_assert!(Repertoire::from_stored(id(), &text).is_err());
    }
}
