//! The visitor's own moves: shown at once, sent until the server confirms them, withdrawn when it
//! rejects them.

use engine::rules::{Move, Square};
use wire::live::protocol::{ClientMessage, RefusalCode};

use super::premove::{can_reach, to_legal_move};
use super::{ActionFailure, LiveEffect, LiveEvent, LiveState, PendingMove};

/// The delay before a move is sent again that the server could not store, milliseconds.
const RESEND_DELAY_MS: u32 = 1_000;

impl LiveState {
    pub(super) fn make_move(&mut self, mv: Move, now: u64, effects: &mut Vec<LiveEffect>) {
        if self.can_move() && self.game.position().is_legal(mv) {
            self.play_move(mv, now, effects);
        }
    }

    pub(super) fn set_premove(&mut self, from: Square, to: Square) {
        let own = self.game.position().piece_at(from).map(|(color, _)| color);
        if self.can_premove() && own == self.side && can_reach(self.game.position(), from, to) {
            self.premove = Some((from, to));
        }
    }

    pub(super) fn cancel_premove(&mut self) {
        self.premove = None;
    }

    fn play_move(&mut self, mv: Move, now: u64, effects: &mut Vec<LiveEffect>) {
        self.premove = None;
        self.failure = None;
        self.pending_move = Some(PendingMove {
            request_id: self.next_request_id(),
            ply: self.view.moves.len(),
            mv,
            made_at: now,
            sent_on_socket: None,
        });
        self.rebuild_game();
        self.send_pending_move(effects);
    }

    /// Sends the pending move, once per socket.
    pub(super) fn send_pending_move(&mut self, effects: &mut Vec<LiveEffect>) {
        let socket = self.connection.socket();
        let Some(pending) = self
            .pending_move
            .as_mut()
            .filter(|_| self.connection.is_open())
        else {
            return;
        };
        if pending.sent_on_socket.replace(socket) != Some(socket) {
            effects.push(LiveEffect::send(ClientMessage::Move {
                game: self.view.game.clone(),
                // No game has that many moves.
                ply: u32::try_from(pending.ply).unwrap_or(u32::MAX),
                uci: pending.mv.to_string(),
                id: pending.request_id,
            }));
        }
    }

    pub(super) fn resend_move(&mut self, id: u32, effects: &mut Vec<LiveEffect>) {
        if let Some(pending) = self
            .pending_move
            .as_mut()
            .filter(|pending| pending.request_id == id)
        {
            pending.sent_on_socket = None;
            self.send_pending_move(effects);
        }
    }

    /// Handles the server's rejection of the pending move.
    pub(super) fn reject_move(&mut self, code: RefusalCode, effects: &mut Vec<LiveEffect>) {
        let Some(pending) = &self.pending_move else {
            return;
        };
        if matches!(code, RefusalCode::Busy | RefusalCode::TooFast) {
            let event = LiveEvent::Resend(pending.request_id);
            effects.push(LiveEffect::After {
                ms: RESEND_DELAY_MS,
                event,
            });
            return;
        }
        (self.pending_move, self.premove) = (None, None);
        self.rebuild_game();
        self.fail(ActionFailure::Server(code), effects);
    }

    /// Brings the visitor's moves in line with the view: keeps the pending move while it still
    /// fits, and plays a premove when its turn has come.
    pub(super) fn reconcile(&mut self, now: u64, effects: &mut Vec<LiveEffect>) {
        if let Some(PendingMove { ply, mv, .. }) = self.pending_move {
            let told = self.view.moves.get(ply);
            let stands = self.is_playing() && told.is_none() && ply == self.view.moves.len();
            if !stands {
                self.pending_move = None;
                let kept = told.is_some_and(|uci| *uci == mv.to_string());
                if !kept {
                    self.premove = None;
                }
                if !kept && self.is_playing() {
                    self.fail(ActionFailure::Superseded, effects);
                }
            }
        }
        self.rebuild_game();
        if !self.is_playing() {
            self.premove = None;
        } else if self.side == Some(self.turn())
            && let Some(premove) = self.premove.take()
            && let Some(mv) = to_legal_move(self.game.position(), premove)
        {
            self.play_move(mv, now, effects);
        }
    }

    /// Replays the confirmed moves and the pending one.
    fn rebuild_game(&mut self) {
        self.game = self.view.replayed();
        if let Some(pending) = self.pending_move
            && self.game.play(pending.mv).is_err()
        {
            // Unreachable: the move was legal in this position.
            self.pending_move = None;
        }
        self.viewed_ply = self.viewed_ply.filter(|ply| *ply < self.game.ply());
    }
}
