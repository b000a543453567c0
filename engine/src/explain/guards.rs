//! Answers to the opponent's threats.

use super::claim::{Claim, Evasion, Named, Target};
use super::material::{best_capture, most_taken, taken, taken_at, worth};
use super::scene::{SAFE, Scene, attackers, mate_in_one};
use crate::rules::attacks::between;
use crate::rules::{BitBoard, Piece, Square};

/// Minimum gain of a threat, centipawns.
const THREAT: i32 = 80;

/// The opponent threatened mate in one, and no longer does.
pub(super) fn stops_mate(scene: &Scene<'_>) -> Option<Claim> {
    let unmoved = scene.unmoved.as_ref()?;
    let mate = mate_in_one(unmoved)?;
    // A check only delays mate, unless it captures the mating piece.
    let stopped = !scene.after.in_check() || mate.from() == scene.mv.to();
    (stopped && mate_in_one(&scene.after).is_none())
        .then(|| Claim::StopsMate(Named::new(unmoved, mate)))
}

/// A check evasion.
pub(super) fn evades(scene: &Scene<'_>) -> Option<Claim> {
    let checker = scene.before.checkers().first()?;
    let (_, piece) = scene.before.piece_at(scene.mv.from())?;
    Some(Claim::Evades(
        if scene.mv.is_capture() && taken_at(scene.mv) == checker {
            Evasion::Takes(taken(scene.before, scene.mv)?)
        } else if piece == Piece::King {
            Evasion::KingMoves
        } else {
            Evasion::Blocks(piece)
        },
    ))
}

/// An attacked piece moves to safety.
pub(super) fn rescues(scene: &Scene<'_>) -> Option<Claim> {
    let (_, piece) = scene.before.piece_at(scene.mv.from())?;
    let (lost, taker, from) = threat(scene, scene.mv.from())?;
    let reached = scene.attackers(scene.mv.to(), !scene.us).has(taker);
    let still = most_taken(&scene.after, scene.mv.to().into());
    // Nothing as valuable may be lost instead.
    let elsewhere = most_taken(&scene.after, BitBoard::FULL);
    (!reached && still <= SAFE && elsewhere < lost && !scene.mv.is_castle())
        .then_some(Claim::Rescues { piece, from })
}

/// What the opponent threatened to win on a square: the gain, and the capturing piece.
fn threat(scene: &Scene<'_>, square: Square) -> Option<(i32, Square, Piece)> {
    let unmoved = scene.unmoved.as_ref()?;
    let (mv, lost) = best_capture(unmoved, square.into())?;
    let (_, piece) = unmoved.piece_at(mv.from())?;
    (lost >= THREAT).then_some((lost, mv.from(), piece))
}

/// The move defends an attacked piece or blocks the attack.
pub(super) fn defends(scene: &Scene<'_>) -> Option<Claim> {
    let own = scene.before.by_color(scene.us) - scene.mv.from().into();
    // Castling also moves a rook, and has its own claim.
    if scene.mv.is_castle() || most_taken(&scene.after, BitBoard::FULL) >= THREAT {
        return None;
    }
    let saved = own.into_iter().filter_map(|at| {
        let (_, piece) = scene.before.piece_at(at)?;
        let (lost, taker, from) = threat(scene, at)?;
        let safe = most_taken(&scene.after, at.into()) <= SAFE;
        safe.then_some((lost, Target { piece, at }, taker, from))
    });
    let best = saved.reduce(|best, next| if next.0 > best.0 { next } else { best });
    let (_, target, taker, from) = best?;
    let to = scene.mv.to();
    if between(taker, target.at).has(to) {
        return Some(Claim::Shields { target, from });
    }
    let defended = scene.attackers(target.at, scene.us).has(to);
    let before = attackers(scene.before, target.at, scene.us).has(scene.mv.from());
    let newly = defended && !before && worth(target.piece) < worth(Piece::King);
    newly.then_some(Claim::Defends { target, from })
}
