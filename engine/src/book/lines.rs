//! The opening book: moves by position, with a weight for each style.

use std::collections::HashMap;
use std::fmt;
use std::str::FromStr;
use std::sync::LazyLock;

use rand::RngExt;

use super::reader::{BookError, read};
use crate::rules::{Color, Move, Position};
use crate::{Rng, short};

/// An opening style.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
#[cfg_attr(feature = "serde", serde(rename_all = "kebab-case"))]
pub enum Style {
    #[default]
    Standard,
    /// Gambits and sharp play.
    Aggressive,
    /// Solid and quiet play.
    Defensive,
}

impl Style {
    /// All styles.
    pub const ALL: [Style; 3] = [Style::Standard, Style::Aggressive, Style::Defensive];

    /// The name in options.
    #[must_use]
    pub const fn as_str(self) -> &'static str {
        match self {
            Style::Standard => "standard",
            Style::Aggressive => "aggressive",
            Style::Defensive => "defensive",
        }
    }

    /// The letter in the book file.
    fn letter(self) -> char {
        match self {
            Style::Standard => 's',
            Style::Aggressive => 'a',
            Style::Defensive => 'd',
        }
    }
}

impl fmt::Display for Style {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// A name that no style has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected standard, aggressive or defensive, found {0:?}")]
pub struct UnknownStyle(pub String);

impl FromStr for Style {
    type Err = UnknownStyle;

    fn from_str(name: &str) -> Result<Style, UnknownStyle> {
        Style::ALL
            .into_iter()
            .find(|style| style.as_str() == name)
            .ok_or_else(|| UnknownStyle(name.chars().take(40).collect()))
    }
}

/// A book move with its weight among the moves of its position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    pub mv: Move,
    pub weight: u32,
}

/// A move with the sum of its lines' weights, by style.
struct BookEntry {
    mv: Move,
    weights: [u32; 3],
}

/// Moves by position key.
pub struct Book {
    entries: HashMap<u64, Vec<BookEntry>>,
}

static SHARED: LazyLock<Book> = LazyLock::new(|| {
    Book::parse(include_str!("lines.txt")).unwrap_or_else(|error| {
        // A test reads the file; if it were invalid, games would be played without a book.
        debug_assert!(false, "lines.txt: {error}");
        Book {
            entries: HashMap::new(),
        }
    })
});

