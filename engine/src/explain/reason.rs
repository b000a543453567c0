//! A claim with its sentence and its proof.

use super::claim::{Claim, ClaimKind};
use super::proof::ClaimProof;
use super::words;

/// A claim with its sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveReason {
    pub claim: Claim,
    /// One sentence in plain English: the engine, "I", speaks to its opponent, "you".
    pub text: String,
    /// What shows it on the board.
    pub proof: ClaimProof,
}

impl MoveReason {
    /// A claim in the phrasing with this number.
    pub(super) fn new(claim: Claim, phrasing: usize, proof: ClaimProof) -> MoveReason {
        let text = words::write(&claim, phrasing);
        MoveReason { claim, text, proof }
    }

    /// The kind of the claim.
    #[must_use]
    pub fn kind(&self) -> ClaimKind {
        self.claim.kind()
    }
}
