//! The proof of an explanation, played on the board.
//!
//! A state of its own beside the game's: only what shows it needs to be loaded with it. It puts its
//! steps on the board as previews, and ends when something else is shown there.

use engine::explain::ClaimProof;
use engine::rules::{Move, Position};

use super::{LinePreview, PlayEvent, PlayState};

/// The interval between the steps of a proof that plays, milliseconds.
const STEP_MS: u32 = 1_000;
/// How long its last position stays, milliseconds.
const END_MS: u32 = 3_000;
/// How long a pressed step stays, milliseconds.
const HOLD_MS: u32 = 6_000;

/// The proof of a move, with the position before it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MoveProof {
    /// The ply before the move.
    pub ply: usize,
    pub before: Position,
    pub proof: ClaimProof,
}

impl MoveProof {
    /// Of the move that led to the shown position; `None` if there is nothing to show.
    pub fn shown(state: &PlayState) -> Option<Self> {
        let ply = state.shown_ply().checked_sub(1)?;
        let text = &state.explanations.get(&ply)?.proof_text;
        let before = state.game.position_at(ply);
        // A stored one may be of another version, or of another game.
        let proof = ClaimProof::from_text(&before, text)?;
        Some(Self { ply, before, proof })
    }

    /// The position after so many plies, for the board; `earlier` is the move that led to the first one.
    pub fn preview(&self, plies: usize, earlier: Option<Move>) -> Option<LinePreview> {
        let position = self.proof.position_after(&self.before, plies)?;
        let played = self.proof.moves[..plies].iter().rev().flatten().next();
        Some(LinePreview {
            position,
            last: played.copied().or(earlier),
            marked: self.proof.squares.iter().copied().collect(),
        })
    }
}

/// A proof whose steps are listed, and what plays of it.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ProofPlayer {
    shown: Option<MoveProof>,
    /// The plies on the board; `None` while the game is there.
    plies: Option<usize>,
    /// The number of the latest request: what was planned for an earlier one comes to nothing.
    request: u32,
}

/// What happens to a proof.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ProofEvent {
    /// Play the proof of the shown explanation on the board and list its moves, or end that.
    Show(bool),
    /// Show it after so many of its plies, or the game again.
    Look(Option<usize>),
    /// Show it after so many of its plies for some seconds.
    Hold(usize),
    /// A step that was planned.
    Step {
        /// Of the request that planned it.
        request: u32,
        /// As in `Look`.
        plies: Option<usize>,
    },
}

/// What is to be done after an event.
#[derive(Debug, Default)]
pub struct ProofUpdate {
    /// Events of the game's page.
    pub events: Vec<PlayEvent>,
    /// Events that come after so many milliseconds.
    pub timers: Vec<(u32, ProofEvent)>,
}

impl ProofPlayer {
    /// The plies of the proof on the board; the inner `None` while the game is there. `None` if the
    /// shown explanation's proof is not listed.
    pub fn listed(&self, state: &PlayState) -> Option<Option<usize>> {
        (self.shown.is_some() && self.shown == MoveProof::shown(state))
            .then(|| self.plies.filter(|_| self.is_on_board(state)))
    }

    /// Takes an event in.
    pub fn handle(&mut self, state: &PlayState, event: ProofEvent) -> ProofUpdate {
        let mut update = ProofUpdate::default();
        match event {
            ProofEvent::Show(on) => self.show(state, on, &mut update),
            ProofEvent::Look(plies) => self.look(state, plies, &mut update),
            ProofEvent::Hold(plies) => {
                self.look(state, Some(plies), &mut update);
                self.plan(HOLD_MS, None, &mut update);
            }
            ProofEvent::Step { request, plies } => {
                if request == self.request && self.is_on_board(state) {
                    self.set(state, plies, &mut update);
                }
            }
        }
        update
    }

    fn show(&mut self, state: &PlayState, on: bool, update: &mut ProofUpdate) {
        // Ends a question and what is shown on the board.
        update.events.push(PlayEvent::AskWhyNot(false));
        self.request = self.request.wrapping_add(1);
        self.plies = None;
        self.shown = MoveProof::shown(state).filter(|_| on);
        let Some(shown) = &self.shown else {
            return;
        };
        let plies = shown.proof.moves.len();
        self.set(state, Some(0), update);
        for step in 1..=plies {
            self.plan(STEP_MS * step as u32, Some(step), update);
        }
        self.plan(STEP_MS * plies as u32 + END_MS, None, update);
    }

    /// Puts a step on the board; the proof plays no further.
    fn look(&mut self, state: &PlayState, plies: Option<usize>, update: &mut ProofUpdate) {
        if self.listed(state).is_some() {
            self.request = self.request.wrapping_add(1);
            self.set(state, plies, update);
        }
    }

    fn plan(&self, after_ms: u32, plies: Option<usize>, update: &mut ProofUpdate) {
        let request = self.request;
        update
            .timers
            .push((after_ms, ProofEvent::Step { request, plies }));
    }

    fn set(&mut self, state: &PlayState, plies: Option<usize>, update: &mut ProofUpdate) {
        let preview = plies.and_then(|plies| self.preview(state, plies));
        self.plies = plies.filter(|_| preview.is_some());
        update
            .events
            .push(PlayEvent::Preview(preview.map(Box::new)));
    }

    fn preview(&self, state: &PlayState, plies: usize) -> Option<LinePreview> {
        let shown = self.shown.as_ref()?;
        let earlier = shown.ply.checked_sub(1);
        let earlier = earlier.and_then(|ply| state.game.moves().get(ply).copied());
        shown.preview(plies, earlier)
    }

    fn is_on_board(&self, state: &PlayState) -> bool {
        let shown = self.plies.and_then(|plies| self.preview(state, plies));
        shown.is_some() && state.preview == shown && self.shown == MoveProof::shown(state)
    }
}
