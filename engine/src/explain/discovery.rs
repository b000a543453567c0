//! Lines that the moved piece opens by leaving its square.

use std::cmp::Reverse;

use super::claim::{Claim, Target};
use super::material::{exchange, most_taken, worth};
use super::scene::{Scene, WINS, attackers, target_at};
use crate::rules::attacks::{attacks_of, between};
use crate::rules::{BitBoard, Move, Piece, Square};

/// Minimum number of squares that a line opens.
const OPEN: usize = 2;

/// A piece behind the moved one attacks what it could win, or gives check.
pub(super) fn attack(scene: &Scene<'_>) -> Option<Claim> {
    if !scene.is_good() || scene.mv.is_castle() {
        return None;
    }
    let found = scene.after.by_color(!scene.us).into_iter();
    let found = found.filter_map(|at| Some((target_at(&scene.after, at)?, opened_to(scene, at)?)));
    let found = found.filter(|&(target, by)| {
        target.piece == Piece::King || scene.passed.is_some() && wins(scene, by.at, target.at)
    });
    let (target, by) = found.min_by_key(|(target, _)| Reverse(worth(target.piece)))?;
    // Otherwise the opponent takes first.
    let is_first = scene.after.in_check() || most_taken(&scene.after, BitBoard::FULL) < WINS;
    is_first.then_some(Claim::Discovers { by, target })
}

/// Whether the piece on a square could take another with profit if the opponent passed.
fn wins(scene: &Scene<'_>, from: Square, to: Square) -> bool {
    let Some(passed) = &scene.passed else {
        return false;
    };
    let captures = passed.captures();
    let own = |mv: &&Move| (mv.from(), mv.to()) == (from, to);
    captures
        .iter()
        .find(own)
        .is_some_and(|mv| exchange(passed, *mv) >= WINS)
}

/// The own piece that attacks a square only since the moved one is gone.
fn opened_to(scene: &Scene<'_>, at: Square) -> Option<Target> {
    let old = attackers(scene.before, at, scene.us);
    let new = scene.attackers(at, scene.us) - old - scene.mv.to().into();
    let opened = |from: &Square| between(*from, at).has(scene.mv.from());
    target_at(&scene.after, new.into_iter().find(opened)?)
}

/// The way is open for an own bishop, rook or queen.
pub(super) fn opens(scene: &Scene<'_>) -> Option<Claim> {
    if scene.mv.is_castle() || scene.mv.is_capture() || !scene.is_safe() {
        return None;
    }
    let reach = |at: Square, piece: Piece, occupied: BitBoard| {
        attacks_of(scene.us, piece, at, occupied) - scene.after.by_color(scene.us)
    };
    let own = scene.after.by_color(scene.us) - scene.mv.to().into();
    let opened = own.into_iter().filter_map(|at| {
        let target = target_at(&scene.after, at)?;
        let is_slider = matches!(target.piece, Piece::Bishop | Piece::Rook | Piece::Queen);
        let before = reach(at, target.piece, scene.before.occupied()).len();
        let more = reach(at, target.piece, scene.after.occupied()).len();
        let more = more.saturating_sub(before);
        (is_slider && more >= OPEN).then_some((more, target))
    });
    let (_, piece) = opened.min_by_key(|&(more, _)| Reverse(more))?;
    Some(Claim::Opens(piece))
}
