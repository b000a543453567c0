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
/// A pawn's capture of a piece.
const PAWN_TAKES_PIECE: u32 = 120;
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
// What it is multiplied by, per mille.
/// For the opponent's moves.
const OPPONENT: u32 = 1_300;
/// For a capture of what has just moved, which is looked at first.
const JUST_MOVED: u32 = 300;

/// Squares from which on a move is long.
const FAR: i32 = 4;

/// The factor on the probability of overlooking a move, per mille; 1,000 for a short quiet move forward, 0 for
/// taking back.
pub(super) fn of(position: &Position, last: Option<Move>, mv: Move, viewer: Color) -> u32 {
    let share = match last {
        Some(last) if mv.is_capture() && last.to() == mv.to() => match last.is_capture() {
            true => return 0,
            false => JUST_MOVED,
        },
        _ => 1_000,
    };
    let difficulty = kind(position, mv) + way(position.side_to_move(), last, mv);
    let difficulty = match position.side_to_move() == viewer {
        true => difficulty,
        false => difficulty * OPPONENT / 1_000,
    };
    difficulty * share / 1_000
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
        mv if mv.is_capture() => capture(position, mv),
        _ => QUIET,
    }
}

/// By what takes what. Good is a capture of something that nothing guards, or that is worth as much as what takes it.
/// A guard that is pinned counts: who looks quickly does not see that it cannot take back.
fn capture(position: &Position, mv: Move) -> u32 {
    let worth = |square: Square| {
        position
            .piece_at(square)
            .map_or(1, |(_, piece)| piece.pawns())
    };
    let [taken, taker] = [mv.to(), mv.from()].map(worth);
    if taker == 1 && taken > 1 {
        return PAWN_TAKES_PIECE;
    }
    let them = !position.side_to_move();
    let guards = position.attackers(mv.to(), position.occupied()) & position.by_color(them);
    match taken >= taker || guards.is_empty() {
        true => GOOD_CAPTURE,
        false => GUARDED_CAPTURE,
    }
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
