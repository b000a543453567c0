//! Claims about lines, threats and what they win, checked independently.

use engine::explain::{Claim, Duty, Target};
use engine::rules::{Move, Piece, Position, Square};
use engine::search::Score;

use crate::sight::{
    attackers, attacks, attacks_through, captured, is_mate, material, mates_in, most_on, value,
};
use crate::truths::Check;

/// Nearly a pawn, centipawns.
pub const WINS: i32 = 80;

impl Check<'_> {
    pub fn plans_hold(&self, claim: &Claim) -> bool {
        let (before, after, mv) = (self.before, &self.after, self.mv);
        match claim {
            Claim::Discovers { by, target } => {
                // Not before the move, though the attacker has not moved.
                self.is_mine(after, by)
                    && self.is_yours(after, target)
                    && by.at != mv.to()
                    && attacks(after, by.at, target.at)
                    && !attacks(before, by.at, target.at)
                    && attacks_through(before, by.at, target.at, Some(mv.from()))
                    && match target.piece {
                        Piece::King => after.in_check(),
                        _ => self.takes(&after.play_null(), by.at, target.at) >= WINS,
                    }
            }
            Claim::Skewers { front, behind } => {
                let mut answers = after.legal_moves();
                answers.retain(|answer| answer.from() == front.at);
                self.is_yours(after, front)
                    && self.is_yours(after, behind)
                    && attacks(after, mv.to(), front.at)
                    && !attacks(after, mv.to(), behind.at)
                    && attacks_through(after, mv.to(), behind.at, Some(front.at))
                    && !answers.is_empty()
                    && answers
                        .iter()
                        .all(|&answer| self.takes(&after.play(answer), mv.to(), behind.at) >= WINS)
            }
            Claim::Traps(target) => {
                self.is_yours(after, target)
                    && after.legal_moves().iter().all(|&answer| {
                        let at = match answer.from() == target.at {
                            true => answer.to(),
                            false => target.at,
                        };
                        let gained =
                            -material(&after.play(answer), self.us) + material(after, self.us);
                        most_on(&after.play(answer), at) - gained >= WINS
                    })
            }
            Claim::RemovesGuard { guard, target } => {
                self.taken == Some(guard.piece)
                    && attacks(before, guard.at, target.at)
                    && self.is_taken_next(target)
            }
            Claim::Deflects { guard, target } => {
                let Some(&answer) = self.line().get(1) else {
                    return false;
                };
                self.is_yours(after, guard)
                    && (answer.from(), answer.to()) == (guard.at, mv.to())
                    && attacks(before, guard.at, target.at)
                    && !attacks(&after.play(answer), answer.to(), target.at)
                    && self.is_taken_next(target)
            }
            Claim::Overloads {
                guard,
                target,
                duty,
            } => self.is_overloaded(guard, target.as_ref(), duty),
            Claim::WinsTempo { target, again } => {
                let game = self.facts.game;
                let came = game.moves().iter().any(|mv| mv.to() == target.at);
                let stays = |answer: &&Move| answer.from() != target.at;
                let is_lost = |answer: &Move| {
                    let next = after.play(*answer);
                    let gained = -material(&next, self.us) + material(after, self.us);
                    self.takes(&next, mv.to(), target.at) - gained >= WINS
                };
                self.is_yours(after, target)
                    && attacks(after, mv.to(), target.at)
                    && !attacks(before, mv.from(), target.at)
                    && self.line().get(1).map(|mv| mv.from()) == Some(target.at)
                    && after.legal_moves().iter().filter(stays).all(is_lost)
                    && came == *again
            }
            Claim::BackRank(mate) => {
                let passed = after.play_null();
                let king = after.king(!self.us);
                let leaves = |mv: &Move| mv.from() == king && mv.to().rank() != king.rank();
                !after.legal_moves().iter().any(leaves)
                    && self.named(&passed, mate)
                    && is_mate(&passed.play(mate.mv))
                    && mate.mv.to().rank() == king.rank()
                    && king.rank().index() == if king.rank().index() < 4 { 0 } else { 7 }
            }
            Claim::ThreatensToMate { next, moves } => {
                let free = self.facts.sound.unwrap().free.as_ref().unwrap();
                self.named(&after.play_null(), next) && free.score == Score::Mate(*moves as i32)
            }
            Claim::ThreatensFork { fork, targets } => {
                let passed = after.play_null();
                let forked = passed.play(fork.mv);
                self.named(&passed, fork)
                    && most_on(&forked, fork.mv.to()) <= 20
                    && targets.iter().all(|target| {
                        self.is_yours(&forked, target) && attacks(&forked, fork.mv.to(), target.at)
                    })
            }
            Claim::Perpetual => after.in_check() && material(before, self.us) < 0,
            Claim::Zugzwang => {
                let sound = self.facts.sound.unwrap();
                let (free, played) = (sound.free.as_ref().unwrap().score, sound.played.score);
                !after.in_check()
                    && match (free, played) {
                        (Score::Cp(free), Score::Cp(played)) => played - free >= 150,
                        (_, Score::Mate(1..)) => !matches!(free, Score::Mate(1..)),
                        _ => false,
                    }
            }
            Claim::WinsByForce => {
                let loses = |answer: Move| {
                    let next = after.play(answer);
                    let gained = -material(&next, self.us) + material(after, self.us);
                    let most = Square::ALL.into_iter().map(|at| most_on(&next, at)).max();
                    most.unwrap_or(0) - gained >= WINS
                };
                self.taken.is_none()
                    && self.kept() >= WINS
                    && after.legal_moves().into_iter().all(loses)
            }
            Claim::Prevents(wanted) => {
                let unmoved = before.play_null();
                let is_possible = after.is_legal(wanted.mv);
                self.named(&unmoved, wanted)
                    && gained(&unmoved, wanted.mv) >= 0
                    && (!is_possible || gained(after, wanted.mv) <= -WINS)
            }
            Claim::GoesOn { piece, to } => {
                let Some(&next) = self.line().get(2) else {
                    return false;
                };
                self.stands == *piece
                    && (next.from(), next.to()) == (mv.to(), *to)
                    && after.play_null().is_legal(next)
            }
            Claim::MakesWay(next) => {
                let passed = after.play_null();
                self.named(&passed, next)
                    && self.line().contains(&next.mv)
                    && !before
                        .legal_moves()
                        .iter()
                        .any(|mv| (mv.from(), mv.to()) == (next.mv.from(), next.mv.to()))
            }
            claim => self.squares_hold(claim),
        }
    }

    /// Whether a piece alone would have to take back, or guards the target, and alone guards something
    /// else or stops a mate.
    fn is_overloaded(&self, guard: &Target, target: Option<&Target>, duty: &Duty) -> bool {
        let (from, capture) = match target {
            None => (*self.before, Some(self.mv)),
            Some(target) => {
                let passed = self.after.play_null();
                let moves = passed.legal_moves();
                let cheapest = moves.iter().filter(|mv| mv.to() == target.at).copied();
                let cheapest = cheapest
                    .min_by_key(|mv| passed.piece_at(mv.from()).map(|(_, piece)| value(piece)));
                (passed, cheapest)
            }
        };
        let Some(capture) = capture else {
            return false;
        };
        let next = from.play(capture);
        let answers = next.legal_moves();
        let back = answers.iter();
        let mut back = back.filter(|mv| (mv.from(), mv.to()) == (guard.at, capture.to()));
        let Some(&back) = back.next() else {
            return false;
        };
        let end = next.play(back);
        let is_attacked = target.is_none_or(|target| {
            self.is_yours(&self.after, target) && attacks(&self.after, self.mv.to(), target.at)
        });
        let falls = match duty {
            Duty::Guards(other) => {
                attackers(&from, other.at, !self.us) == [guard.at]
                    && self.is_yours(&end, other)
                    && most_on(&end, other.at) >= WINS
            }
            Duty::StopsMate(mate) => {
                self.named(&end, mate) && is_mate(&end.play(mate.mv)) && !mates_in(&from, 1)
            }
        };
        self.is_yours(&self.after, guard)
            && attackers(&next, capture.to(), !self.us) == [guard.at]
            && (target.is_some() || self.taken.is_some())
            && is_attacked
            && falls
            && self.kept() >= WINS
    }

    /// The sound line, this move first.
    fn line(&self) -> &[Move] {
        &self.facts.sound.unwrap().played.pv
    }

    pub fn is_mine(&self, position: &Position, target: &Target) -> bool {
        position.piece_at(target.at) == Some((self.us, target.piece))
    }

    pub fn is_yours(&self, position: &Position, target: &Target) -> bool {
        position.piece_at(target.at) == Some((!self.us, target.piece))
    }

    /// What one piece wins by taking another.
    fn takes(&self, position: &Position, from: Square, to: Square) -> i32 {
        let moves = position.legal_moves();
        let own = moves.iter().filter(|mv| (mv.from(), mv.to()) == (from, to));
        own.map(|&mv| captured(position, mv)).max().unwrap_or(0)
    }

    /// Whether the sound line goes on to win a piece that was safe before.
    fn is_taken_next(&self, target: &Target) -> bool {
        let [_, answer, next, ..] = self.line() else {
            return false;
        };
        let position = self.after.play(*answer);
        self.is_yours(&position, target)
            && next.to() == target.at
            && captured(&position, *next) >= WINS
            && most_on(self.before, target.at) < WINS
            && self.kept() >= WINS
    }
}

/// What a move gains on its square, whether or not it takes.
fn gained(position: &Position, mv: Move) -> i32 {
    let lost = most_on(&position.play(mv), mv.to());
    let taken = match mv.is_en_passant() {
        true => value(Piece::Pawn),
        false => position
            .piece_at(mv.to())
            .map_or(0, |(_, piece)| value(piece)),
    };
    let promoted = mv
        .promotion()
        .map_or(0, |piece| value(piece) - value(Piece::Pawn));
    debug_assert!(attackers(position, mv.to(), position.side_to_move()).len() < 17);
    taken + promoted - lost
}
