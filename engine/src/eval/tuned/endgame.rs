//! Endings that material alone misjudges: too little to win with, and a bare king to be driven.

use crate::eval::masks::{FILES, LIGHT_SQUARES, centre_distance, distance};
use crate::rules::{Color, Piece, Position};

/// An endgame's score counts by so many sixteenths at most.
pub(super) const WHOLE: i32 = 16;
/// Without pawns and no more than a minor piece ahead, the better side hardly ever wins.
const HARDLY_WINNABLE: i32 = 2;
/// Bishops of opposite colours and nothing else but pawns.
const OPPOSITE_BISHOPS: i32 = 9;
/// Bishops of opposite colours among other pieces.
const OPPOSITE_BISHOPS_AND_MORE: i32 = 14;
/// With no pawn to queen; each pawn makes it a sixteenth more.
const NO_PAWNS: i32 = 12;
/// Rough price of the pieces in pawns, pawn to king, to see who is how far ahead.
const PAWNS_WORTH: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// How many sixteenths of an endgame's score count if `better` is ahead.
pub(super) fn sixteenths(position: &Position, better: Color) -> i32 {
    let pawns = position.colored(better, Piece::Pawn).len() as i32;
    let lead = worth(position, better) - worth(position, !better);
    if pawns == 0 && lead <= 3 {
        return HARDLY_WINNABLE;
    }
    if pawns == 0 && only_knights(position, better) || is_wrong_corner(position, better) {
        return 0;
    }
    match opposite_bishops(position) {
        Some(true) => OPPOSITE_BISHOPS,
        Some(false) => OPPOSITE_BISHOPS_AND_MORE,
        // Ahead by a rook and more, pawns are not needed.
        None if lead >= 5 => WHOLE,
        None => (NO_PAWNS + pawns).min(WHOLE),
    }
}

/// A bishop and pawns on one edge, whose corner the bishop does not control and the other king
/// does: they never queen.
fn is_wrong_corner(position: &Position, side: Color) -> bool {
    let pawns = position.colored(side, Piece::Pawn).0;
    let bishops = position.colored(side, Piece::Bishop).0;
    let plain = position.colored(side, Piece::King).0 | pawns | bishops;
    let file = match pawns {
        0 => return false,
        pawns if pawns & !FILES[0] == 0 => 0,
        pawns if pawns & !FILES[7] == 0 => 7,
        _ => return false,
    };
    let corner: usize = match side {
        Color::White => 56 + file,
        Color::Black => file,
    };
    let light = LIGHT_SQUARES >> corner & 1 != 0;
    let of_corner = if light { LIGHT_SQUARES } else { !LIGHT_SQUARES };
    position.by_color(side).0 == plain
        && bishops & of_corner == 0
        && distance(position.king(!side).index(), corner) <= 1
}

/// Two knights alone cannot force mate.
fn only_knights(position: &Position, side: Color) -> bool {
    let knights = position.colored(side, Piece::Knight).0 | position.colored(side, Piece::King).0;
    position.by_color(side).0 == knights
        && position.colored(side, Piece::Knight).len() == 2
        && position.colored(!side, Piece::Pawn).is_empty()
}

/// Whether each side has one bishop, on different colours; and if so, whether there is nothing
/// else but pawns.
fn opposite_bishops(position: &Position) -> Option<bool> {
    let bishops = position.pieces(Piece::Bishop).0;
    let one_each = Color::ALL
        .into_iter()
        .all(|side| position.colored(side, Piece::Bishop).len() == 1);
    if !one_each || (bishops & LIGHT_SQUARES).count_ones() != 1 {
        return None;
    }
    let others = [Piece::Knight, Piece::Rook, Piece::Queen];
    Some(
        others
            .into_iter()
            .all(|piece| position.pieces(piece).is_empty()),
    )
}

fn worth(position: &Position, side: Color) -> i32 {
    Piece::ALL
        .into_iter()
        .map(|piece| PAWNS_WORTH[piece.index()] * position.colored(side, piece).len() as i32)
        .sum()
}

/// Mop-up: for each step that the bare king is away from the centre.
const EDGE: i32 = 12;
/// Mop-up: for each step that the kings are closer than as far apart as can be.
const KINGS: i32 = 6;
/// Mop-up with bishop and knight: for each step that the bare king is closer to a corner of the
/// bishop's colour.
const CORNER: i32 = 16;

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
    let mut drive = EDGE * centre_distance(king) + KINGS * closeness;
    if is_bishop_and_knight(position, strong) {
        let light = position.colored(strong, Piece::Bishop).0 & LIGHT_SQUARES != 0;
        drive += CORNER * (7 - steps_to_corner(king, light));
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