impl Book {
    /// The built-in book.
    #[must_use]
    pub fn shared() -> &'static Book {
        &SHARED
    }

    /// Reads a book. Each line has tab-separated fields: the styles in which White and Black may play it
    /// (letters `s`, `a`, `d`, or `-` for none, as in `sa/d`), its weight, and its moves in SAN,
    /// each of the line before as a dot.
    ///
    /// # Errors
    /// The first invalid line, or one with illegal moves.
    pub fn parse(text: &str) -> Result<Book, BookError> {
        let mut entries: HashMap<u64, Vec<BookEntry>> = HashMap::new();
        for line in read(text, 2)? {
            let styles = line.fields[0];
            let (white, black) = styles
                .split_once('/')
                .ok_or_else(|| line.wrong("styles such as sa/d", styles))?;
            let weight: u32 = line.fields[1]
                .parse()
                .ok()
                .filter(|weight| *weight > 0)
                .ok_or_else(|| line.wrong("a weight, at least 1", line.fields[1]))?;
            for (position, mv) in &line.steps {
                let side = match position.side_to_move() {
                    Color::White => white,
                    Color::Black => black,
                };
                let known = entries.entry(position.key()).or_default();
                let index = known.iter().position(|entry| entry.mv == *mv);
                let index = index.unwrap_or_else(|| {
                    known.push(BookEntry {
                        mv: *mv,
                        weights: [0; 3],
                    });
                    known.len() - 1
                });
                for (style, total) in Style::ALL.iter().zip(&mut known[index].weights) {
                    if side.contains(style.letter()) {
                        *total += weight;
                    }
                }
            }
        }
        Ok(Book { entries })
    }

    /// The book moves of a position in a style, the highest weight first.
    #[must_use]
    pub fn moves(&self, position: &Position, style: Style) -> Vec<BookMove> {
        let known = self
            .entries
            .get(&position.key())
            .map_or(&[][..], Vec::as_slice);
        let mut moves: Vec<BookMove> = known
            .iter()
            .map(|entry| BookMove {
                mv: entry.mv,
                weight: entry.weights[style as usize],
            })
            // Illegal after a key collision.
            .filter(|known| known.weight > 0 && position.is_legal(known.mv))
            .collect();
        short::sort_by_key(&mut moves, |known| std::cmp::Reverse(known.weight));
        moves
    }

    /// The book moves of a position in any style.
    #[must_use]
    pub fn continuations(&self, position: &Position) -> Vec<Move> {
        let known = self
            .entries
            .get(&position.key())
            .map_or(&[][..], Vec::as_slice);
        let moves = known.iter().map(|entry| entry.mv);
        moves.filter(|&mv| position.is_legal(mv)).collect()
    }

    /// A random book move in a style, by weight.
    pub fn choose(&self, position: &Position, style: Style, rng: &mut Rng) -> Option<Move> {
        let moves = self.moves(position, style);
        let total: u32 = moves.iter().map(|known| known.weight).sum();
        if total == 0 {
            return None;
        }
        let mut drawn = rng.random_range(0..total);
        for known in moves {
            match drawn.checked_sub(known.weight) {
                Some(rest) => drawn = rest,
                None => return Some(known.mv),
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::book::names;

    const FILE: &str = include_str!("lines.txt");

    #[test]
    fn every_ply_of_every_line_is_legal() {
        if let Err(error) = Book::parse(FILE) {
            panic!("{error}");
        }
    }

    #[test]
    fn the_book_is_wide_and_deep() {
        let lines = read(FILE, 2).unwrap();
        assert!(lines.len() >= 150, "{} lines", lines.len());
        let long = lines.iter().filter(|line| line.steps.len() >= 20).count();
        assert!(long * 10 >= lines.len() * 8, "{long} lines of ten moves");
        let ecos: BTreeSet<&str> = lines
            .iter()
            .filter_map(|line| {
                let keys = line.steps.iter().map(|(position, _)| position.key());
                let keys: Vec<u64> = keys.chain([line.end().key()]).collect();
                names::deepest(keys.into_iter().rev()).map(|opening| opening.eco)
            })
            .collect();
        assert!(ecos.len() >= 60, "{} codes", ecos.len());
    }

    #[test]
    fn every_style_has_a_move_for_white_and_answers_the_usual_first_moves() {
        let book = Book::shared();
        let start = Position::startpos();
        for style in Style::ALL {
            assert!(book.moves(&start, style).len() >= 2, "{style}");
            for first in ["e2e4", "d2d4", "c2c4", "g1f3"] {
                let position = start.play(start.parse_uci(first).unwrap());
                assert!(!book.moves(&position, style).is_empty(), "{style}: {first}");
            }
        }
    }

    #[test]
    fn moves_are_drawn_by_weight_and_only_in_their_style() {
        let text = "s/s\t3\te4 e5\nsa/s\t1\td4 d5\na/s\t1\tf4 d5";
        let book = Book::parse(text).unwrap();
        let start = Position::startpos();
        let mut rng = crate::rng(1);
        let mut drawn = [0_u32; 3];
        for _ in 0..4_000 {
            let mv = book.choose(&start, Style::Standard, &mut rng).unwrap();
            let index = ["e2e4", "d2d4", "f2f4"]
                .iter()
                .position(|name| *name == mv.to_string());
            drawn[index.unwrap()] += 1;
        }
        assert_eq!(drawn[2], 0);
        assert!((2_900..3_100).contains(&drawn[0]), "{drawn:?}");
        assert_eq!(book.choose(&start, Style::Defensive, &mut rng), None);
    }

    #[test]
    fn dots_stand_for_the_moves_of_the_line_before() {
        let short = read("s/s\t1\te4 e5 Nf3 Nc6\ns/s\t1\t...d6 d4\ns/s\t1\t.c5", 2).unwrap();
        let whole = read(
            "s/s\t1\te4 e5 Nf3 Nc6\ns/s\t1\te4 e5 Nf3 d6 d4\ns/s\t1\te4 c5",
            2,
        )
        .unwrap();
        for (short, whole) in short.iter().zip(&whole) {
            assert_eq!(short.steps, whole.steps);
        }
    }

    #[test]
    fn a_transposition_is_in_the_book_too() {
        let book = Book::parse("s/s\t1\td4 Nf6 c4 e6").unwrap();
        let mut position = Position::startpos();
        for uci in ["c2c4", "g8f6", "d2d4"] {
            position = position.play(position.parse_uci(uci).unwrap());
        }
        let moves = book.moves(&position, Style::Standard);
        assert_eq!(moves[0].mv.to_string(), "e7e6");
    }

    #[test]
    fn what_cannot_be_read_is_refused_by_line() {
        for (text, part) in [
            ("s/s\t1\te4 e4", "line 1"),
            ("s/s\t1\te4\ns/s\t0\td4", "line 2: expected a weight"),
            ("s\t1\te4", "expected styles"),
            (
                "s/s\t1\te4 e5\ns/s\t1\t...Nf3",
                "line 2: expected as many dots",
            ),
            ("s/s\t1\te4 e5\ns/s\t1\t..e5", "line 2"),
            ("s/s e4", "expected fields"),
            ("", ""),
        ] {
            match Book::parse(text) {
                Ok(_) => assert_eq!(text, ""),
                Err(error) => assert!(error.to_string().contains(part), "{error}"),
            }
        }
    }
}
