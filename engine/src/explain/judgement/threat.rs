//! What a move threatens.

use super::allowed::REFUTATIONS;
use super::view::MoveView;
use crate::explain::claim::{Claim, Named};
use crate::explain::proof::ClaimProof;
use crate::explain::reason::MoveReason;
use crate::explain::sound::{Sound, THREAT, worth};
use crate::explain::voice::side_name;
use crate::rules::Game;

/// What who has just moved would do next if the opponent passed, where that gains; by the searches around the
/// latest move of a game. The proof begins with the pass. `None` where nothing is threatened, or nothing can be
/// said of it.
#[must_use]
pub fn threat(game: &Game, sound: &Sound) -> Option<MoveReason> {
    let free = sound.free.as_ref()?;
    let gain = worth(free.score) - worth(sound.played.score);
    if gain < THREAT || game.position().in_check() {
        return None;
    }
    let passed = Game::from_position(game.position().play_null());
    let view = MoveView::new(passed, free, free)?;
    let is_said = |claim: &Claim, _| !matches!(claim, Claim::Lost { .. });
    let (claim, proof) = view.first(&REFUTATIONS, is_said)?;
    let mover = view.game.position().side_to_move();
    let mv = Named::new(view.game.position(), view.mv).san;
    let introduction = [side_name(mover), " threatens ", &mv, "."].concat();
    let proof = ClaimProof {
        moves: [&[None], &proof.moves[..]].concat(),
        squares: proof.squares,
    };
    Some(MoveReason::reviewed(
        claim,
        mover,
        Some(introduction),
        proof,
    ))
}
