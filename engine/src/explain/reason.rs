//! A claim with its sentence and its proof.

use super::claim::{Claim, ClaimKind};
use super::proof::ClaimProof;
use super::voice::Voice;
use super::words;
use crate::rules::Color;

/// A claim with its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReason {
    pub claim: Claim,
    /// One sentence in plain English: the engine, "I", speaks to its opponent, "you". In a
    /// [`MoveJudgement`](super::MoveJudgement) a reviewer speaks of the sides, and may first name a move.
    pub text: String,
    /// What shows it on the board.
    pub proof: ClaimProof,
}

impl MoveReason {
    /// A claim of the engine's in the phrasing with this number.
    pub(super) fn new(claim: Claim, phrasing: usize, proof: ClaimProof) -> MoveReason {
        let text = words::write(&claim, phrasing, Voice::Engine);
        MoveReason { claim, text, proof }
    }

    /// A claim in a reviewer's voice, after a sentence that names the move, if one is needed.
    pub(super) fn reviewed(
        claim: Claim,
        mover: Color,
        introduction: Option<String>,
        proof: ClaimProof,
    ) -> MoveReason {
        let sentence = words::write(&claim, 0, Voice::Reviewer { mover });
        let text = match introduction {
            // The move's mark says it already.
            Some(introduction) if claim == Claim::Mate => introduction,
            Some(introduction) => [&introduction, " ", &sentence].concat(),
            None => sentence,
        };
        MoveReason { claim, text, proof }
    }

    /// The kind of the claim.
    #[must_use]
    pub fn kind(&self) -> ClaimKind {
        self.claim.kind()
    }
}
