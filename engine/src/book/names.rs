//! Opening names with ECO codes.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::reader::{BookError, read};

/// A named opening position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Opening {
    /// As in the Encyclopaedia of Chess Openings: `C60`.
    pub eco: &'static str,
    pub name: &'static str,
}

static NAMES: LazyLock<HashMap<u64, Opening>> = LazyLock::new(|| {
    parse(include_str!("names.txt")).unwrap_or_else(|error| {
        // A test reads the file; if it were invalid, openings would have no names.
        debug_assert!(false, "names.txt: {error}");
        HashMap::new()
    })
});

/// Names by position key. Each line of `text` has tab-separated fields: code, name, moves in SAN. A name
/// that begins with a colon goes on after the first part of the name before.
fn parse(text: &'static str) -> Result<HashMap<u64, Opening>, BookError> {
    let mut names = HashMap::new();
    let mut before = "";
    for line in read(text, 2)? {
        let (eco, mut name) = (line.fields[0], line.fields[1]);
        if name.starts_with(':') {
            let family = before.split(':').next().unwrap_or_default();
            // The names stay as long as the program runs.
            name = [family, name].concat().leak();
        }
        before = name;
        names.insert(line.end().key(), Opening { eco, name });
    }
    Ok(names)
}

/// The first name among position keys, the latest first.
pub(super) fn deepest(mut latest_first: impl Iterator<Item = u64>) -> Option<Opening> {
    latest_first.find_map(|key| NAMES.get(&key).copied())
}

/// The opening of a game, by its position keys ([`Game::keys`]): the last named position, by any move
/// order.
///
/// [`Game::keys`]: crate::rules::Game::keys
#[must_use]
pub fn opening(keys: &[u64]) -> Option<Opening> {
    deepest(keys.iter().rev().copied())
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::rules::{Game, Position, san};

    fn game(sans: &str) -> Game {
        let mut game = Game::new();
        for text in sans.split_whitespace() {
            let mv = san::parse(game.position(), text).unwrap();
            game.play(mv).unwrap();
        }
        game
    }

    fn named(sans: &str) -> (&'static str, &'static str) {
        let opening = opening(game(sans).keys()).unwrap();
        (opening.eco, opening.name)
    }

    #[test]
    fn there_are_enough_names_and_no_position_has_two() {
        let text = include_str!("names.txt");
        let lines = read(text, 2).unwrap();
        assert!(lines.len() >= 500, "{}", lines.len());
        assert_eq!(parse(text).unwrap().len(), lines.len());
        let mut keys = HashSet::new();
        for line in &lines {
            assert!(keys.insert(line.end().key()), "line {}", line.number);
            let eco = line.fields[0].as_bytes();
            let code = matches!(eco, [b'A'..=b'E', b'0'..=b'9', b'0'..=b'9']);
            assert!(code, "line {}: {}", line.number, line.fields[0]);
        }
        for Opening { name, .. } in NAMES.values() {
            assert!((3..=60).contains(&name.len()), "{name}");
            assert!(!name.starts_with(':') && !name.contains("::"), "{name}");
        }
    }

    #[test]
    fn the_first_move_has_its_name_already() {
        assert_eq!(named("e4"), ("B00", "King's Pawn Game"));
        for mv in Position::startpos().legal_moves().iter() {
            let mut game = Game::new();
            game.play(*mv).unwrap();
            assert!(opening(game.keys()).is_some(), "{mv}");
        }
        assert_eq!(opening(Game::new().keys()), None);
    }

    #[test]
    fn a_variation_is_written_without_the_name_that_it_belongs_to() {
        let text = "A00\tSokolsky\tb4\nA00\t: Tübingen\t.Nh6\nA00\t: Outflank\t.c6";
        let mut names: Vec<&str> = parse(text).unwrap().values().map(|one| one.name).collect();
        names.sort_unstable();
        assert_eq!(
            names,
            ["Sokolsky", "Sokolsky: Outflank", "Sokolsky: Tübingen"]
        );
    }

    #[test]
    fn the_deepest_name_wins_and_stays_when_theory_ends() {
        assert_eq!(named("e4 e5 Nf3 Nc6 Bb5").0, "C60");
        assert!(named("e4 e5 Nf3 Nc6 Bb5").1.starts_with("Ruy Lopez"));
        let (eco, name) = named("e4 e5 Nf3 Nc6 Bb5 h5 h4 Rh7");
        assert!(name.starts_with("Ruy Lopez"), "{eco} {name}");
    }

    #[test]
    fn a_transposition_has_the_name_of_its_position() {
        assert_eq!(named("d4 d5 c4 e6"), named("c4 e6 d4 d5"));
        assert_eq!(
            named("e4 c5 Nf3 d6 d4 cxd4 Nxd4"),
            named("Nf3 c5 e4 d6 d4 cxd4 Nxd4")
        );
    }
}
