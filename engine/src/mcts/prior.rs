//! Prior probabilities of moves: captures by static exchange, checks, promotions, and the move history
//! of the tree.

use crate::rules::{Color, EXCHANGE_VALUES, Move, Piece, Position};

// Logits.

/// An even capture, and each centipawn that a capture wins.
const FAIR_CAPTURE: f32 = 0.7;
const WON_CP: f32 = 1.0 / 180.0;
/// Maximum win of a capture, centipawns.
const MAX_WON_CP: i32 = 900;
/// A move with a negative static exchange.
const LOSING: f32 = -1.6;
const CHECK: f32 = 0.7;
const QUEEN: f32 = 1.6;
const UNDERPROMOTION: f32 = -2.0;
/// A piece moves away from an attack by a less valuable one.
const ESCAPE: f32 = 0.7;
const CASTLING: f32 = 0.5;
/// Limit of the move history.
const HISTORY: f32 = 1.4;
/// Count at which a move has half of that.
const HISTORY_HALF: f32 = 24.0;

/// How often each move was the best of its node, by side, origin and target.
pub(super) struct MoveHistory {
    counts: Box<[u32]>,
}

/// Counts are halved when one reaches this.
const MAX_COUNT: u32 = 1 << 16;

impl MoveHistory {
    pub fn new() -> MoveHistory {
        MoveHistory {
            counts: vec![0; 2 * 64 * 64].into_boxed_slice(),
        }
    }

    pub fn clear(&mut self) {
        self.counts.fill(0);
    }

    pub fn add(&mut self, side: Color, mv: Move) {
        let count = &mut self.counts[cell(side, mv)];
        *count += 1;
        if *count >= MAX_COUNT {
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

/// The softmax of the moves' logits. Without `sees_exchanges` every square counts as safe and every
/// victim as won.
pub(super) fn priors(
    position: &Position,
    moves: &[Move],
    history: &MoveHistory,
    sees_exchanges: bool,
) -> Vec<f32> {
    let weights: Vec<f32> = moves
        .iter()
        .map(|&mv| libm::expf(logit(position, mv, history, sees_exchanges)))
        .collect();
    let sum: f32 = weights.iter().sum();
    weights.into_iter().map(|weight| weight / sum).collect()
}

fn logit(position: &Position, mv: Move, history: &MoveHistory, sees_exchanges: bool) -> f32 {
    let mut logit = history.weight(position.side_to_move(), mv);
    let safe = !sees_exchanges || position.see_ge(mv, 0);
    if !safe {
        logit += LOSING;
    } else if mv.is_capture() {
        let won = match position.piece_at(mv.to()) {
            Some((_, victim)) if !sees_exchanges => EXCHANGE_VALUES[victim.index()],
            _ => position.see(mv),
        };
        logit += FAIR_CAPTURE + WON_CP * won.clamp(0, MAX_WON_CP) as f32;
    } else if escapes(position, mv) {
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

/// Whether the piece is attacked by a less valuable one.
fn escapes(position: &Position, mv: Move) -> bool {
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
        .any(|(_, attacker)| attacker.pawns() < piece.pawns())
}
