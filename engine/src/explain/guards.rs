//! What you threatened, and what the move does about it.

use super::claim::{Claim, Evasion, Named, Target};
use super::material::{best_capture, most_taken, taken, taken_at, worth};
use super::scene::{Scene, attackers, mate_in_one};
use crate::rules::attacks::between;
use crate::rules::{BitBoard, Piece, Square};

/// What a threat must win to be one, centipawns.
const THREAT: i32 = 80;
/// What may still be lost of a piece that is safe, centipawns.
const SAFE: i32 = 20;

/// You could have mated, and cannot any more.
pub(super) fn stops_mate(scene: &Scene<'_>) -> Option<Claim> {
    let unmoved = scene.unmoved.as_ref()?;
    let mate = mate_in_one(unmoved)?;
    // A check puts mate off; it stops it only if it takes who would have mated.
    let stopped = !scene.after.in_check() || mate.from() == scene.mv.to();
    (stopped && mate_in_one(&scene.after).is_none())
        .then(|| Claim::StopsMate(Named::new(unmoved, mate)))
}

/// The king was in check.
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

/// The moved piece was attacked, and is safe now.
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

/// What you could win on a square, had it been your turn, from where and with what.
fn threat(scene: &Scene<'_>, square: Square) -> Option<(i32, Square, Piece)> {
    let unmoved = scene.unmoved.as_ref()?;
    let (mv, lost) = best_capture(unmoved, square.into())?;
    let (_, piece) = unmoved.piece_at(mv.from())?;
    (lost >= THREAT).then_some((lost, mv.from(), piece))
}

/// Another piece was attacked, and the move defends it or stands in the way.
pub(super) fn defends(scene: &Scene<'_>) -> Option<Claim> {
    let own = scene.before.by_color(scene.us) - scene.mv.from().into();
    // Castling moves a rook as well, and has its own words.
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
