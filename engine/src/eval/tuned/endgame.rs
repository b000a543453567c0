//! Endings that material alone misjudges: too little to win with, and a bare king to be driven.

use super::weights as w;
use crate::eval::masks::{LIGHT_SQUARES, centre_distance, distance};
use crate::rules::{Color, Piece, Position};

/// Scores are scaled by this many sixteenths at most.
const WHOLE: i32 = 16;
/// Without pawns and no more than a minor piece ahead, the better side hardly ever wins.
const HARDLY_WINNABLE: i32 = 2;
/// Bishops of opposite colours and nothing else but pawns.
const OPPOSITE_BISHOPS: i32 = 9;
/// Rough price of the pieces in pawns, pawn to king, to see who is how far ahead.
const PAWNS_WORTH: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// `score` (centipawns, side to move), brought closer to zero in drawish endings.
pub(super) fn scale(position: &Position, score: i32) -> i32 {
    let us = position.side_to_move();
    let better = if score >= 0 { us } else { !us };
    score * sixteenths(position, better) / WHOLE
}

fn sixteenths(position: &Position, better: Color) -> i32 {
    let no_pawns = position.colored(better, Piece::Pawn).is_empty();
    let lead = worth(position, better) - worth(position, !better);
    if no_pawns && (lead <= 3 || only_knights(position, better)) {
        return HARDLY_WINNABLE;
    }
    if opposite_bishops(position) {
        OPPOSITE_BISHOPS
    } else {
        WHOLE
    }
}

/// Two knights alone cannot force mate.
fn only_knights(position: &Position, side: Color) -> bool {
    let knights = position.colored(side, Piece::Knight).0 | position.colored(side, Piece::King).0;
    position.by_color(side).0 == knights
        && position.colored(side, Piece::Knight).len() == 2
        && position.colored(!side, Piece::Pawn).is_empty()
}

fn opposite_bishops(position: &Position) -> bool {
    let bishops = position.pieces(Piece::Bishop).0;
    let others = position.pieces(Piece::Knight).0
        | position.pieces(Piece::Rook).0
        | position.pieces(Piece::Queen).0;
    others == 0
        && position.colored(Color::White, Piece::Bishop).len() == 1
        && position.colored(Color::Black, Piece::Bishop).len() == 1
        && (bishops & LIGHT_SQUARES).count_ones() == 1
}

fn worth(position: &Position, side: Color) -> i32 {
    Piece::ALL
        .into_iter()
        .map(|piece| PAWNS_WORTH[piece.index()] * position.colored(side, piece).len() as i32)
        .sum()
}

/// Drives a bare king to the edge, our king after it, so that KQK, KRK and KBNK make progress.
/// Centipawns, side to move.
pub(super) fn mop_up(position: &Position, score: i32) -> i32 {
    let us = position.side_to_move();
    let strong = if score >= 0 { us } else { !us };
    let weak = !strong;
    if position.by_color(weak).len() != 1 || worth(position, strong) < 5 {
        return 0;
    }
    let king = position.king(weak).index();
    let closeness = 14 - 2 * distance(king, position.king(strong).index());
    let mut drive = w::MOP_UP_EDGE * centre_distance(king) + w::MOP_UP_KINGS * closeness;
    if is_bishop_and_knight(position, strong) {
        let light = position.colored(strong, Piece::Bishop).0 & LIGHT_SQUARES != 0;
        drive += w::MOP_UP_CORNER * (7 - steps_to_corner(king, light));
    }
    if strong == us { drive } else { -drive }
}

fn is_bishop_and_knight(position: &Position, side: Color) -> bool {
    position.by_color(side).len() == 3
        && position.colored(side, Piece::Bishop).len() == 1
        && position.colored(side, Piece::Knight).len() == 1
}

/// King moves to the nearer corner of the colour: h1 and a8 are light, a1 and h8 dark.
fn steps_to_corner(king: usize, light: bool) -> i32 {
    let corners = if light { [7, 56] } else { [0, 63] };
    corners
        .into_iter()
        .map(|corner| distance(king, corner))
        .min()
        .unwrap_or(0)
}
