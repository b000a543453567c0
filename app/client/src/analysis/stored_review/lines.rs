//! Lines with their scores in bytes: depth, score, number of moves, then a byte a move, its index among
//! the legal moves in the order of their raw bits.

use engine::rules::{Move, Position};
use engine::search::{Line, Score};

use super::bytes::{ByteReader, push_number};
use super::error::StoredReviewError::{self, Unreadable};
use crate::sorted::sorted_by_key;

/// The most moves of a line that a review keeps. The sentences look no further.
const MAX_LINE_MOVES: usize = 32;
/// The largest score, centipawns.
const MAX_CP: i32 = 40_000;
/// The longest mate, moves.
const MAX_MATE: i32 = 1_000;

/// A line with what a review keeps of it; `None` for one that no stored review can have.
pub fn stored_line(from: &Position, line: &Line) -> Option<Line> {
    let mut position = *from;
    let mut pv = Vec::new();
    for &mv in line.pv.iter().take(MAX_LINE_MOVES) {
        if !position.is_legal(mv) {
            break;
        }
        position = position.play(mv);
        pv.push(mv);
    }
    (!pv.is_empty() && is_possible(line.score)).then(|| restored(line.depth, line.score, pv))
}

/// The side to move has a move, so it is not mated yet.
fn is_possible(score: Score) -> bool {
    match score {
        Score::Cp(cp) => cp.saturating_abs() <= MAX_CP,
        Score::Mate(moves) => moves != 0 && moves.saturating_abs() <= MAX_MATE,
    }
}

fn restored(depth: u8, score: Score, pv: Vec<Move>) -> Line {
    Line {
        rank: 1,
        depth,
        seldepth: depth,
        score,
        nodes: 0,
        time_ms: 0,
        hashfull: 0,
        explored: None,
        pv,
    }
}

/// Writes a line as [`stored_line`] makes it.
pub(super) fn push_line(bytes: &mut Vec<u8>, from: &Position, line: &Line) {
    bytes.push(line.depth);
    let (is_mate, value) = match line.score {
        Score::Cp(cp) => (0, cp),
        Score::Mate(moves) => (1, moves),
    };
    let sign = u32::from(value < 0);
    push_number(bytes, value.unsigned_abs() << 2 | sign << 1 | is_mate);
    let mut indices = Vec::new();
    let mut position = *from;
    for &mv in &line.pv {
        let index = legal_moves(&position).iter().position(|&known| known == mv);
        let Some(index) = index.and_then(|index| u8::try_from(index).ok()) else {
            break;
        };
        indices.push(index);
        position = position.play(mv);
    }
    push_number(bytes, indices.len() as u32);
    bytes.extend(indices);
}

pub(super) fn read_line(
    bytes: &mut ByteReader<'_>,
    from: &Position,
) -> Result<Line, StoredReviewError> {
    let depth = bytes.byte()?;
    let number = bytes.number()?;
    let size = i32::try_from(number >> 2).map_err(|_| Unreadable)?;
    let value = if number & 2 == 0 { size } else { -size };
    let score = match number & 1 {
        0 => Score::Cp(value),
        _ => Score::Mate(value),
    };
    let count = bytes.number()? as usize;
    if !is_possible(score) || !(1..=MAX_LINE_MOVES).contains(&count) {
        return Err(Unreadable);
    }
    let mut position = *from;
    let mut pv = Vec::with_capacity(count);
    for _ in 0..count {
        let index = usize::from(bytes.byte()?);
        let mv = *legal_moves(&position).get(index).ok_or(Unreadable)?;
        position = position.play(mv);
        pv.push(mv);
    }
    Ok(restored(depth, score, pv))
}

/// In an order that does not depend on how they are generated.
fn legal_moves(position: &Position) -> Vec<Move> {
    sorted_by_key(&position.legal_moves(), |mv| mv.raw())
}
