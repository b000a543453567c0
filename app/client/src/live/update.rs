//! The reducer of a live game.

use wire::live::protocol::{ClientMessage, PlayerAction};

use super::connection::ConnectionEvent;
use super::{ActionFailure, CatchUp, LiveEffect, LiveEvent, LiveState};

/// How long the message of a failure is shown, milliseconds.
const FAILURE_SHOWN_MS: u32 = 6_000;

impl LiveState {
    /// Handles an event at `now`, in monotonic milliseconds. The caller carries out the effects in
    /// order.
    pub fn update(&mut self, event: LiveEvent, now: u64) -> Vec<LiveEffect> {
        let mut effects = Vec::new();
        match event {
            LiveEvent::Connection(event) => self.update_connection(event, now, &mut effects),
            LiveEvent::ServerMessage(tell) => self.handle_server_message(tell, now, &mut effects),
            LiveEvent::Move(mv) => self.make_move(mv, now, &mut effects),
            LiveEvent::Premove(from, to) => self.set_premove(from, to),
            LiveEvent::CancelPremove => self.cancel_premove(),
            LiveEvent::Act(act) => self.act(act, &mut effects),
            LiveEvent::Joined => self.reconnect(now, &mut effects),
            LiveEvent::ViewPly(ply) => self.view_ply(ply, &mut effects),
            LiveEvent::Flip => self.flipped ^= true,
            LiveEvent::Leave => self.leave(&mut effects),
            LiveEvent::Resend(id) => self.resend_move(id, &mut effects),
            LiveEvent::ClearFailure(number) => {
                if number == self.failure_count {
                    self.failure = None;
                }
            }
        }
        effects
    }

    fn update_connection(
        &mut self,
        event: ConnectionEvent,
        now: u64,
        effects: &mut Vec<LiveEffect>,
    ) {
        let was_open = self.connection.is_open();
        // The need for a connection matters only when the next one is due, so it is read here.
        self.connection.set_wanted(self.needs_connection());
        effects.extend(
            self.connection
                .update(event, now)
                .into_iter()
                .map(LiveEffect::Connection),
        );
        match (was_open, self.connection.is_open()) {
            (false, true) => {
                self.catch_up = CatchUp::Events;
                effects.push(LiveEffect::send(ClientMessage::Resume {
                    game: self.view.game.clone(),
                    version: Some(self.view.version),
                }));
            }
            (true, false) => {
                self.presence = None;
                if self.pending_action.take().is_some() {
                    self.fail(ActionFailure::Unconfirmed, effects);
                }
            }
            _ => {}
        }
    }

    /// Requests what is missing, unless it has been requested.
    pub(super) fn request_catch_up(&mut self, what: CatchUp, effects: &mut Vec<LiveEffect>) {
        if self.catch_up >= what || !self.connection.is_open() {
            return;
        }
        self.catch_up = what;
        effects.push(LiveEffect::send(ClientMessage::Resume {
            game: self.view.game.clone(),
            version: (what == CatchUp::Events).then_some(self.view.version),
        }));
    }

    /// The server authenticates a socket when it opens, so a new guest needs a new socket.
    fn reconnect(&mut self, now: u64, effects: &mut Vec<LiveEffect>) {
        effects.extend(self.connection.close().map(LiveEffect::Connection));
        self.update_connection(ConnectionEvent::Wake, now, effects);
    }

    fn leave(&mut self, effects: &mut Vec<LiveEffect>) {
        if self.connection.is_open() {
            effects.push(LiveEffect::send(ClientMessage::Leave {
                game: self.view.game.clone(),
            }));
        }
        effects.extend(self.connection.close().map(LiveEffect::Connection));
    }

    fn act(&mut self, act: PlayerAction, effects: &mut Vec<LiveEffect>) {
        if !self.can_act(act) || self.pending_action.is_some() {
            return;
        }
        if !self.connection.is_open() {
            return self.fail(ActionFailure::Offline, effects);
        }
        let id = self.next_request_id();
        self.pending_action = Some((id, act));
        effects.push(LiveEffect::send(ClientMessage::Act {
            game: self.view.game.clone(),
            act,
            id,
        }));
    }

    fn view_ply(&mut self, ply: usize, effects: &mut Vec<LiveEffect>) {
        self.viewed_ply = Some(ply).filter(|ply| *ply < self.game.ply());
        effects.push(LiveEffect::UpdateAddress);
    }

    pub(super) fn next_request_id(&mut self) -> u32 {
        self.last_request_id = self.last_request_id.wrapping_add(1);
        self.last_request_id
    }

    /// Shows a failure for a while.
    pub(super) fn fail(&mut self, refusal: ActionFailure, effects: &mut Vec<LiveEffect>) {
        self.failure_count = self.failure_count.wrapping_add(1);
        self.failure = Some(refusal);
        effects.push(LiveEffect::After {
            ms: FAILURE_SHOWN_MS,
            event: LiveEvent::ClearFailure(self.failure_count),
        });
    }

    pub(super) fn close_connection(&mut self, effects: &mut Vec<LiveEffect>) {
        self.connection.set_wanted(false);
        effects.extend(self.connection.close().map(LiveEffect::Connection));
    }
}
