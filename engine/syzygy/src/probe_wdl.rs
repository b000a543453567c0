//! The result of a position: captures are searched, then the position's file is asked.
//!
//! A file may have too low a result where a capture is best, which compresses better, and knows nothing of
//! en passant. The best of the captures' results and the file's is right.

use engine::rules::{MoveList, Position};

use crate::header::TableKind;
use crate::tables::{Probe, Tables};
use crate::wdl::SyzygyWdl;

/// The result of a position without castling rights, right with captures and en passant. Mate is a loss,
/// stalemate a draw.
pub(crate) fn probe_wdl(tables: &Tables, position: &Position) -> Probe<SyzygyWdl> {
    search(tables, position, SyzygyWdl::Loss, SyzygyWdl::Win)
}

/// The result if it lies between `alpha` and `beta`, otherwise a bound of it (fail-soft alpha–beta).
fn search(
    tables: &Tables,
    position: &Position,
    mut alpha: SyzygyWdl,
    beta: SyzygyWdl,
) -> Probe<SyzygyWdl> {
    if position.occupied().len() == 2 {
        return Ok(SyzygyWdl::Draw);
    }
    // Found first, so that a missing one costs no search.
    let file = tables.find(position, TableKind::Wdl)?;
    let moves = position.legal_moves();
    if let Some(result) = result_without_moves(position, &moves) {
        return Ok(result);
    }
    let mut best = None;
    let mut quiet_moves = 0;
    for &mv in moves.iter() {
        if !mv.is_capture() {
            quiet_moves += 1;
            continue;
        }
        let value = -search(tables, &position.play(mv), -beta, -alpha)?;
        best = best.max(Some(value));
        if value >= beta {
            return Ok(value);
        }
        alpha = alpha.max(value);
    }
    match best {
        // With en passant as the only move the file may call the position mate or stalemate.
        Some(best) if quiet_moves == 0 => Ok(best),
        best => Ok(tables
            .wdl_in(file, position)?
            .max(best.unwrap_or(SyzygyWdl::Loss))),
    }
}

/// Mate or stalemate.
pub(crate) fn result_without_moves(position: &Position, moves: &MoveList) -> Option<SyzygyWdl> {
    if !moves.is_empty() {
        None
    } else if position.in_check() {
        Some(SyzygyWdl::Loss)
    } else {
        Some(SyzygyWdl::Draw)
    }
}
