//! Where one side has no choice: perpetual check and zugzwang.

use super::claim::Claim;
use super::material::balance;
use super::scene::Scene;
use super::sound;
use crate::rules::{Color, Piece, Position};
use crate::search::Score;

/// The least that having to move costs in a zugzwang, centipawns.
const COSTS: i32 = 150;
/// The most pieces of the opponent's, its king and pawns aside, in an ending with a zugzwang.
const MAX_PIECES: usize = 2;
/// Positions that the proof of a perpetual check may look at.
const MAX_POSITIONS: u32 = 3_000;
/// Checks of a perpetual check before a position comes back.
const MAX_CHECKS: usize = 8;

/// Any move of the opponent's is worse than none.
pub(super) fn zugzwang(scene: &Scene<'_>) -> Option<Claim> {
    let (passed, sound) = (scene.passed.as_ref()?, scene.sound?);
    let free = sound::worth(sound.free.as_ref()?.score);
    let played = sound::worth(sound.played.score);
    let pieces = passed.by_color(!scene.us) - passed.pieces(Piece::Pawn);
    let is_ending = pieces.len() <= 1 + MAX_PIECES;
    // A win that only comes sooner is none.
    let was_even = free <= COSTS;
    (is_ending && scene.is_good() && played - free >= COSTS && was_even && played > 0)
        .then_some(Claim::Zugzwang)
}

/// The opponent cannot escape from checks, and the mover is behind.
pub(super) fn perpetual(scene: &Scene<'_>) -> Option<Claim> {
    let sound = scene.sound?;
    let is_draw = matches!(sound.played.score, Score::Cp(-20..=20));
    let is_behind = balance(scene.before, scene.us) < 0;
    if !scene.after.in_check() || !is_draw || !is_behind {
        return None;
    }
    let mut search = CheckSearch {
        us: scene.us,
        path: vec![scene.before.key()],
        left: MAX_POSITIONS,
    };
    search.checks_on(&scene.after).then_some(Claim::Perpetual)
}

/// A search for checks without end.
struct CheckSearch {
    us: Color,
    /// Keys of the positions since the first check.
    path: Vec<u64>,
    left: u32,
}

impl CheckSearch {
    /// Whether after each answer to a check another check leads to a position that was there.
    fn checks_on(&mut self, checked: &Position) -> bool {
        let Some(left) = self.left.checked_sub(1) else {
            return false;
        };
        self.left = left;
        if self.path.contains(&checked.key()) {
            return true;
        }
        if self.path.len() > MAX_CHECKS {
            return false;
        }
        self.path.push(checked.key());
        let answers = checked.legal_moves();
        let holds = !answers.is_empty()
            && answers.iter().all(|&answer| {
                let next = checked.play(answer);
                let moves = next.legal_moves();
                let mut checks = moves.iter().filter(|mv| next.gives_check(**mv));
                checks.any(|&check| self.checks_on(&next.play(check)))
            });
        self.path.pop();
        debug_assert_eq!(checked.side_to_move(), !self.us);
        holds
    }
}
