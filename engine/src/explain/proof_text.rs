//! A proof as text: its moves by UCI, `--` for a pass, then its squares after `@`.

use super::ClaimProof;
use crate::rules::Position;

/// A pass.
const PASS: &str = "--";
/// Precedes the squares.
const SQUARES: &str = "@";
/// The most moves and squares of a text that are read.
const MAX_WORDS: usize = 100;

impl ClaimProof {
    /// The proof as text, for [`ClaimProof::from_text`]; empty if there is nothing to show.
    ///
    /// ```
    /// use engine::{explain::ClaimProof, rules::{Position, Square}};
    ///
    /// let before = Position::startpos();
    /// let text = "-- e7e5 @ e5";
    /// let proof = ClaimProof::from_text(&before, text).unwrap();
    /// assert_eq!((proof.moves.len(), proof.squares.len()), (2, 1));
    /// assert_eq!(proof.to_text(), text);
    /// assert_eq!(ClaimProof::from_text(&before, "e7e5"), None);
    /// ```
    #[must_use]
    pub fn to_text(&self) -> String {
        let moves = self.moves.iter();
        let mut words: Vec<String> = moves
            .map(|mv| mv.map_or_else(|| PASS.to_owned(), |mv| mv.to_string()))
            .collect();
        if !self.squares.is_empty() {
            words.push(SQUARES.to_owned());
            words.extend(self.squares.iter().map(ToString::to_string));
        }
        words.join(" ")
    }

    /// Reads a proof of a move from the position before it. `None` if there is nothing to show, or if
    /// the text does not fit the position.
    #[must_use]
    pub fn from_text(before: &Position, text: &str) -> Option<ClaimProof> {
        let mut position = *before;
        let mut proof = ClaimProof::default();
        let mut words = text.split_ascii_whitespace().take(MAX_WORDS);
        for word in words.by_ref().take_while(|&word| word != SQUARES) {
            let mv = match word {
                PASS => None,
                uci => Some(position.parse_uci(uci).ok()?),
            };
            position = match mv {
                Some(mv) => position.play(mv),
                None if !position.in_check() => position.play_null(),
                None => return None,
            };
            proof.moves.push(mv);
        }
        for word in words {
            proof.squares.push(word.parse().ok()?);
        }
        (!proof.is_empty()).then_some(proof)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Option<ClaimProof> {
        ClaimProof::from_text(&Position::startpos(), text)
    }

    #[test]
    fn a_text_that_does_not_fit_the_position_is_no_proof() {
        for text in [
            "",
            "@ e4",
            "e2e5",
            "e2e4 e2e4",
            "e2e4 @ z9",
            "f2f3 e7e5 g2g4 d8h4 --",
            "é",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
        assert!(read(&"@ e4 ".repeat(100_000)).is_none());
        let long = "g1f3 g8f6 f3g1 f6g8 ".repeat(100_000);
        assert_eq!(read(&long).map(|proof| proof.moves.len()), Some(MAX_WORDS));
    }

    #[test]
    fn nothing_to_show_is_no_text() {
        assert_eq!(ClaimProof::default().to_text(), "");
    }
}
