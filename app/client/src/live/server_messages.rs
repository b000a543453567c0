//! Applies the server's messages. Versions have no gaps: an event of a known version is ignored,
//! and a gap makes the page request the events since the known one.

use engine::rules::Color;
use wire::live::GameLink;
use wire::live::game_view::{Clocks, GameStage, GameView};
use wire::live::protocol::{GameEvent, Offer, PlayerAction, RefusalCode, ServerMessage};

use super::{ActionFailure, CatchUp, LiveEffect, LiveState, Presence};

impl LiveState {
    pub(super) fn handle_server_message(
        &mut self,
        message: ServerMessage,
        now: u64,
        effects: &mut Vec<LiveEffect>,
    ) {
        match message {
            ServerMessage::Event {
                game,
                version,
                event,
                clocks,
            } => {
                if game == self.view.game {
                    self.handle_event(version, event, clocks, now, effects);
                }
            }
            ServerMessage::Snapshot { view, seat } => {
                if view.game == self.view.game {
                    self.apply_snapshot(*view, seat, now, effects);
                }
            }
            ServerMessage::Synced {
                game,
                version,
                clocks,
                seat,
            } => {
                if game == self.view.game {
                    self.apply_synced(version, clocks, seat, now, effects);
                }
            }
            ServerMessage::Ack { id, .. } => {
                // A move is confirmed by its event, not by the acknowledgement.
                self.pending_action.take_if(|(asked, _)| *asked == id);
            }
            ServerMessage::Nak { id, code, version } => self.handle_nak(id, code, version, effects),
            ServerMessage::Gone { game } => {
                if game == self.view.game {
                    self.gone = true;
                    self.close_connection(effects);
                }
            }
            ServerMessage::Presence {
                game,
                white,
                black,
                watching,
                claim_in_ms,
            } => {
                if game == self.view.game {
                    let told = Presence::from_message((white, black), watching, claim_in_ms, now);
                    self.presence = Some(told);
                }
            }
            // Neither belongs to a game.
            ServerMessage::Lobby { .. }
            | ServerMessage::RunningGames { .. }
            | ServerMessage::Pong { .. } => {}
        }
    }

    fn handle_event(
        &mut self,
        version: u32,
        event: GameEvent,
        clocks: Option<Clocks>,
        now: u64,
        effects: &mut Vec<LiveEffect>,
    ) {
        if version <= self.view.version {
            return;
        }
        if version - self.view.version > 1 {
            return self.request_catch_up(CatchUp::Events, effects);
        }
        self.view.version = version;
        self.set_clocks(clocks, now);
        match event {
            GameEvent::Moved { ply, uci } => self.apply_move(ply, uci, effects),
            GameEvent::Offered { offer, by } => self.set_offer(offer, Some(by)),
            GameEvent::Declined { offer, of } => {
                self.set_offer(offer, None);
                if self.side == Some(of) {
                    self.fail(ActionFailure::Declined(offer), effects);
                }
            }
            GameEvent::TakenBack { ply } => self.apply_takeback(ply),
            GameEvent::Ended { outcome } => self.end(GameStage::Over { outcome }),
            GameEvent::Aborted => self.end(GameStage::Aborted),
            GameEvent::Next { game } => self.apply_rematch(game, effects),
            // The clocks are set already.
            GameEvent::TimeGiven { .. } => {}
        }
        self.reconcile(now, effects);
    }

    fn apply_move(&mut self, ply: u32, uci: String, effects: &mut Vec<LiveEffect>) {
        if u32::try_from(self.view.moves.len()) != Ok(ply) {
            // The version fits and the moves do not, so one of both is wrong.
            return self.request_catch_up(CatchUp::Snapshot, effects);
        }
        let mover = match ply.is_multiple_of(2) {
            true => self.game.start().side_to_move(),
            false => !self.game.start().side_to_move(),
        };
        self.view.moves.push(uci);
        let left = self.view.clocks.map(|clocks| clocks.left_ms(mover));
        self.view.left_ms.extend(left);
        // A player returns to the current position when the opponent moves.
        if self.side.is_some() && self.viewed_ply.take().is_some() {
            effects.push(LiveEffect::UpdateAddress);
        }
    }

    fn apply_takeback(&mut self, ply: u32) {
        let ply = usize::try_from(ply).unwrap_or(usize::MAX);
        self.view.moves.truncate(ply);
        self.view.left_ms.truncate(ply);
        self.set_offer(Offer::Takeback, None);
        self.cancel_premove();
    }

    fn end(&mut self, stage: GameStage) {
        self.view.stage = stage;
        self.set_offer(Offer::Draw, None);
        self.set_offer(Offer::Takeback, None);
        if let Some(clocks) = &mut self.view.clocks {
            clocks.running = None;
        }
    }

    fn apply_rematch(&mut self, game: GameLink, effects: &mut Vec<LiveEffect>) {
        self.set_offer(Offer::Rematch, None);
        self.view.next = Some(game.clone());
        // Both players have agreed to the rematch.
        if self.side.is_some() {
            effects.push(LiveEffect::OpenGame(game));
        }
    }

    fn set_offer(&mut self, offer: Offer, by: Option<Color>) {
        let offers = &mut self.view.offers;
        *match offer {
            Offer::Draw => &mut offers.draw,
            Offer::Takeback => &mut offers.takeback,
            Offer::Rematch => &mut offers.rematch,
        } = by;
    }

    fn apply_snapshot(
        &mut self,
        view: GameView,
        seat: Option<Color>,
        now: u64,
        effects: &mut Vec<LiveEffect>,
    ) {
        if view.version < self.view.version && self.catch_up != CatchUp::Snapshot {
            return;
        }
        (self.view, self.clocks_set_at) = (view, now);
        self.side = seat.filter(|_| !self.spectator_only);
        self.finish_catch_up(now, effects);
    }

    fn apply_synced(
        &mut self,
        version: u32,
        clocks: Option<Clocks>,
        seat: Option<Color>,
        now: u64,
        effects: &mut Vec<LiveEffect>,
    ) {
        if version != self.view.version {
            return self.request_catch_up(CatchUp::Snapshot, effects);
        }
        self.side = seat.filter(|_| !self.spectator_only);
        self.set_clocks(clocks, now);
        self.finish_catch_up(now, effects);
    }

    fn finish_catch_up(&mut self, now: u64, effects: &mut Vec<LiveEffect>) {
        self.catch_up = CatchUp::None;
        self.connection.mark_synced();
        self.reconcile(now, effects);
        self.send_pending_move(effects);
    }

    fn handle_nak(
        &mut self,
        id: u32,
        code: RefusalCode,
        version: u32,
        effects: &mut Vec<LiveEffect>,
    ) {
        if self
            .pending_move
            .is_some_and(|pending| pending.request_id == id)
        {
            self.reject_move(code, effects);
        } else if let Some((_, act)) = self.pending_action.take_if(|(asked, _)| *asked == id) {
            // Without an offer there is nothing to decline, as wanted.
            if act != PlayerAction::Decline {
                self.fail(ActionFailure::Server(code), effects);
            }
        }
        if version > self.view.version {
            self.request_catch_up(CatchUp::Events, effects);
        }
    }
}
