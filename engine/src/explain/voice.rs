//! Who speaks of a move, and what the sides are called then.
//!
//! A phrase is written once, for the engine: "I", "my" and "mine" are the mover's, "you", "your" and
//! "yours" the opponent's. A reviewer says the sides' names in their place. Where more than these words
//! differs, the phrase has both forms, the engine's first: `{take|takes}`.

use super::claim::Target;
use crate::rules::{Color, Piece};

/// Who speaks of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Voice {
    /// The engine, "I", of its own move to its opponent, "you".
    Engine,
    /// A reviewer, who names the sides, of a move of `mover`.
    Reviewer { mover: Color },
}

impl Voice {
    /// A phrase in this voice.
    pub(super) fn phrase(self, phrase: &str) -> String {
        let mut text = String::with_capacity(phrase.len() + 16);
        let mut rest = phrase;
        while let Some((before, forms)) = rest.split_once('{') {
            let (forms, after) = forms.split_once('}').unwrap_or((forms, ""));
            let (engine, reviewer) = forms.split_once('|').unwrap_or((forms, forms));
            text.push_str(before);
            text.push_str(match self {
                Voice::Engine => engine,
                Voice::Reviewer { .. } => reviewer,
            });
            rest = after;
        }
        text.push_str(rest);
        match self {
            Voice::Engine => text,
            Voice::Reviewer { mover } => name_sides(&text, mover),
        }
    }

    /// `your knight on f6`, `White's king`.
    pub(super) fn yours(self, target: &Target) -> String {
        match self {
            Voice::Engine => owned("your", target),
            Voice::Reviewer { mover } => owned(&possessive(!mover), target),
        }
    }

    /// The same where the sentence has named the side already: `your knight on f6`, `the king`.
    pub(super) fn yours_too(self, target: &Target) -> String {
        match self {
            Voice::Engine => owned("your", target),
            Voice::Reviewer { .. } => owned("the", target),
        }
    }
}

/// `White`.
pub(super) fn side_name(side: Color) -> &'static str {
    match side {
        Color::White => "White",
        Color::Black => "Black",
    }
}

/// `White's`.
fn possessive(side: Color) -> String {
    [side_name(side), "\u{2019}s"].concat()
}

fn owned(owner: &str, target: &Target) -> String {
    match target.piece {
        Piece::King => [owner, " king"].concat(),
        _ => [owner, " ", &placed(target)].concat(),
    }
}

/// `knight on f6`.
pub(super) fn placed(target: &Target) -> String {
    [&target.piece.to_string(), " on ", &target.at.to_string()].concat()
}

/// The sides' names in place of the pronouns.
fn name_sides(text: &str, mover: Color) -> String {
    let mut named = String::with_capacity(text.len() + 16);
    let mut rest = text;
    while !rest.is_empty() {
        let word = rest.find(|c: char| !c.is_alphabetic());
        let (word, after) = rest.split_at(word.unwrap_or(rest.len()));
        match word {
            "I" | "me" => named.push_str(side_name(mover)),
            "My" | "my" | "mine" => named.push_str(&possessive(mover)),
            "You" | "you" => named.push_str(side_name(!mover)),
            "Your" | "your" | "yours" => named.push_str(&possessive(!mover)),
            word => named.push_str(word),
        }
        let next = after.find(char::is_alphabetic).unwrap_or(after.len());
        let (between, next) = after.split_at(next);
        named.push_str(between);
        rest = next;
    }
    named
}

#[cfg(test)]
mod tests {
    use super::*;

    const REVIEWER: Voice = Voice::Reviewer {
        mover: Color::Black,
    };

    #[test]
    fn a_reviewer_names_the_sides_in_place_of_the_pronouns() {
        let phrase = "If you {take|takes} $1, I win yours: my gain, not mine.";
        assert_eq!(
            Voice::Engine.phrase(phrase),
            "If you take $1, I win yours: my gain, not mine."
        );
        assert_eq!(
            REVIEWER.phrase(phrase),
            "If White takes $1, Black win White\u{2019}s: Black\u{2019}s gain, not Black\u{2019}s."
        );
    }

    #[test]
    fn words_that_contain_a_pronoun_stay() {
        let phrase = "Immense: $1 is myopic, and youth is time.";
        assert_eq!(REVIEWER.phrase(phrase), phrase);
        assert_eq!(REVIEWER.phrase(""), "");
    }

    #[test]
    fn a_form_that_is_not_closed_ends_the_phrase() {
        assert_eq!(Voice::Engine.phrase("It {is|was"), "It is");
        assert_eq!(REVIEWER.phrase("It {is|was"), "It was");
        assert_eq!(REVIEWER.phrase("It {is} so"), "It is so");
    }
}
