//! The visitor's own moves: shown at once, sent until they are known to be kept, taken back where
//! they are not.

use engine::rules::{Move, Square};
use wire::live::protocol::{ClientMessage, RefusalCode};

use super::premove::{carried_out, reaches};
use super::{Effect, Event, Pending, Refusal, State};

/// The pause before a move is sent again that could not be kept, milliseconds.
const AGAIN_MS: u32 = 1_000;

impl State {
    pub(super) fn make(&mut self, mv: Move, now: u64, effects: &mut Vec<Effect>) {
        if self.can_move() && self.game.position().is_legal(mv) {
            self.play(mv, now, effects);
        }
    }

    pub(super) fn make_ahead(&mut self, from: Square, to: Square) {
        let own = self.game.position().piece_at(from).map(|(color, _)| color);
        if self.can_premove() && own == self.seat && reaches(self.game.position(), from, to) {
            self.premove = Some((from, to));
        }
    }

    pub(super) fn drop_premove(&mut self) {
        self.premove = None;
    }

    fn play(&mut self, mv: Move, now: u64, effects: &mut Vec<Effect>) {
        self.premove = None;
        self.refusal = None;
        self.pending = Some(Pending {
            id: self.next_id(),
            ply: self.view.moves.len(),
            mv,
            made_at: now,
            sent_over: None,
        });
        self.set_up_board();
        self.send_pending(effects);
    }

    /// Sends the move that is under way, unless this socket has taken it already.
    pub(super) fn send_pending(&mut self, effects: &mut Vec<Effect>) {
        let socket = self.line.socket();
        let Some(pending) = self.pending.as_mut().filter(|_| self.line.is_open()) else {
            return;
        };
        if pending.sent_over.replace(socket) != Some(socket) {
            effects.push(Effect::send(ClientMessage::Move {
                game: self.view.game.clone(),
                // No game has so many moves.
                ply: u32::try_from(pending.ply).unwrap_or(u32::MAX),
                uci: pending.mv.to_string(),
                id: pending.id,
            }));
        }
    }

    pub(super) fn send_again(&mut self, id: u32, effects: &mut Vec<Effect>) {
        if let Some(pending) = self.pending.as_mut().filter(|pending| pending.id == id) {
            pending.sent_over = None;
            self.send_pending(effects);
        }
    }

    /// The server has not taken the move.
    pub(super) fn move_refused(&mut self, code: RefusalCode, effects: &mut Vec<Effect>) {
        let Some(pending) = &self.pending else {
            return;
        };
        if matches!(code, RefusalCode::Busy | RefusalCode::TooFast) {
            let event = Event::SendAgain(pending.id);
            effects.push(Effect::After {
                ms: AGAIN_MS,
                event,
            });
            return;
        }
        (self.pending, self.premove) = (None, None);
        self.set_up_board();
        self.refuse(Refusal::Said(code), effects);
    }

    /// The board after something has changed: what of the visitor's own still holds is kept, and a
    /// move made ahead is carried out when its turn has come.
    pub(super) fn settle(&mut self, now: u64, effects: &mut Vec<Effect>) {
        if let Some(Pending { ply, mv, .. }) = self.pending {
            let told = self.view.moves.get(ply);
            let stands = self.is_playing() && told.is_none() && ply == self.view.moves.len();
            if !stands {
                self.pending = None;
                let kept = told.is_some_and(|uci| *uci == mv.to_string());
                if !kept {
                    self.premove = None;
                }
                if !kept && self.is_playing() {
                    self.refuse(Refusal::Overtaken, effects);
                }
            }
        }
        self.set_up_board();
        if !self.is_playing() {
            self.premove = None;
        } else if self.seat == Some(self.turn())
            && let Some(premove) = self.premove.take()
            && let Some(mv) = carried_out(self.game.position(), premove)
        {
            self.play(mv, now, effects);
        }
    }

    /// The moves that were told, and the one that is under way.
    fn set_up_board(&mut self) {
        self.game = self.view.replayed();
        if let Some(pending) = self.pending
            && self.game.play(pending.mv).is_err()
        {
            // It was legal where it was made, and stands there.
            self.pending = None;
        }
        self.viewed = self.viewed.filter(|ply| *ply < self.game.ply());
    }
}
