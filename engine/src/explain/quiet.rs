//! Quiet moves: passed pawns, castling, open files, opening play.

use super::claim::Claim;
use super::material::most_taken;
use super::opinion::part;
use super::scene::Scene;
use crate::eval::Tuned;
use crate::eval::tuned::{FULL_PHASE, Term};
use crate::rules::{BitBoard, Color, Piece, Position, Square};

/// The relative rank: 0 is the side's first, 7 the last.
fn rank(square: Square, us: Color) -> u8 {
    let rank = square.rank().index() as u8;
    match us {
        Color::White => rank,
        Color::Black => 7 - rank,
    }
}

/// An advanced passed pawn.
pub(super) fn runs(scene: &Scene<'_>) -> Option<Claim> {
    const FAR: u8 = 4;
    let at = scene.mv.to();
    let (_, piece) = scene.after.piece_at(at)?;
    let enemies = scene.after.colored(!scene.us, Piece::Pawn);
    let beside = |pawn: &Square| pawn.file().index().abs_diff(at.file().index()) <= 1;
    let ahead = |pawn: &Square| rank(*pawn, scene.us) > rank(at, scene.us);
    let stopped = enemies
        .into_iter()
        .any(|pawn| beside(&pawn) && ahead(&pawn));
    let free = piece == Piece::Pawn && !stopped && scene.after.en_passant().is_none();
    let safe = most_taken(&scene.after, at.into()) <= 0;
    (free && safe && rank(at, scene.us) >= FAR).then(|| Claim::Runs {
        at,
        steps: 7 - rank(at, scene.us),
    })
}

/// Castling, with the evaluation's change of king safety.
pub(super) fn castles(scene: &Scene<'_>) -> Option<Claim> {
    const SAFER: i32 = 10;
    let safety = |position: &Position| {
        part(position, scene, Term::Shelter, scene.us)
            - part(position, scene, Term::Attack, !scene.us)
    };
    scene.mv.is_castle().then(|| Claim::Castles {
        safer: scene.is_good() && safety(&scene.after) - safety(scene.before) >= SAFER,
    })
}

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

/// Opening play: development and centre pawns.
pub(super) fn plays_on(scene: &Scene<'_>) -> Option<Claim> {
    const OPENING: u16 = 12;
    let (from, to) = (scene.mv.from(), scene.mv.to());
    let (_, piece) = scene.before.piece_at(from)?;
    let opening = scene.before.fullmove_number() <= OPENING
        && Tuned::phase_and_scale(scene.before, scene.us).0 > FULL_PHASE * 3 / 4;
    let safe = most_taken(&scene.after, BitBoard::FULL) <= 0;
    if !opening || !safe {
        return None;
    }
    let first = match piece {
        Piece::Knight => [Square::B1, Square::G1],
        Piece::Bishop => [Square::C1, Square::F1],
        _ => [Square::E1, Square::E1],
    };
    let home = match scene.us {
        Color::White => from,
        Color::Black => from.flip(),
    };
    let centre = [Square::D4, Square::E4, Square::D5, Square::E5].contains(&to);
    match piece {
        Piece::Knight | Piece::Bishop if first.contains(&home) && rank(to, scene.us) > 0 => {
            Some(Claim::Develops(piece))
        }
        Piece::Pawn if centre => Some(Claim::Centre(to)),
        _ => None,
    }
}
