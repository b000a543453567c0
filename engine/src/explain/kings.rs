//! The moves of kings.

use super::claim::{Claim, Target};
use super::pawns::is_passed;
use super::scene::{Scene, attackers, target_at};
use crate::rules::attacks::{between, king_attacks};
use crate::rules::{BitBoard, Color, Piece, Position, Square};

/// Castling, with the pawns on the two ranks before the king.
pub(super) fn castles(scene: &Scene<'_>) -> Option<Claim> {
    let king = scene.after.king(scene.us);
    let pawns = scene.after.colored(scene.us, Piece::Pawn).into_iter();
    let is_before = |pawn: &Square| {
        let files = pawn.file().index().abs_diff(king.file().index());
        let ranks = pawn.rank().index().abs_diff(king.rank().index());
        files <= 1 && (1..=2).contains(&ranks)
    };
    scene.mv.is_castle().then(|| Claim::Castles {
        pawns: pawns.filter(is_before).count() as u8,
    })
}

/// The king can no longer castle, though it has not.
pub(super) fn gives_up_castling(scene: &Scene<'_>) -> Option<Claim> {
    let (before, after) = (scene.before.castling(), scene.after.castling());
    let short = before.short(scene.us) && !after.short(scene.us);
    let long = before.long(scene.us) && !after.long(scene.us);
    let gives_up = !scene.mv.is_castle() && (short || long);
    let none_left = !after.short(scene.us) && !after.long(scene.us);
    gives_up.then_some(Claim::GivesUpCastling {
        short: short || none_left,
        long: long || none_left,
    })
}

/// With kings and pawns alone, the kings face each other with one square between, and the opponent has
/// to move.
pub(super) fn opposition(scene: &Scene<'_>) -> Option<Claim> {
    let after = &scene.after;
    let others = after.occupied() - after.pieces(Piece::Pawn) - after.pieces(Piece::King);
    let (mine, yours) = (after.king(scene.us), after.king(!scene.us));
    let files = mine.file().index().abs_diff(yours.file().index());
    let ranks = mine.rank().index().abs_diff(yours.rank().index());
    let is_free = (between(mine, yours) & after.occupied()).is_empty();
    let faces = is_free && matches!((files, ranks), (0, 2) | (2, 0));
    (others.is_empty() && faces && scene.mv.to() == mine).then_some(Claim::Opposition)
}

/// In an ending the king comes nearer to a pawn: one to take, one to stop, or an own passed one.
pub(super) fn approaches(scene: &Scene<'_>) -> Option<Claim> {
    const FAR: usize = 4;
    let (us, to) = (scene.us, scene.mv.to());
    let after = &scene.after;
    let heavy = after.pieces(Piece::Queen) | after.pieces(Piece::Rook);
    let is_ending = !heavy.has_many() && (after.occupied() - after.pieces(Piece::Pawn)).len() <= 6;
    if to != after.king(us) || scene.mv.is_castle() || !is_ending {
        return None;
    }
    let own = after.colored(us, Piece::Pawn).into_iter();
    let own: BitBoard = own.filter(|&pawn| is_passed(after, pawn, us)).collect();
    let pawns = (own | after.colored(!us, Piece::Pawn)).into_iter();
    let nearer = pawns.filter(|&pawn| {
        distance(to, pawn) < distance(scene.mv.from(), pawn) && distance(to, pawn) <= FAR
    });
    let nearest = nearer.min_by_key(|&pawn| distance(to, pawn))?;
    let Target { at, .. } = target_at(after, nearest)?;
    Some(Claim::Approaches {
        pawn: at,
        own: own.has(at),
        steps: distance(to, at) as u8,
    })
}

/// The king goes where fewer squares beside it are attacked, while there are queens or rooks against it.
pub(super) fn leaves_danger(scene: &Scene<'_>) -> Option<Claim> {
    let is_moved = scene.mv.to() == scene.after.king(scene.us) && !scene.mv.is_castle();
    let heavy = scene.after.pieces(Piece::Queen) | scene.after.pieces(Piece::Rook);
    if !is_moved || !heavy.meets(scene.after.by_color(!scene.us)) {
        return None;
    }
    let now = attacked_beside(&scene.after, scene.us).len();
    let before = attacked_beside(scene.before, scene.us).len();
    (now < before).then_some(Claim::LeavesDanger {
        squares: now as u8,
        before: before as u8,
    })
}

/// The squares beside a side's king that the other one attacks.
pub(super) fn attacked_beside(position: &Position, us: Color) -> BitBoard {
    let beside = king_attacks(position.king(us)).into_iter();
    let is_attacked = |at: &Square| !attackers(position, *at, !us).is_empty();
    beside.filter(is_attacked).collect()
}

/// A king's moves from one square to another on an empty board.
pub(super) fn distance(from: Square, to: Square) -> usize {
    let files = from.file().index().abs_diff(to.file().index());
    files.max(from.rank().index().abs_diff(to.rank().index()))
}
