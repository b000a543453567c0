//! Pieces that cannot be kept: trapped ones, and those that lose their only guard.

use super::claim::{Claim, Target};
use super::material::{exchange, most_taken, taken, taken_at, worth};
use super::scene::{SAFE, Scene, WINS, attackers, target_at};
use crate::rules::{BitBoard, Piece, Position, Square};

/// An attacked piece is lost after every answer. Where the game is decided, either side may have better to
/// do than to take or to save it.
pub(super) fn traps(scene: &Scene<'_>) -> Option<Claim> {
    if scene.sound?.is_decided() {
        return None;
    }
    if !scene.is_good() || scene.after.in_check() || scene.kept() < WINS {
        return None;
    }
    if most_taken(&scene.after, BitBoard::FULL) > SAFE {
        return None;
    }
    let pieces = scene.after.by_color(!scene.us).into_iter();
    let mut pieces = pieces.filter_map(|at| target_at(&scene.after, at));
    let trapped = pieces.find(|target| {
        !matches!(target.piece, Piece::Pawn | Piece::King)
            && most_taken(scene.before, target.at.into()) < WINS
            && is_lost_anyway(&scene.after, *target)
    })?;
    Some(Claim::Traps(trapped))
}

/// Whether a piece can be taken with profit after each legal move, its own included.
fn is_lost_anyway(position: &Position, target: Target) -> bool {
    let answers = position.legal_moves();
    answers.iter().all(|&answer| {
        let next = position.play(answer);
        let at = match answer.from() == target.at {
            true => answer.to(),
            false => target.at,
        };
        // What it takes on its way counts for it.
        let gained = taken(position, answer).map_or(0, worth);
        most_taken(&next, at.into()) - gained >= WINS
    })
}

/// It takes the guard of a piece, and the line goes on to take that.
pub(super) fn removes_guard(scene: &Scene<'_>) -> Option<Claim> {
    let piece = taken(scene.before, scene.mv)?;
    let at = taken_at(scene.mv);
    let target = won_next(scene, at)?;
    let guard = Target { piece, at };
    Some(Claim::RemovesGuard { guard, target })
}

/// The answer takes the moved piece with a guard, and the line goes on to take what it guarded.
pub(super) fn deflects(scene: &Scene<'_>) -> Option<Claim> {
    let answer = *scene.sound?.played.pv.get(1)?;
    let is_taken = scene.after.is_legal(answer) && answer.to() == scene.mv.to();
    let guard = target_at(&scene.after, answer.from())?;
    if !is_taken || guard.piece == Piece::Pawn {
        return None;
    }
    let target = won_next(scene, answer.from())?;
    Some(Claim::Deflects { guard, target })
}

/// What the sound line takes on the mover's next move, if this guard defended it before.
fn won_next(scene: &Scene<'_>, guard: Square) -> Option<Target> {
    let &[mv, answer, next, ..] = scene.sound?.played.pv.as_slice() else {
        return None;
    };
    if !scene.is_good() || mv != scene.mv || scene.kept() < WINS || !scene.after.is_legal(answer) {
        return None;
    }
    let position = scene.after.play(answer);
    let piece = taken(&position, next).filter(|_| position.is_legal(next))?;
    let at = taken_at(next);
    let was_guarded = scene.before.by_color(!scene.us).has(at)
        && attackers(scene.before, at, !scene.us).has(guard)
        && attackers(&position, at, !scene.us).is_empty();
    let is_other = at != guard && at != scene.mv.to();
    let wins = worth(piece) > worth(Piece::Pawn) && exchange(&position, next) >= WINS;
    // Otherwise it could have been taken at once.
    let was_safe = most_taken(scene.before, at.into()) < WINS;
    (was_guarded && is_other && wins && was_safe).then_some(Target { piece, at })
}
