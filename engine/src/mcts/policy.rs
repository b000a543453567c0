//! How promising each move looks before any is tried: captures by what they win (SEE), checks,
//! promotions, and what was best elsewhere in the tree.

use crate::rules::{Color, EXCHANGE_VALUES, Move, Piece, Position};

/// A capture that wins nothing but loses nothing either, and what each centipawn won adds.
const FAIR_CAPTURE: f32 = 0.7;
const WON_CP: f32 = 1.0 / 180.0;
/// The most that a capture is thought to win, centipawns.
const WON_MOST: i32 = 900;
/// A capture or a quiet step onto a square where the piece is lost.
const LOSING: f32 = -1.6;
const CHECK: f32 = 0.7;
const QUEEN: f32 = 1.6;
/// Promotions to less are hardly ever right.
const UNDERPROMOTION: f32 = -2.0;
/// A piece leaves a square where it was attacked by a lesser one.
const ESCAPE: f32 = 0.7;
const CASTLING: f32 = 0.5;
/// What a move that was always the best elsewhere gains over one that never was.
const HISTORY: f32 = 1.4;
/// Times a move has to have been best to count half of that.
const HISTORY_HALF: f32 = 24.0;

/// How often each move was the best of its node, by side, origin and target; halved when it grows
/// old.
pub(super) struct Habits {
    counts: Box<[u32]>,
}

/// A count from which on all are halved.
const OLD: u32 = 1 << 16;

impl Habits {
    pub fn new() -> Habits {
        Habits {
            counts: vec![0; 2 * 64 * 64].into_boxed_slice(),
        }
    }

    pub fn clear(&mut self) {
        self.counts.fill(0);
    }

    pub fn add(&mut self, side: Color, mv: Move) {
        let count = &mut self.counts[cell(side, mv)];
        *count += 1;
        if *count >= OLD {
            self.counts.iter_mut().for_each(|count| *count /= 2);
        }
    }

    fn weight(&self, side: Color, mv: Move) -> f32 {
        let count = self.counts[cell(side, mv)] as f32;
        HISTORY * count / (count + HISTORY_HALF)
    }
}

fn cell(side: Color, mv: Move) -> usize {
    (side.index() * 64 + mv.from().index()) * 64 + mv.to().index()
}

/// A prior for each move, all positive, 1 together (softmax). Who does not see exchanges takes every
/// square for safe and every victim for won.
pub(super) fn priors(
    position: &Position,
    moves: &[Move],
    habits: &Habits,
    sees_exchanges: bool,
) -> Vec<f32> {
    let weights: Vec<f32> = moves
        .iter()
        .map(|&mv| libm::expf(logit(position, mv, habits, sees_exchanges)))
        .collect();
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

fn logit(position: &Position, mv: Move, habits: &Habits, sees_exchanges: bool) -> f32 {
    let mut logit = habits.weight(position.side_to_move(), mv);
    let safe = !sees_exchanges || position.see_ge(mv, 0);
    if !safe {
        logit += LOSING;
    } else if mv.is_capture() {
        let won = match position.piece_at(mv.to()) {
            Some((_, victim)) if !sees_exchanges => EXCHANGE_VALUES[victim.index()],
            _ => position.see(mv),
        };
        logit += FAIR_CAPTURE + WON_CP * won.clamp(0, WON_MOST) as f32;
    } else if flees(position, mv) {
        logit += ESCAPE;
    }
    if position.gives_check(mv) {
        logit += if safe { CHECK } else { CHECK / 2.0 };
    }
    if mv.is_castle() {
        logit += CASTLING;
    }
    logit
        + match mv.promotion() {
            None => 0.0,
            Some(Piece::Queen) => QUEEN,
            Some(_) => UNDERPROMOTION,
        }
}

/// Whether the piece stands where a lesser one of the opponent's attacks it.
fn flees(position: &Position, mv: Move) -> bool {
    let Some((us, piece)) = position.piece_at(mv.from()) else {
        return false;
    };
    if piece == Piece::Pawn || piece == Piece::King {
        return false;
    }
    let attackers = position.attackers(mv.from(), position.occupied()) & position.by_color(!us);
    attackers
        .into_iter()
        .filter_map(|square| position.piece_at(square))
        .any(|(_, attacker)| value(attacker) < value(piece))
}

/// The order of worth, in pawns.
fn value(piece: Piece) -> u8 {
    match piece {
        Piece::Pawn => 1,
        Piece::Knight | Piece::Bishop => 3,
        Piece::Rook => 5,
        Piece::Queen => 9,
        Piece::King => 100,
    }
}
