//! The king's safety: the pawns before it and the attackers around it.

use super::pawns::relative_rank;
use super::pieces::Survey;
use super::weights as w;
use crate::eval::Tapered;
use crate::eval::masks::{FILES, RANKS_AHEAD};
use crate::rules::{Color, Piece, Position};

/// Own and enemy pawns on the king's file and the two beside it. Middlegame only.
pub(super) fn shelter(position: &Position, us: Color) -> Tapered {
    let king = position.king(us).index();
    let rank = relative_rank(king, us);
    let ahead = RANKS_AHEAD[us.index()][king];
    // A king in the corner is judged by the files of the wing it stands on.
    let middle = (king % 8).clamp(1, 6);
    let mut middlegame = 0;
    for files in &FILES[middle - 1..=middle + 1] {
        let own = position.colored(us, Piece::Pawn).0 & files & ahead;
        let theirs = position.colored(!us, Piece::Pawn).0 & files & ahead;
        middlegame += w::SHELTER[nearest(own, us, rank)] + w::STORM[nearest(theirs, us, rank)];
    }
    Tapered {
        middlegame,
        endgame: 0,
    }
}

/// Ranks between the king and the nearest of these pawns ahead of it; 0 if there is none.
fn nearest(pawns: u64, us: Color, king_rank: usize) -> usize {
    if pawns == 0 {
        return 0;
    }
    let square = match us {
        Color::White => pawns.trailing_zeros(),
        Color::Black => 63 - pawns.leading_zeros(),
    };
    relative_rank(square as usize, us) - king_rank
}

/// What the enemy's attack on our king costs. Grows with the square of the attackers' weight; a
/// single attacker, or an attack without the queen, is worth little.
pub(super) fn danger(position: &Position, us: Color, theirs: &Survey) -> Tapered {
    if theirs.king_attackers < 2 {
        return Tapered::default();
    }
    let mut weight = theirs.king_attack_weight;
    if position.colored(!us, Piece::Queen).is_empty() {
        weight /= 2;
    }
    let cost = (weight * weight / w::KING_DANGER_DIVISOR).min(w::KING_DANGER_MOST);
    Tapered {
        middlegame: cost,
        endgame: cost / 8,
    }
}
