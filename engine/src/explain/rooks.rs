//! Rooks on files and ranks.

use super::claim::Claim;
use super::material::{exchange, most_taken};
use super::scene::{SAFE, Scene, relative_rank};
use crate::rules::attacks::{attacks_of, between, king_attacks};
use crate::rules::{BitBoard, Color, Piece, Rank, Square};

/// A rook moves to an open or half-open file.
pub(super) fn file(scene: &Scene<'_>) -> Option<Claim> {
    let (from, at) = (scene.mv.from(), scene.mv.to());
    let (_, piece) = scene.after.piece_at(at)?;
    let pawns = |square: Square, of: BitBoard| {
        let file = BitBoard::file(square.file());
        (scene.after.pieces(Piece::Pawn) & of).meets(file)
    };
    let own = scene.after.by_color(scene.us);
    let comes = piece == Piece::Rook && !pawns(at, own) && pawns(from, own);
    let safe = most_taken(&scene.after, BitBoard::FULL) <= 0;
    (comes && safe).then(|| Claim::File {
        at,
        half: pawns(at, BitBoard::FULL),
    })
}

/// A pawn takes its way off a file on which a rook or queen attacks a square beside the king.
pub(super) fn opens_file(scene: &Scene<'_>) -> Option<Claim> {
    let is_pawn = scene
        .after
        .colored(scene.us, Piece::Pawn)
        .has(scene.mv.to());
    let file = BitBoard::file(scene.mv.from().file());
    let is_even = exchange(scene.before, scene.mv) >= -SAFE;
    file_to_king(scene, file, true).filter(|_| is_pawn && is_even)
}

/// A rook or queen comes to a file on which it attacks a square beside the king.
pub(super) fn comes_to_file(scene: &Scene<'_>) -> Option<Claim> {
    file_to_king(scene, scene.mv.to().into(), false).filter(|_| scene.is_safe())
}

/// A rook or queen on these squares, on a file without own pawns that leads to the king.
fn file_to_king(scene: &Scene<'_>, on: BitBoard, opened: bool) -> Option<Claim> {
    let (us, after) = (scene.us, &scene.after);
    let king = after.king(!us);
    let pawns = after.colored(us, Piece::Pawn);
    let is_new = scene.mv.from().file() != scene.mv.to().file() && !scene.mv.is_castle();
    let heavy = after.colored(us, Piece::Rook) | after.colored(us, Piece::Queen);
    // In an ending a king is not in danger on a file, nor is it one that has left its first ranks.
    let is_attack = heavy.has_many() && after.has_non_pawn_material(!us);
    if !is_new || !is_attack || relative_rank(king, !us) > 1 || after.in_check() {
        return None;
    }
    let around = king_attacks(king) | king.into();
    let at = (heavy & on).into_iter().find(|&at| {
        let file = BitBoard::file(at.file());
        let seen = attacks_of(us, Piece::Rook, at, after.occupied()) & file;
        // A queen at home sees the file beside the king in every opening.
        let near = match after.colored(us, Piece::Rook).has(at) {
            true => around,
            false => around & BitBoard::file(king.file()),
        };
        !pawns.meets(file) && seen.meets(near)
    })?;
    let (_, piece) = after.piece_at(at)?;
    Some(Claim::FileToKing { piece, at, opened })
}

/// A rook comes to the opponent's second rank, where pawns stand, or behind which the king is.
pub(super) fn seventh(scene: &Scene<'_>) -> Option<Claim> {
    const SEVENTH: u8 = 6;
    let (us, to) = (scene.us, scene.mv.to());
    let is_rook = scene.after.colored(us, Piece::Rook).has(to);
    let comes = relative_rank(to, us) == SEVENTH && relative_rank(scene.mv.from(), us) != SEVENTH;
    let rank = BitBoard::rank(match us {
        Color::White => Rank::SEVENTH,
        Color::Black => Rank::SECOND,
    });
    let has_pawns = scene.after.colored(!us, Piece::Pawn).meets(rank);
    let cuts_off = relative_rank(scene.after.king(!us), us) == SEVENTH + 1;
    (is_rook && comes && (has_pawns || cuts_off) && scene.is_safe()).then_some(Claim::Seventh)
}

/// Two rooks, or a rook and the queen, stand on a file with nothing between them.
pub(super) fn doubles(scene: &Scene<'_>) -> Option<Claim> {
    let (us, to) = (scene.us, scene.mv.to());
    let heavy = scene.after.colored(us, Piece::Rook) | scene.after.colored(us, Piece::Queen);
    let file = BitBoard::file(to.file());
    let others = heavy & (file - to.into());
    let is_open = !scene.after.colored(us, Piece::Pawn).meets(file);
    let mut stands = others.into_iter().filter(|&other| {
        let is_new = scene.mv.from().file() != to.file();
        let has_rook = scene.after.colored(us, Piece::Rook);
        let is_clear = !between(to, other).meets(scene.after.occupied());
        is_new && is_clear && (has_rook.has(to) || has_rook.has(other))
    });
    let other = stands
        .next()
        .filter(|_| heavy.has(to) && is_open && scene.is_safe())?;
    Some(Claim::Doubles {
        piece: scene.after.piece_at(to)?.1,
        other: scene.after.piece_at(other)?.1,
        at: to,
    })
}
