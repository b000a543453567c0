//! The proof of an explanation, played on the board.

use engine::explain::ClaimProof;
use engine::rules::{Position, Square};

use super::update::PlayUpdate;
use super::{LinePreview, PlayEvent, PlayState, ShownProof};

/// The interval between the steps of a proof that plays, milliseconds.
const STEP_MS: u32 = 1_000;
/// How long its last position stays, milliseconds.
const END_MS: u32 = 3_000;
/// How long a pressed step stays, milliseconds.
const HOLD_MS: u32 = 6_000;

impl PlayState {
    /// The proof of the explanation of the move that led to the shown position, with the position
    /// before the move. `None` if there is nothing to show.
    pub fn provable(&self) -> Option<(Position, &ClaimProof)> {
        let ply = self.shown_ply().checked_sub(1)?;
        self.proof_of(ply)
    }

    fn proof_of(&self, ply: usize) -> Option<(Position, &ClaimProof)> {
        let proof = &self.explanations.get(&ply)?.proof;
        let before = self.game.position_at(ply);
        // A stored proof may be of another version, or of another game.
        let holds = proof.position_after(&before, proof.moves.len()).is_some();
        (holds && !proof.is_empty()).then_some((before, proof))
    }

    /// The squares that the proof on the board marks.
    pub fn proof_squares(&self) -> &[Square] {
        let shown = self.shown_proof.filter(|shown| shown.plies.is_some());
        let proof = shown.and_then(|shown| self.proof_of(shown.ply));
        proof.map_or(&[], |(_, proof)| &proof.squares)
    }
}

impl PlayUpdate<'_> {
    pub(super) fn show_proof(&mut self, on: bool) {
        self.clear_question();
        let Some(ply) = self.state.shown_ply().checked_sub(1) else {
            return;
        };
        let Some((_, proof)) = self.state.proof_of(ply).filter(|_| on) else {
            return;
        };
        let plies = proof.moves.len();
        let number = self.next_proof_request();
        self.set_proof(ply, number, Some(0));
        for step in 1..=plies {
            let plies = Some(step);
            self.after(
                STEP_MS * step as u32,
                PlayEvent::PlayProof { number, plies },
            );
        }
        let end = STEP_MS * plies as u32 + END_MS;
        let plies = None;
        self.after(end, PlayEvent::PlayProof { number, plies });
    }

    /// A step that was planned, if nothing else was asked for since.
    pub(super) fn play_proof(&mut self, number: u32, plies: Option<usize>) {
        let shown = self.state.shown_proof;
        if let Some(shown) = shown.filter(|shown| shown.number == number) {
            self.set_proof(shown.ply, number, plies);
        }
    }

    /// A step that the visitor looks at; the proof plays no further.
    pub(super) fn preview_proof(&mut self, plies: Option<usize>) {
        if let Some(shown) = self.state.shown_proof {
            let number = self.next_proof_request();
            self.set_proof(shown.ply, number, plies);
        }
    }

    /// A step that the visitor has pressed: it stays for a while.
    pub(super) fn hold_proof(&mut self, plies: usize) {
        self.preview_proof(Some(plies));
        if let Some(ShownProof { number, .. }) = self.state.shown_proof {
            let plies = None;
            self.after(HOLD_MS, PlayEvent::PlayProof { number, plies });
        }
    }

    fn next_proof_request(&mut self) -> u32 {
        self.state.proof_requests = self.state.proof_requests.wrapping_add(1);
        self.state.proof_requests
    }

    fn set_proof(&mut self, ply: usize, number: u32, plies: Option<usize>) {
        self.state.preview = plies.and_then(|plies| self.proof_preview(ply, plies));
        self.state.shown_proof = Some(ShownProof {
            ply,
            number,
            plies: plies.filter(|_| self.state.preview.is_some()),
        });
    }

    fn proof_preview(&self, ply: usize, plies: usize) -> Option<LinePreview> {
        let (before, proof) = self.state.proof_of(ply)?;
        let position = proof.position_after(&before, plies)?;
        let played = proof.moves[..plies].iter().rev().flatten().next().copied();
        let earlier = ply.checked_sub(1).map(|ply| self.state.game.moves()[ply]);
        let last = played.or(earlier);
        Some(LinePreview { position, last })
    }
}
