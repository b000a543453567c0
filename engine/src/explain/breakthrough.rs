//! Breakthroughs: a pawn is given so that another one promotes.

use super::claim::Claim;
use super::pawns::is_passed;
use super::races::{WINNING, is_uncatchable};
use super::scene::Scene;
use super::sound;
use crate::rules::attacks::pawn_attacks;
use crate::rules::{Color, Piece, Position};

/// Pawn moves after the first before a pawn is through.
const MAX_PUSHES: u32 = 2;
/// Positions that the proof may look at.
const MAX_POSITIONS: u32 = 5_000;

/// A pawn offers itself, and whatever the opponent answers, a pawn becomes passed and cannot be caught.
pub(super) fn breaks_through(scene: &Scene<'_>) -> Option<Claim> {
    let (us, after, to) = (scene.us, &scene.after, scene.mv.to());
    let is_pawn = after.colored(us, Piece::Pawn).has(to);
    let is_offered = pawn_attacks(us, to).meets(after.colored(!us, Piece::Pawn));
    let mut pawns = scene.before.colored(us, Piece::Pawn).into_iter();
    let is_new = !pawns.any(|pawn| is_passed(scene.before, pawn, us));
    // A stalemate ends the race: the search sees it.
    if sound::worth(scene.sound?.played.score) < WINNING {
        return None;
    }
    if !is_pawn || !is_offered || !is_new || !scene.is_good() || after.in_check() {
        return None;
    }
    let mut search = PawnSearch {
        us,
        left: MAX_POSITIONS,
    };
    let through = !after.has_non_pawn_material(!us) && search.gets_through(after, MAX_PUSHES);
    through.then_some(Claim::BreaksThrough)
}

/// A search of pawn moves against all answers.
struct PawnSearch {
    us: Color,
    left: u32,
}

impl PawnSearch {
    /// Whether a pawn is through after each answer and so many pawn moves more.
    fn gets_through(&mut self, position: &Position, pushes: u32) -> bool {
        let answers = position.legal_moves();
        !answers.is_empty()
            && answers.iter().all(|&answer| {
                let Some(left) = self.left.checked_sub(1) else {
                    return false;
                };
                self.left = left;
                let next = position.play(answer);
                let pawns = next.colored(self.us, Piece::Pawn);
                let is_through = |pawn| is_uncatchable(&next, pawn, self.us);
                if pawns.into_iter().any(is_through) {
                    return true;
                }
                let moves = next.legal_moves();
                let mut moves = moves.iter().filter(|mv| pawns.has(mv.from()));
                pushes > 0 && moves.any(|&mv| self.gets_through(&next.play(mv), pushes - 1))
            })
    }
}
