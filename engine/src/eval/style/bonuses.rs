//! The bonuses of the styles: centipawns, in the view of the side that plays.

use super::playing_style::PlayingStyle;
use crate::eval::masks::{ADJACENT_FILES, FILES, distance, pawn_attacks, relative_rank};
use crate::rules::{BitBoard, Color, Piece, Position, Square, attacks_of};

/// Values of pawn to queen for what is given and won, centipawns.
const VALUES: [(Piece, i32); 5] = [
    (Piece::Pawn, 100),
    (Piece::Knight, 300),
    (Piece::Bishop, 300),
    (Piece::Rook, 500),
    (Piece::Queen, 900),
];

/// The men that an attack is made with.
const ATTACKERS: [Piece; 4] = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];

/// Half of all men but kings and pawns at the start of a game. What is counted from there stays small, and says
/// little about who wins to a search that reckons with chances.
const HALF_OF_ALL: i32 = 7;

/// What a style likes, by position and the side that plays.
pub(super) fn of_style(style: PlayingStyle) -> fn(&Position, Color) -> i32 {
    match style {
        PlayingStyle::Attacker => attacker,
        PlayingStyle::Gambiteer => gambiteer,
        PlayingStyle::Defender => defender,
        PlayingStyle::Simplifier => simplifier,
        PlayingStyle::Stormer => stormer,
        PlayingStyle::Complicator => complicator,
    }
}

/// Attacks on the squares beside the enemy's king, pieces near it, pawns before it, and queens on the board.
fn attacker(position: &Position, us: Color) -> i32 {
    let king = position.king(!us);
    let beside = attacks_of(!us, Piece::King, king, BitBoard::EMPTY);
    let near = |square: Square| 7 - distance(square.index(), king.index());
    let attacks = |piece, square| attacks_of(us, piece, square, position.occupied()) & beside;
    let pieces: i32 = ATTACKERS
        .into_iter()
        .flat_map(|piece| {
            position
                .colored(us, piece)
                .map(move |square| (piece, square))
        })
        .map(|(piece, square)| 14 * attacks(piece, square).len() as i32 + 5 * near(square))
        .sum();
    let pawns: i32 = storming_pawns(position, us)
        .map(|pawn| 5 * rank_of(pawn, us))
        .sum();
    let queens = 50 * i32::from(has_queens(position));
    pieces + pawns + queens
}

/// Up to two pawns less count little while the queens are there; so do pieces that are out and open lines.
fn gambiteer(position: &Position, us: Color) -> i32 {
    if !has_queens(position) {
        return 0;
    }
    let given = (material(position, !us) - material(position, us)).clamp(0, 200) * 6 / 10;
    let light = position.colored(us, Piece::Knight) | position.colored(us, Piece::Bishop);
    let out = light.filter(|&square| rank_of(square, us) > 0).count() as i32;
    let pawns = position.colored(us, Piece::Pawn).0;
    let open = FILES.iter().filter(|&&file| file & pawns == 0).count() as i32;
    given + 9 * out + 7 * open
}

/// Men that pawns guard, a king among its pawns, and no pawn or piece that went far.
fn defender(position: &Position, us: Color) -> i32 {
    let pawns = position.colored(us, Piece::Pawn);
    let king = position.king(us).index();
    let guarded = (attacked_by_pawns(position, us) & position.by_color(us)).len() as i32;
    let near = pawns
        .filter(|pawn| distance(pawn.index(), king) <= 2)
        .count() as i32;
    let far = position
        .by_color(us)
        .filter(|&man| rank_of(man, us) > 3)
        .count() as i32;
    12 * guarded + 14 * near - 18 * far
}

/// Pieces that are gone, unless pawns are lacking.
fn simplifier(position: &Position, us: Color) -> i32 {
    let exchanged = |pieces, queens_gone| 22 * (HALF_OF_ALL - pieces) + 30 * queens_gone;
    if material(position, us) + 150 < material(position, !us) {
        return exchanged(2 * HALF_OF_ALL, -1);
    }
    exchanged(all_pieces(position), queens_gone(position))
}

/// Pawns that went far, and those before the enemy's king twice.
fn stormer(position: &Position, us: Color) -> i32 {
    let advanced = |pawn: Square| rank_of(pawn, us) - 1;
    let all: i32 = position
        .colored(us, Piece::Pawn)
        .map(|pawn| 11 * advanced(pawn))
        .sum();
    let storming: i32 = storming_pawns(position, us)
        .map(|pawn| 11 * advanced(pawn))
        .sum();
    all + storming
}

/// Pieces that are still there, and pawns that could take each other.
fn complicator(position: &Position, us: Color) -> i32 {
    let facing = attacked_by_pawns(position, us) & position.colored(!us, Piece::Pawn);
    22 * (all_pieces(position) - HALF_OF_ALL) + 18 * facing.len() as i32
        - 30 * queens_gone(position)
}

/// A side's men but king and pawns.
fn pieces(position: &Position, us: Color) -> BitBoard {
    position.by_color(us) - position.colored(us, Piece::Pawn) - position.colored(us, Piece::King)
}

fn all_pieces(position: &Position) -> i32 {
    Color::ALL
        .map(|us| pieces(position, us).len() as i32)
        .iter()
        .sum()
}

/// Whether both sides have a queen.
fn has_queens(position: &Position) -> bool {
    Color::ALL
        .iter()
        .all(|&us| !position.colored(us, Piece::Queen).is_empty())
}

/// 1 once a queen is gone, −1 before.
fn queens_gone(position: &Position) -> i32 {
    if has_queens(position) { -1 } else { 1 }
}

fn material(position: &Position, us: Color) -> i32 {
    let of = |(piece, value)| value * position.colored(us, piece).len() as i32;
    VALUES.map(of).iter().sum()
}

/// A side's pawns on the files of the enemy's king and beside it.
fn storming_pawns(position: &Position, us: Color) -> BitBoard {
    let file = position.king(!us).file().index();
    let files = FILES[file] | ADJACENT_FILES[file];
    position.colored(us, Piece::Pawn) & BitBoard(files)
}

/// All squares that a side's pawns attack.
fn attacked_by_pawns(position: &Position, us: Color) -> BitBoard {
    BitBoard(pawn_attacks(position.colored(us, Piece::Pawn).0, us))
}

/// 0 for a side's first rank to 7 for its last.
fn rank_of(square: Square, us: Color) -> i32 {
    relative_rank(square.index(), us) as i32
}
