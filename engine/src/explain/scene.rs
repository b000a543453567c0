//! The positions before and after a move, with the search's line.

use super::claim::{Claim, Target};
use super::facts::Facts;
use super::material::{balance, balance_after_captures, most_taken};
use super::sound::Sound;
use crate::rules::{BitBoard, Color, Move, Position, Square};
use crate::search::{Line, Score};

/// Minimum gain that is called one, centipawns: nearly a pawn.
pub(super) const WINS: i32 = 80;
/// Maximum loss of a piece that counts as safe, centipawns.
pub(super) const SAFE: i32 = 20;

/// Finds a claim that is true, if it has one.
pub(super) type Finder = fn(&Scene<'_>) -> Option<Claim>;

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

    /// Whether the moved piece cannot be taken with profit.
    pub fn is_safe(&self) -> bool {
        most_taken(&self.after, self.mv.to().into()) <= SAFE
    }

    /// The pieces of a side that attack a square after the move.
    pub fn attackers(&self, square: Square, side: Color) -> BitBoard {
        attackers(&self.after, square, side)
    }
}

/// The position at the end of a line, up to the first illegal move.
pub(super) fn played(from: &Position, line: &[Move]) -> Position {
    legal_end(from, line).0
}

/// A line up to its first illegal move.
pub(super) fn legal_part<'a>(from: &Position, line: &'a [Move]) -> &'a [Move] {
    &line[..legal_end(from, line).1]
}

/// The position after the legal moves of a line's beginning, and their number.
fn legal_end(from: &Position, line: &[Move]) -> (Position, usize) {
    let (mut position, mut plies) = (*from, 0);
    for &mv in line {
        if !position.is_legal(mv) {
            break;
        }
        position = position.play(mv);
        plies += 1;
    }
    (position, plies)
}

/// The material that a side has gained at the end of a line, after the captures there.
pub(super) fn gained(from: &Position, line: &[Move], us: Color) -> i32 {
    balance_after_captures(&played(from, line), us) - balance(from, us)
}

/// The pieces of a side that attack a square.
pub(super) fn attackers(position: &Position, square: Square, side: Color) -> BitBoard {
    position.attackers(square, position.occupied()) & position.by_color(side)
}

/// The piece on a square.
pub(super) fn target_at(position: &Position, at: Square) -> Option<Target> {
    let (_, piece) = position.piece_at(at)?;
    Some(Target { piece, at })
}

/// Whether the side to move may go from one square to another.
pub(super) fn moves_to(position: &Position, from: Square, to: Square) -> bool {
    let moves = position.legal_moves();
    moves.iter().any(|mv| (mv.from(), mv.to()) == (from, to))
}

/// The rank as a side counts: 0 is its first, 7 its last.
pub(super) fn relative_rank(square: Square, us: Color) -> u8 {
    let rank = square.rank().index() as u8;
    match us {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

/// A move that mates at once.
pub(super) fn mate_in_one(position: &Position) -> Option<Move> {
    let moves = position.legal_moves();
    let mates = |mv: &&Move| position.gives_check(**mv) && !position.play(**mv).has_legal_move();
    moves.iter().find(mates).copied()
}
