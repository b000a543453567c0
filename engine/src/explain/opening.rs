//! Opening play: development and centre pawns.

use super::claim::Claim;
use super::material::most_taken;
use super::scene::{Scene, relative_rank};
use crate::eval::Tuned;
use crate::eval::tuned::FULL_PHASE;
use crate::rules::{BitBoard, Color, Piece, Square};

/// A piece leaves its first square, or a pawn enters the centre.
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
        Piece::Knight | Piece::Bishop
            if first.contains(&home) && relative_rank(to, scene.us) > 0 =>
        {
            Some(Claim::Develops(piece))
        }
        Piece::Pawn if centre => Some(Claim::Centre(to)),
        _ => None,
    }
}
