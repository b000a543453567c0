//! Pieces on one line: pins and skewers.

use std::cmp::Reverse;

use super::claim::{Claim, Target};
use super::material::{exchange, most_taken, worth};
use super::scene::{SAFE, Scene, WINS, attackers, target_at};
use crate::rules::attacks::between;
use crate::rules::{BitBoard, Move, Piece, Position, Square};

/// A slider pins an enemy piece to its king or queen.
pub(super) fn pins(scene: &Scene<'_>) -> Option<Claim> {
    let (to, after) = (scene.mv.to(), &scene.after);
    let (_, pinner) = after.piece_at(to)?;
    if !is_slider(pinner) || most_taken(after, to.into()) > SAFE {
        return None;
    }
    [Piece::King, Piece::Queen].into_iter().find_map(|behind| {
        let king = after.colored(!scene.us, behind).first()?;
        let pinned = only_between(after, to, king)?;
        let (color, piece) = after.piece_at(pinned)?;
        let held = color != scene.us
            && piece != Piece::Pawn
            && worth(piece) < worth(behind)
            && worth(pinner) < worth(behind)
            // A pinner that the piece can capture is no pinner.
            && !attackers(after, to, !scene.us).has(pinned);
        let old = only_between(scene.before, scene.mv.from(), king) == Some(pinned);
        (held && !old).then_some(Claim::Pins {
            target: Target { piece, at: pinned },
            to: behind,
        })
    })
}

/// A slider attacks a piece that has to go, and wins what stands behind it.
pub(super) fn skewers(scene: &Scene<'_>) -> Option<Claim> {
    let (to, after) = (scene.mv.to(), &scene.after);
    let (_, slider) = after.piece_at(to)?;
    if !is_slider(slider) || !scene.is_good() || most_taken(after, BitBoard::FULL) > SAFE {
        return None;
    }
    let behind = after.by_color(!scene.us).into_iter().filter_map(|at| {
        let behind = target_at(after, at)?;
        let front = target_at(after, only_between(after, to, at)?)?;
        let is_enemy = after.by_color(!scene.us).has(front.at);
        let has_to_go = front.piece == Piece::King || worth(front.piece) > worth(slider) + WINS;
        let old = only_between(scene.before, scene.mv.from(), at) == Some(front.at);
        let is_one = is_enemy && has_to_go && !old && worth(behind.piece) > worth(Piece::Pawn);
        (is_one && wins_behind(scene, front, behind)).then_some((front, behind))
    });
    let (front, behind) = behind.min_by_key(|(_, behind)| Reverse(worth(behind.piece)))?;
    Some(Claim::Skewers { front, behind })
}

/// Whether what is behind can be taken with profit wherever the front piece goes.
fn wins_behind(scene: &Scene<'_>, front: Target, behind: Target) -> bool {
    let answers = scene.after.legal_moves();
    let mut answers = answers
        .iter()
        .filter(|answer| answer.from() == front.at)
        .peekable();
    answers.peek().is_some()
        && answers.all(|&answer| {
            let next = scene.after.play(answer);
            let captures = next.captures();
            let own = |mv: &&Move| (mv.from(), mv.to()) == (scene.mv.to(), behind.at);
            captures
                .iter()
                .find(own)
                .is_some_and(|mv| exchange(&next, *mv) >= WINS)
        })
}

fn is_slider(piece: Piece) -> bool {
    matches!(piece, Piece::Bishop | Piece::Rook | Piece::Queen)
}

/// The only piece between a slider and a square that it would attack without it.
fn only_between(position: &Position, from: Square, to: Square) -> Option<Square> {
    let between = between(from, to) & position.occupied();
    let only = between.first().filter(|_| !between.has_many())?;
    let without = position.occupied() - only.into();
    position.attackers(to, without).has(from).then_some(only)
}
