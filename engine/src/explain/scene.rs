//! The positions before and after a move, with the search's line.

use super::facts::Facts;
use super::material::{balance, balance_after_captures};
use super::sound::Sound;
use crate::rules::{BitBoard, Color, Move, Position, Square};
use crate::search::{Line, Score};

/// What the finders look at.
pub(super) struct Scene<'a> {
    pub facts: &'a Facts<'a>,
    pub before: &'a Position,
    pub mv: Move,
    pub us: Color,
    pub after: Position,
    /// The position before the move with the opponent to move: shows its threats. `None` in check.
    pub unmoved: Option<Position>,
    /// The position after the move with the mover to move again: shows its threats. `None` when it gives
    /// check.
    pub passed: Option<Position>,
    /// The search's line, this move first.
    pub line: Option<&'a Line>,
    /// A search of the move at full strength.
    pub sound: Option<&'a Sound>,
}

impl<'a> Scene<'a> {
    pub fn new(facts: &'a Facts<'a>) -> Option<Scene<'a>> {
        let before = facts.game.position();
        let mv = facts.decision.mv.filter(|&mv| before.is_legal(mv))?;
        let after = before.play(mv);
        let null = |position: &Position| (!position.in_check()).then(|| position.play_null());
        let line = facts.decision.lines.first();
        Some(Scene {
            facts,
            before,
            mv,
            us: before.side_to_move(),
            unmoved: null(before),
            passed: null(&after),
            line: line.filter(|line| line.pv.first() == Some(&mv)),
            sound: facts.sound,
            after,
        })
    }

    /// Whether the sound search scores the move close to the best.
    pub fn is_good(&self) -> bool {
        self.sound.is_some_and(Sound::is_good)
    }

    pub fn score(&self) -> Option<Score> {
        self.line.map(|line| line.score)
    }

    /// The search's line from this move on.
    pub fn pv(&self) -> &'a [Move] {
        self.line.map_or(&[], |line| &line.pv)
    }

    /// The material gained by the end of the sound search's line, else of the mover's own, or after the
    /// captures where the line ends with the reply.
    pub fn kept(&self) -> i32 {
        let pv = match self.sound {
            Some(sound) => &sound.played.pv,
            None => self.pv(),
        };
        let end = if pv.len() > 2 {
            played(self.before, pv)
        } else {
            self.after
        };
        balance_after_captures(&end, self.us) - balance(self.before, self.us)
    }

    /// The pieces of a side that attack a square after the move.
    pub fn attackers(&self, square: Square, side: Color) -> BitBoard {
        attackers(&self.after, square, side)
    }
}

/// The position at the end of a line, up to the first illegal move.
pub(super) fn played(from: &Position, line: &[Move]) -> Position {
    let mut position = *from;
    for &mv in line {
        if !position.is_legal(mv) {
            break;
        }
        position = position.play(mv);
    }
    position
}

/// The pieces of a side that attack a square.
pub(super) fn attackers(position: &Position, square: Square, side: Color) -> BitBoard {
    position.attackers(square, position.occupied()) & position.by_color(side)
}

/// A move that mates at once.
pub(super) fn mate_in_one(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let mates = |mv: &&Move| position.gives_check(**mv) && !position.play(**mv).has_legal_move();
    moves.iter().find(mates).copied()
}
