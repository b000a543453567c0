//! An evaluation with the bonus of a playing style.

use super::bonuses;
use super::playing_style::PlayingStyle;
use crate::eval::evaluator::{EVAL_LIMIT, Evaluator};
use crate::rules::{Color, Position};

/// What a style adds to evaluations for the side that plays.
#[derive(Clone, Copy, Debug)]
pub struct StyleBonus {
    style: PlayingStyle,
    side: Color,
    /// Percent.
    weight: i32,
    of: fn(&Position, Color) -> i32,
    wrap: fn(Box<dyn Evaluator>, StyleBonus) -> Box<dyn Evaluator>,
}

impl StyleBonus {
    /// The bonus of a player of this style who has one side. Not needed by a program without styles, which is
    /// then linked without the bonuses.
    #[must_use]
    pub fn new(style: PlayingStyle, side: Color) -> StyleBonus {
        StyleBonus {
            style,
            side,
            weight: 100,
            of: bonuses::of_style(style),
            wrap: |plain, bonus| Box::new(Styled { plain, bonus }),
        }
    }

    /// The bonus with a weight of so many percent; the gambiteer's stays what it is, since it would give pawns for
    /// nothing.
    #[must_use]
    pub fn weighted(self, percent: i32) -> StyleBonus {
        let weight = match self.style {
            PlayingStyle::Gambiteer => 100,
            _ => percent,
        };
        StyleBonus { weight, ..self }
    }

    /// The bonus of a position, centipawns, in the view of the side that plays.
    #[must_use]
    pub fn of(&self, position: &Position) -> i32 {
        (self.of)(position, self.side) * self.weight / 100
    }

    /// The same in the view of the side to move.
    fn of_mover(&self, position: &Position) -> i32 {
        match position.side_to_move() == self.side {
            true => self.of(position),
            false => -self.of(position),
        }
    }

    /// The evaluation with this bonus.
    pub(in crate::eval) fn added_to(self, plain: Box<dyn Evaluator>) -> Box<dyn Evaluator> {
        (self.wrap)(plain, self)
    }
}

impl PartialEq for StyleBonus {
    fn eq(&self, other: &StyleBonus) -> bool {
        (self.style, self.side, self.weight) == (other.style, other.side, other.weight)
    }
}

impl Eq for StyleBonus {}

/// An evaluation with the bonus of a style added.
struct Styled {
    plain: Box<dyn Evaluator>,
    bonus: StyleBonus,
}

impl Evaluator for Styled {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.begin(0);
        self.evaluate_at(position, 0)
    }

    fn evaluate_at(&mut self, position: &Position, ply: usize) -> i32 {
        let plain = self.plain.evaluate_at(position, ply);
        (plain + self.bonus.of_mover(position)).clamp(1 - EVAL_LIMIT, EVAL_LIMIT - 1)
    }

    fn begin(&mut self, ply: usize) {
        self.plain.begin(ply);
    }

    fn moved(&mut self, before: &Position, after: &Position, ply: usize) {
        self.plain.moved(before, after, ply);
    }
}
