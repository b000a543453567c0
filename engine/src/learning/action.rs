//! A move as an action of Q-learning: from, to and promotion.

use std::fmt;
use std::str::FromStr;

use crate::rules::{Move, Piece, Position, Square};

/// A move without its position.
///
/// ```
/// use engine::learning::Action;
///
/// let action: Action = "e7e8q".parse().unwrap();
/// assert_eq!(action.to_string(), "e7e8q");
/// assert!("e7e9".parse::<Action>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Action {
    from: Square,
    to: Square,
    promotion: Option<Piece>,
}

/// A text that is not a move in UCI notation.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a move such as e2e4 or e7e8q, found {0:?}")]
pub struct InvalidAction(pub String);

const PROMOTIONS: [(char, Piece); 4] = [
    ('n', Piece::Knight),
    ('b', Piece::Bishop),
    ('r', Piece::Rook),
    ('q', Piece::Queen),
];

impl Action {
    /// The legal move of `position` with these squares and promotion.
    #[must_use]
    pub fn of(self, position: &Position) -> Option<Move> {
        let legal = position.legal_moves();
        legal.iter().copied().find(|&mv| Action::from(mv) == self)
    }
}

impl From<Move> for Action {
    fn from(mv: Move) -> Action {
        Action {
            from: mv.from(),
            to: mv.to(),
            promotion: mv.promotion(),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from, self.to)?;
        let letter = PROMOTIONS
            .iter()
            .find(|(_, piece)| Some(*piece) == self.promotion);
        letter.map_or(Ok(()), |(letter, _)| write!(f, "{letter}"))
    }
}

impl FromStr for Action {
    type Err = InvalidAction;

    fn from_str(text: &str) -> Result<Action, InvalidAction> {
        read(text).ok_or_else(|| InvalidAction(text.chars().take(8).collect()))
    }
}

fn read(text: &str) -> Option<Action> {
    if !text.is_ascii() || !(4..=5).contains(&text.len()) {
        return None;
    }
    let promotion = match text[4..].chars().next() {
        None => None,
        Some(letter) => Some(PROMOTIONS.iter().find(|(known, _)| *known == letter)?.1),
    };
    let (from, to) = (text[..2].parse().ok()?, text[2..4].parse().ok()?);
    (from != to).then_some(Action {
        from,
        to,
        promotion,
    })
}
