//! What the board shows of a line.

use engine::rules::{BitBoard, Color, Move, Position};

use super::state::{LineStage, OpeningLine, OpeningsState};

impl OpeningLine {
    /// The visitor's move that is on the board and not kept.
    #[must_use]
    pub fn tried(&self) -> Option<Move> {
        match self.stage {
            LineStage::Left(mv) | LineStage::AnotherAsked(mv) => Some(mv),
            _ => None,
        }
    }

    /// The position on the board.
    #[must_use]
    pub fn shown_position(&self) -> Position {
        match self.tried() {
            Some(mv) => self.position().play(mv),
            None => *self.position(),
        }
    }

    /// The last move on the board.
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.tried().or(self.game.moves().last().copied())
    }

    /// The squares of the pieces that a hint marks.
    #[must_use]
    pub fn marked(&self) -> BitBoard {
        let asked = self.asked.iter().filter(|_| self.hints > 0);
        asked.map(|card| card.mv.from()).collect()
    }
}

impl OpeningsState {
    /// The arrows: the moves that a hint gives away and all that are known
    /// where they are looked at.
    #[must_use]
    pub fn arrows(&self) -> Vec<Move> {
        let Some((line, repertoire)) = self.line.as_ref().zip(self.shown()) else {
            return Vec::new();
        };
        match line.stage {
            LineStage::YourMove if line.is_browsed => repertoire.moves_at(line.position()),
            LineStage::YourMove if line.hints > 1 => {
                line.asked.iter().map(|card| card.mv).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether a piece may be moved.
    #[must_use]
    pub fn is_movable(&self) -> bool {
        let line = self.line.as_ref();
        line.is_some_and(|line| line.stage == LineStage::YourMove)
    }

    /// The side at the bottom of the board.
    #[must_use]
    pub fn bottom(&self) -> Color {
        self.shown().map_or(Color::White, |known| known.color)
    }
}
