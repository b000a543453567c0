//! How hard a move is to see.

use crate::rules::attacks::between;
use crate::rules::{Color, Move, Position, Square};

// Shares of the probability of overlooking a short quiet move forward, per mille.
const QUIET: u32 = 1_000;
const CHECK: u32 = 500;
const CASTLING: u32 = 300;
const PROMOTION: u32 = 200;
/// A capture that wins what it takes, or takes something that is worth as much.
const GOOD_CAPTURE: u32 = 200;
/// A capture of something that is guarded, or looks so.
const GUARDED_CAPTURE: u32 = 450;
/// Mate in one.
const MATE: u32 = 150;

// What adds to them.
/// Four squares or more.
const LONG: u32 = 250;
const BACKWARD: u32 = 350;
/// Along a line that the move before has opened.
const OPENED: u32 = 500;
/// The share for the opponent's moves, of what it is for one's own.
const OPPONENT: u32 = 1_300;

/// Squares from which on a move is long.
const FAR: i32 = 4;

/// The factor on the probability of overlooking a move, per mille; 1,000 for a short quiet move forward, 0 for
/// taking back.
pub(super) fn of(position: &Position, last: Option<Move>, mv: Move, viewer: Color) -> u32 {
    if takes_back(last, mv) {
        return 0;
    }
    let difficulty = kind(position, mv) + way(position.side_to_move(), last, mv);
    match position.side_to_move() == viewer {
        true => difficulty,
        false => difficulty * OPPONENT / 1_000,
    }
}

/// Whether a move takes on the square of a capture.
fn takes_back(last: Option<Move>, mv: Move) -> bool {
    let taken = last.filter(|last| last.is_capture());
    mv.is_capture() && taken.is_some_and(|last| last.to() == mv.to())
}

/// By what a move does.
fn kind(position: &Position, mv: Move) -> u32 {
    if position.gives_check(mv) {
        let mates = !position.play(mv).has_legal_move();
        return if mates { MATE } else { CHECK };
    }
    match mv {
        mv if mv.is_promotion() => PROMOTION,
        mv if mv.is_castle() => CASTLING,
        mv if mv.is_capture() => match looks_good(position, mv) {
            true => GOOD_CAPTURE,
            false => GUARDED_CAPTURE,
        },
        _ => QUIET,
    }
}

/// Whether a capture takes something that nothing guards, or that is worth as much as what takes it. A guard that
/// is pinned counts: who looks quickly does not see that it cannot take back.
fn looks_good(position: &Position, mv: Move) -> bool {
    let them = !position.side_to_move();
    let guards = position.attackers(mv.to(), position.occupied()) & position.by_color(them);
    let worth = |square: Square| position.piece_at(square).map(|(_, piece)| piece.pawns());
    guards.is_empty() || worth(mv.to()).unwrap_or(1) >= worth(mv.from()).unwrap_or_default()
}

/// By where a move goes.
fn way(side: Color, last: Option<Move>, mv: Move) -> u32 {
    let ranks = |square: Square| square.rank().index() as i32;
    let files = |square: Square| square.file().index() as i32;
    let up = ranks(mv.to()) - ranks(mv.from());
    let ahead = match side {
        Color::White => up,
        Color::Black => -up,
    };
    let length = up.abs().max((files(mv.to()) - files(mv.from())).abs());
    let is_opened = last.is_some_and(|last| between(mv.from(), mv.to()).has(last.from()));
    let mut harder = 0;
    if length >= FAR {
        harder += LONG;
    }
    if ahead < 0 {
        harder += BACKWARD;
    }
    if is_opened {
        harder += OPENED;
    }
    harder
}
