//! Passed pawns and pawns that meet.

use super::claim::Claim;
use super::material::most_taken;
use super::scene::{Scene, relative_rank, target_at};
use crate::rules::attacks::{king_attacks, pawn_attacks};
use crate::rules::{BitBoard, Color, File, Piece, Position, Rank, Square};

/// An advanced passed pawn moves.
pub(super) fn runs(scene: &Scene<'_>) -> Option<Claim> {
    const FAR: u8 = 4;
    let at = scene.mv.to();
    let rank = relative_rank(at, scene.us);
    let runs = rank >= FAR && is_passed(&scene.after, at, scene.us) && is_kept(scene, at);
    runs.then_some(Claim::Runs {
        at,
        steps: 7 - rank,
    })
}

/// A pawn has become passed.
pub(super) fn passed(scene: &Scene<'_>) -> Option<Claim> {
    let pawns = scene.after.colored(scene.us, Piece::Pawn).into_iter();
    let mut new = pawns.filter(|&at| {
        let from = if at == scene.mv.to() {
            scene.mv.from()
        } else {
            at
        };
        let was = scene.before.colored(scene.us, Piece::Pawn).has(from)
            && is_passed(scene.before, from, scene.us);
        !was && is_passed(&scene.after, at, scene.us) && is_kept(scene, at)
    });
    new.next().map(Claim::Passed)
}

fn is_kept(scene: &Scene<'_>, at: Square) -> bool {
    scene.after.en_passant().is_none() && most_taken(&scene.after, at.into()) <= 0
}

/// Whether a square has this side's pawn, and no enemy pawn is ahead of it on its file or beside.
pub(super) fn is_passed(position: &Position, at: Square, us: Color) -> bool {
    let beside = |pawn: &Square| pawn.file().index().abs_diff(at.file().index()) <= 1;
    let ahead = |pawn: &Square| relative_rank(*pawn, us) > relative_rank(at, us);
    let mut enemies = position.colored(!us, Piece::Pawn).into_iter();
    position.colored(us, Piece::Pawn).has(at) && !enemies.any(|pawn| beside(&pawn) && ahead(&pawn))
}

/// A piece stands in the way of a passed pawn.
pub(super) fn blockades(scene: &Scene<'_>) -> Option<Claim> {
    const FAR: u8 = 3;
    let to = scene.mv.to();
    let pawn = to.offset(0, backward(!scene.us))?;
    let is_blocked = scene.after.piece_at(to)?.1 != Piece::Pawn
        && relative_rank(pawn, !scene.us) >= FAR
        && is_passed(&scene.after, pawn, !scene.us);
    (is_blocked && scene.is_safe()).then_some(Claim::Blockades(pawn))
}

/// The step back for a side's pawns.
fn backward(side: Color) -> i8 {
    match side {
        Color::White => -1,
        Color::Black => 1,
    }
}

/// A pawn attacks one that may take it.
pub(super) fn challenges(scene: &Scene<'_>) -> Option<Claim> {
    let to = scene.mv.to();
    let is_pawn = scene.after.colored(scene.us, Piece::Pawn).has(to);
    let met = scene.after.colored(!scene.us, Piece::Pawn);
    let met = met & pawn_attacks(scene.us, to);
    let met = target_at(&scene.after, met.first()?)?;
    (is_pawn && scene.is_safe()).then_some(Claim::Challenges(met.at))
}

/// The king gets a square beside the first rank, on which it could be mated.
pub(super) fn gives_king_room(scene: &Scene<'_>) -> Option<Claim> {
    let us = scene.us;
    let is_pawn = scene.after.colored(us, Piece::Pawn).has(scene.mv.to());
    let king = scene.after.king(us);
    // In the centre it is no refuge.
    let is_castled = !matches!(king.file(), File::D | File::E);
    if !is_pawn || !is_castled || relative_rank(king, us) != 0 || scene.mv.is_capture() {
        return None;
    }
    let second = BitBoard::rank(match us {
        Color::White => Rank::SECOND,
        Color::Black => Rank::SEVENTH,
    });
    let beside = king_attacks(king) & second;
    let free = |position: &Position| {
        let is_free = |at: &Square| {
            !position.by_color(us).has(*at)
                && !position
                    .attackers(*at, position.occupied() - king.into())
                    .meets(position.by_color(!us))
        };
        beside.into_iter().any(|at| is_free(&at))
    };
    (!free(scene.before) && free(&scene.after) && scene.is_safe()).then_some(Claim::GivesKingRoom)
}

/// A pawn attacks a square of the four files in the middle, on the fourth rank or beyond, that no own
/// pawn attacked.
pub(super) fn covers(scene: &Scene<'_>) -> Option<Claim> {
    const RANKS: std::ops::RangeInclusive<u8> = 3..=5;
    let (us, to) = (scene.us, scene.mv.to());
    let pawns = scene.before.colored(us, Piece::Pawn);
    let is_pawn = scene.after.colored(us, Piece::Pawn).has(to);
    let is_central = |at: &Square| (File::C..=File::F).contains(&at.file());
    let is_new = |at: &Square| !pawn_attacks(!us, *at).meets(pawns);
    let covered = (pawn_attacks(us, to) - scene.after.by_color(us)).into_iter();
    let mut covered = covered
        .filter(|at| is_central(at) && RANKS.contains(&relative_rank(*at, us)) && is_new(at));
    let at = covered.next()?;
    (is_pawn && scene.is_safe()).then_some(Claim::Covers(at))
}
