//! The distance to zeroing of a position: the plies to the next capture or pawn move with best play.
//!
//! A file has one side to move only, and arbitrary values where a winning capture or pawn move is at hand,
//! so both are searched. It knows nothing of en passant, which is added at the end.

use engine::rules::{Move, Piece, Position};

use crate::header::TableKind;
use crate::probe_wdl::{probe_wdl, result_without_moves};
use crate::tables::{Probe, Tables};
use crate::wdl::SyzygyWdl;

/// Plies to the next capture or pawn move, or to mate: above 0 if the side to move wins, below 0 if it loses,
/// 0 for a draw, −1 for mate. 100 plies are added where the fifty-move rule takes the result away. Off by a
/// ply too few where the file counts moves.
pub(crate) fn probe_dtz(tables: &Tables, position: &Position) -> Probe<i32> {
    if position.occupied().len() == 2 {
        return Ok(0);
    }
    // Found first, so that a missing one costs no search.
    tables.find(position, TableKind::Dtz)?;
    let moves = position.legal_moves();
    if let Some(result) = result_without_moves(position, &moves) {
        return Ok(result.zeroing_dtz());
    }
    let mut with_captures = None;
    let mut with_en_passant = None;
    let mut other_moves = 0;
    for &mv in moves.iter() {
        let best = if mv.is_en_passant() {
            &mut with_en_passant
        } else if mv.is_capture() {
            other_moves += 1;
            &mut with_captures
        } else {
            other_moves += 1;
            continue;
        };
        let value = -probe_wdl(tables, &position.play(mv))?;
        *best = (*best).max(Some(value));
    }
    if let (Some(best), 0) = (with_en_passant, other_moves) {
        return Ok(best.zeroing_dtz());
    }
    let stored = tables.wdl(position)?;
    let others = with_captures.map_or(stored, |best| stored.max(best));
    match with_en_passant {
        // At least as good, and zeroing at once; a loss is put off by another move.
        Some(best) if best > others || best == others && best > SyzygyWdl::Draw => {
            Ok(best.zeroing_dtz())
        }
        _ if others > SyzygyWdl::Draw && with_captures >= Some(others) => Ok(others.zeroing_dtz()),
        _ => without_captures(tables, position, &moves, others),
    }
}

/// The distance of a position whose result no capture improves on; en passant is left out.
fn without_captures(
    tables: &Tables,
    position: &Position,
    moves: &[Move],
    wdl: SyzygyWdl,
) -> Probe<i32> {
    if wdl == SyzygyWdl::Draw {
        return Ok(0);
    }
    if wdl > SyzygyWdl::Draw {
        for &mv in moves {
            let is_push = !mv.is_capture() && is_zeroing(position, mv);
            if is_push && -probe_wdl(tables, &position.play(mv))? == wdl {
                return Ok(wdl.zeroing_dtz());
            }
        }
    }
    match tables.dtz(position, wdl)? {
        Some(dtz) => Ok(dtz),
        None => by_moves(tables, position, moves, wdl),
    }
}

/// The distance by the moves: the quickest win or the longest defence.
fn by_moves(tables: &Tables, position: &Position, moves: &[Move], wdl: SyzygyWdl) -> Probe<i32> {
    let mut best = None;
    for &mv in moves {
        if mv.is_en_passant() {
            continue;
        }
        let child = position.play(mv);
        let dtz = if !is_zeroing(position, mv) {
            dtz_of_move(tables, &child)?
        } else if wdl < SyzygyWdl::Draw {
            (-probe_wdl(tables, &child)?).zeroing_dtz()
        } else {
            continue; // Searched before: no capture or pawn move wins.
        };
        if dtz.signum() == wdl.score().signum() {
            best = Some(best.map_or(dtz, |best: i32| best.min(dtz)));
        }
    }
    // A sound file has a move that keeps the result.
    Ok(best.unwrap_or(wdl.zeroing_dtz()))
}

/// The distance for the mover of a move that is no capture and no pawn move, by the position after it.
pub(crate) fn dtz_of_move(tables: &Tables, child: &Position) -> Probe<i32> {
    let dtz = -probe_dtz(tables, child)?;
    // Mate ends the game with this move.
    let mates = dtz == 1 && child.in_check() && !child.has_legal_move();
    Ok(if mates { 1 } else { dtz + dtz.signum() })
}

/// Whether a move sets the halfmove clock to zero.
pub(crate) fn is_zeroing(position: &Position, mv: Move) -> bool {
    let piece = position.piece_at(mv.from()).map(|(_, piece)| piece);
    mv.is_capture() || piece == Some(Piece::Pawn)
}
