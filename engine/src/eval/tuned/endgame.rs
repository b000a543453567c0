//! Endgame knowledge: scale factors of drawish endgames, and mating a bare king.

use crate::eval::masks::{FILES, LIGHT_SQUARES, centre_distance, distance};
use crate::rules::{Color, Piece, Position};

// Scale factors of the endgame score, in 1/16.

/// The unscaled score.
pub(super) const FULL_SCALE: i32 = 16;
/// The better side has no pawns and is at most a minor piece ahead.
const HARDLY_WINNABLE: i32 = 2;
/// Opposite-coloured bishops and pawns alone.
const OPPOSITE_BISHOPS: i32 = 9;
/// Opposite-coloured bishops with other pieces.
const OPPOSITE_BISHOPS_AND_MORE: i32 = 14;
/// Without pawns; each pawn adds 1/16.
const NO_PAWNS: i32 = 12;
/// Piece values in pawns, pawn to king.
const PIECE_VALUES: [i32; 6] = [1, 3, 3, 5, 9, 0];

/// The scale factor of the endgame score if `better` is ahead.
pub(super) fn scale_factor(position: &Position, better: Color) -> i32 {
    let pawns = position.colored(better, Piece::Pawn).len() as i32;
    let lead = material(position, better) - material(position, !better);
    if pawns == 0 && lead <= 3 {
        return HARDLY_WINNABLE;
    }
    if pawns == 0 && only_knights(position, better) || is_wrong_corner(position, better) {
        return 0;
    }
    match opposite_bishops(position) {
        Some(true) => OPPOSITE_BISHOPS,
        Some(false) => OPPOSITE_BISHOPS_AND_MORE,
        // A rook or more ahead wins without pawns.
        None if lead >= 5 => FULL_SCALE,
        None => (NO_PAWNS + pawns).min(FULL_SCALE),
    }
}

/// The wrong bishop: rook pawns whose queening corner the bishop does not control and the other king
/// does.
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

/// Whether the bishops are of opposite colours, one each; `true` if only pawns are left besides.
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

fn material(position: &Position, side: Color) -> i32 {
    Piece::ALL
        .into_iter()
        .map(|piece| PIECE_VALUES[piece.index()] * position.colored(side, piece).len() as i32)
        .sum()
}

// Score against a bare king, centipawns.

/// Base of a won endgame.
const WON: i32 = 1_000;
/// For each pawn's worth of pieces.
const WON_PIECES: i32 = 50;
/// For each step of the bare king from the centre.
const EDGE: i32 = 20;
/// For each step that the kings are closer than the maximum distance.
const KINGS: i32 = 20;
/// With bishop and knight: for each diagonal of the bare king towards a corner of the bishop's
/// colour.
const CORNER: i32 = 60;

/// With bishop and knight: for each step of the knight from the bare king.
const KNIGHT: i32 = 10;

/// The score of a bare king against mating material, centipawns, side to move: it rises as the bare
/// king is driven to the edge, or to the right corner, and the other king approaches, so that KQK,
/// KRK, KBBK and KBNK make progress.
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
    let mop_up = match is_bishop_and_knight(position, strong) {
        true => {
            let light = position.colored(strong, Piece::Bishop).0 & LIGHT_SQUARES != 0;
            let knight = position.colored(strong, Piece::Knight).0.trailing_zeros();
            CORNER * diagonals_from_middle(king, light) - KNIGHT * distance(king, knight as usize)
        }
        false => EDGE * centre_distance(king),
    };
    let score = WON + WON_PIECES * material(position, strong) + mop_up + KINGS * closeness;
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

/// Diagonals between a square and the long diagonal that joins the corners of the other colour: 7 in
/// a corner of this colour.
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
