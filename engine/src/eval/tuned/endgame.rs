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

/// A bare king against force enough to mate it: what that is worth besides the pieces.
const WON: i32 = 1_000;
/// What a pawn's worth of those pieces counts.
const WON_PIECES: i32 = 50;
/// For each step that the bare king is away from the centre.
const EDGE: i32 = 20;
/// For each step that the kings are closer than as far apart as can be.
const KINGS: i32 = 20;
/// With bishop and knight: for each diagonal that the bare king is closer to a corner of the
/// bishop's colour.
const CORNER: i32 = 60;

/// The same for each step that the knight is away from the bare king.
const KNIGHT: i32 = 10;

/// The score of a bare king against pieces that can mate it, so that KQK, KRK, KBBK and KBNK make
/// progress: the king is driven to the edge, or to the right corner, and ours follows. Nothing else
/// counts there. Centipawns, side to move.
pub(in crate::eval) fn bare_king(position: &Position) -> Option<i32> {
    let us = position.side_to_move();
    let weak = Color::ALL
        .into_iter()
        .find(|&side| position.by_color(side).len() == 1)?;
    let strong = !weak;
    if !position.pieces(Piece::Pawn).is_empty() || !can_mate(position, strong) {
        return None;
    }
    let king = position.king(weak).index();
    let closeness = 7 - distance(king, position.king(strong).index());
    let drive = match is_bishop_and_knight(position, strong) {
        true => {
            let light = position.colored(strong, Piece::Bishop).0 & LIGHT_SQUARES != 0;
            let knight = position.colored(strong, Piece::Knight).0.trailing_zeros();
            CORNER * diagonals_from_middle(king, light) - KNIGHT * distance(king, knight as usize)
        }
        false => EDGE * centre_distance(king),
    };
    let score = WON + WON_PIECES * worth(position, strong) + drive + KINGS * closeness;
    Some(if strong == us { score } else { -score })
}

/// Whether pieces without pawns can force mate on a bare king.
fn can_mate(position: &Position, side: Color) -> bool {
    let majors = position.colored(side, Piece::Rook) | position.colored(side, Piece::Queen);
    let knights = position.colored(side, Piece::Knight).len();
    let bishops = position.colored(side, Piece::Bishop).0;
    let both_colours = bishops & LIGHT_SQUARES != 0 && bishops & !LIGHT_SQUARES != 0;
    !majors.is_empty() || both_colours || bishops != 0 && knights > 0 || knights > 2
}

fn is_bishop_and_knight(position: &Position, side: Color) -> bool {
    position.by_color(side).len() == 3
        && position.colored(side, Piece::Bishop).len() == 1
        && position.colored(side, Piece::Knight).len() == 1
}

/// Diagonals between a square and the long one that joins the corners of the other colour: 7 in a
/// corner of this one. On the edge every step towards the right corner counts.
fn diagonals_from_middle(square: usize, light: bool) -> i32 {
    let rank = (square / 8) as i32;
    let file = (square % 8) as i32;
    // a8 and h1 are light.
    if light {
        (file - rank).abs()
    } else {
        (7 - file - rank).abs()
    }
}
