//! The text of a review, in base64url: version, check sum of the game, number of its half-moves, number
//! of positions that are not reviewed yet, then each of the others from the first.
//!
//! A position is a byte of flags, then its loss and lines, where it has them. A field that a later version
//! adds gets a flag of its own; a text with a flag that is not known here is refused.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use engine::explain::{ReviewedPosition, Reviewer};
use engine::rules::Game;

use super::bytes::{ByteReader, push_number};
use super::error::StoredReviewError::{self, OtherMoves, Unreadable};
use super::lines::{push_line, read_line};

/// The version of the format that this code writes.
const VERSION: u8 = 1;
/// The longest text that is written and read, bytes.
const MAX_BYTES: usize = 48 * 1024;

const HAS_BEST: u8 = 1;
const HAS_PLAYED: u8 = 2;
/// The played move lost nothing.
const NO_LOSS: u8 = 4;
/// The loss follows, eight bytes.
const HAS_LOSS: u8 = 8;
const IS_SOLVED: u8 = 16;
/// Lines of other moves follow, after their number.
const HAS_OTHERS: u8 = 32;
const ALL_FLAGS: u8 = HAS_BEST | HAS_PLAYED | NO_LOSS | HAS_LOSS | IS_SOLVED | HAS_OTHERS;

/// A review with what is known of its positions.
#[derive(Debug, Clone, PartialEq)]
pub struct ReviewedLine {
    pub reviewer: Reviewer,
    /// The plies of positions that endgame tables have judged, in their order.
    pub solved: Vec<usize>,
}

/// The text of a review of this game; `None` for one that is too long.
pub fn write_review(game: &Game, reviewer: &Reviewer, solved: &[usize]) -> Option<String> {
    let mut bytes = vec![VERSION];
    bytes.extend(check_sum(game, game.ply()));
    let reviewed = reviewer.reviewed();
    let first = (game.ply() + 1).checked_sub(reviewed.len())?;
    push_number(&mut bytes, u32::try_from(game.ply()).ok()?);
    push_number(&mut bytes, u32::try_from(first).ok()?);
    for (ply, found) in (first..).zip(&reviewed) {
        let ReviewedPosition {
            best,
            played,
            others,
            loss,
        } = found;
        let flag = |is_set: bool, flag: u8| if is_set { flag } else { 0 };
        let has_loss = loss.is_some_and(|loss| loss != 0.0);
        bytes.push(
            flag(best.is_some(), HAS_BEST)
                | flag(played.is_some(), HAS_PLAYED)
                | flag(loss.is_some() && !has_loss, NO_LOSS)
                | flag(has_loss, HAS_LOSS)
                | flag(solved.contains(&ply), IS_SOLVED)
                | flag(!others.is_empty(), HAS_OTHERS),
        );
        if let Some(loss) = loss.filter(|_| has_loss) {
            bytes.extend(loss.to_le_bytes());
        }
        let position = game.position_at(ply);
        for line in [best, played].into_iter().flatten() {
            push_line(&mut bytes, &position, line);
        }
        if !others.is_empty() {
            push_number(&mut bytes, u32::try_from(others.len()).ok()?);
        }
        for line in others {
            push_line(&mut bytes, &position, line);
        }
    }
    let text = URL_SAFE_NO_PAD.encode(bytes);
    (text.len() <= MAX_BYTES).then_some(text)
}

/// Reads a review of the first moves of a game.
///
/// # Errors
/// The text is damaged, of another version, or of other moves.
pub fn read_review(text: &str, game: &Game) -> Result<ReviewedLine, StoredReviewError> {
    if text.len() > MAX_BYTES {
        return Err(Unreadable);
    }
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| Unreadable)?;
    let mut bytes = ByteReader::new(&bytes);
    if bytes.byte()? != VERSION {
        return Err(Unreadable);
    }
    let sum: [u8; 4] = bytes.array()?;
    let plies = bytes.number()? as usize;
    let first = bytes.number()? as usize;
    if plies == 0 || plies > game.ply() || sum != check_sum(game, plies) {
        return Err(OtherMoves);
    }
    if first > plies + 1 {
        return Err(Unreadable);
    }
    let mut reviewed = Vec::with_capacity(plies + 1 - first);
    let mut solved = Vec::new();
    for ply in first..=plies {
        let flags = bytes.byte()?;
        if flags & !ALL_FLAGS != 0 || flags & (NO_LOSS | HAS_LOSS) == NO_LOSS | HAS_LOSS {
            return Err(Unreadable);
        }
        let loss = match flags & (NO_LOSS | HAS_LOSS) {
            0 => None,
            NO_LOSS => Some(0.0),
            _ => Some(f64::from_le_bytes(bytes.array()?)),
        };
        let position = game.position_at(ply);
        let mut line = |flag: u8| match flags & flag {
            0 => Ok(None),
            _ => read_line(&mut bytes, &position).map(Some),
        };
        let (best, played) = (line(HAS_BEST)?, line(HAS_PLAYED)?);
        let mut others = Vec::new();
        if flags & HAS_OTHERS != 0 {
            for _ in 0..bytes.number()? {
                others.push(read_line(&mut bytes, &position)?);
            }
        }
        reviewed.push(ReviewedPosition {
            best,
            played,
            others,
            loss,
        });
        if flags & IS_SOLVED != 0 {
            solved.push(ply);
        }
    }
    if !bytes.is_empty() {
        return Err(Unreadable);
    }
    let mut reviewed_part = game.clone();
    while reviewed_part.ply() > plies {
        reviewed_part.undo();
    }
    let reviewer = Reviewer::resume(&reviewed_part, reviewed).ok_or(Unreadable)?;
    Ok(ReviewedLine { reviewer, solved })
}

/// 32 bits of FNV-1a over the start position and the first moves: tells games apart, proves nothing.
fn check_sum(game: &Game, plies: usize) -> [u8; 4] {
    let fen = game.start().to_fen();
    let moves = game.moves().iter().take(plies);
    let moves = moves.flat_map(|mv| mv.raw().to_le_bytes());
    let sum = fen
        .bytes()
        .chain(moves)
        .fold(0x811c_9dc5, |sum: u32, byte| {
            (sum ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
    sum.to_le_bytes()
}
