//! The position before and after a move, and what the engine thought of it.

use super::facts::Facts;
use super::material::{balance, settled};
use super::sound::Sound;
use crate::rules::{BitBoard, Color, Move, Position, Square};
use crate::search::{Line, Score};

/// Everything that the finders of claims look at.
pub(super) struct Scene<'a> {
    pub facts: &'a Facts<'a>,
    pub before: &'a Position,
    pub mv: Move,
    pub us: Color,
    pub after: Position,
    /// As if you could move twice: what you threatened. `None` while in check.
    pub unmoved: Option<Position>,
    /// As if the engine could move twice: what it threatens. `None` while it gives check.
    pub passed: Option<Position>,
    /// The engine's line, this move first, if it has one.
    pub line: Option<&'a Line>,
    /// What a sound search says of the move.
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

    /// Whether a sound search finds the move as good as the best, or nearly.
    pub fn is_good(&self) -> bool {
        self.sound.is_some_and(Sound::is_good)
    }

    pub fn score(&self) -> Option<Score> {
        self.line.map(|line| line.score)
    }

    /// The engine's line from this move on, as far as it is legal.
    pub fn pv(&self) -> &'a [Move] {
        self.line.map_or(&[], |line| &line.pv)
    }

    /// How much material the engine is up by this move: at the end of the sound line, else of its own,
    /// or where that is no longer than an answer, once the captures are made.
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
        settled(&end, self.us) - balance(self.before, self.us)
    }

    /// The pieces of a side that attack a square after the move.
    pub fn attackers(&self, square: Square, side: Color) -> BitBoard {
        attackers(&self.after, square, side)
    }
}

/// The position at the end of a line, or where it stops being legal.
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
