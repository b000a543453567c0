//! What the server tells. Versions have no gaps: what is older than what is known is not heard, and
//! where one is missing, those since the known one are asked for.

use engine::rules::Color;
use wire::live::{
    GameLink,
    game_view::{Clocks, GameStage, GameView},
    protocol::{GameEvent, Offer, PlayerAction, RefusalCode, ServerMessage},
};

use super::{Effect, Missing, Presence, Refusal, State};

impl State {
    pub(super) fn told(&mut self, tell: ServerMessage, now: u64, effects: &mut Vec<Effect>) {
        match tell {
            ServerMessage::Event {
                game,
                version,
                event,
                clocks,
            } => {
                if game == self.view.game {
                    self.event(version, event, clocks, now, effects);
                }
            }
            ServerMessage::Snapshot { view, seat } => {
                if view.game == self.view.game {
                    self.snapshot(*view, seat, now, effects);
                }
            }
            ServerMessage::Synced {
                game,
                version,
                clocks,
                seat,
            } => {
                if game == self.view.game {
                    self.synced(version, clocks, seat, now, effects);
                }
            }
            ServerMessage::Ack { id, .. } => {
                // A move is there when the game has it.
                self.asked.take_if(|(asked, _)| *asked == id);
            }
            ServerMessage::Nak { id, code, version } => self.refused(id, code, version, effects),
            ServerMessage::Gone { game } => {
                if game == self.view.game {
                    self.gone = true;
                    self.hang_up(effects);
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
                    let told = Presence::told((white, black), watching, claim_in_ms, now);
                    self.presence = Some(told);
                }
            }
            // Neither is of a game.
            ServerMessage::Lobby { .. } | ServerMessage::Pong { .. } => {}
        }
    }

    fn event(
        &mut self,
        version: u32,
        event: GameEvent,
        clocks: Option<Clocks>,
        now: u64,
        effects: &mut Vec<Effect>,
    ) {
        if version <= self.view.version {
            return;
        }
        if version - self.view.version > 1 {
            return self.catch_up(Missing::Events, effects);
        }
        self.view.version = version;
        self.set_clocks(clocks, now);
        match event {
            GameEvent::Moved { ply, uci } => self.moved(ply, uci, effects),
            GameEvent::Offered { offer, by } => self.set_offer(offer, Some(by)),
            GameEvent::Declined { offer, of } => {
                self.set_offer(offer, None);
                if self.seat == Some(of) {
                    self.refuse(Refusal::Declined(offer), effects);
                }
            }
            GameEvent::TakenBack { ply } => self.taken_back(ply),
            GameEvent::Ended { outcome } => self.end(GameStage::Over { outcome }),
            GameEvent::Aborted => self.end(GameStage::Aborted),
            GameEvent::Next { game } => self.next(game, effects),
        }
        self.settle(now, effects);
    }

    fn moved(&mut self, ply: u32, uci: String, effects: &mut Vec<Effect>) {
        if u32::try_from(self.view.moves.len()) != Ok(ply) {
            // The versions fit and the moves do not: one of both is not what it was.
            return self.catch_up(Missing::Everything, effects);
        }
        let mover = match ply.is_multiple_of(2) {
            true => self.game.start().side_to_move(),
            false => !self.game.start().side_to_move(),
        };
        self.view.moves.push(uci);
        let left = self.view.clocks.map(|clocks| clocks.left_ms(mover));
        self.view.left_ms.extend(left);
        // Whoever plays wants to see what was played.
        if self.seat.is_some() && self.viewed.take().is_some() {
            effects.push(Effect::Remember);
        }
    }

    fn taken_back(&mut self, ply: u32) {
        let ply = usize::try_from(ply).unwrap_or(usize::MAX);
        self.view.moves.truncate(ply);
        self.view.left_ms.truncate(ply);
        self.set_offer(Offer::Takeback, None);
        self.drop_premove();
    }

    fn end(&mut self, stage: GameStage) {
        self.view.stage = stage;
        self.set_offer(Offer::Draw, None);
        self.set_offer(Offer::Takeback, None);
        if let Some(clocks) = &mut self.view.clocks {
            clocks.running = None;
        }
    }

    fn next(&mut self, game: GameLink, effects: &mut Vec<Effect>) {
        self.set_offer(Offer::Rematch, None);
        self.view.next = Some(game.clone());
        // Both have agreed to it, so both want to be there.
        if self.seat.is_some() {
            effects.push(Effect::GoTo(game));
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

    fn snapshot(
        &mut self,
        view: GameView,
        seat: Option<Color>,
        now: u64,
        effects: &mut Vec<Effect>,
    ) {
        if view.version < self.view.version && self.missing != Missing::Everything {
            return;
        }
        (self.view, self.told_at) = (view, now);
        self.seat = seat.filter(|_| !self.onlooker);
        self.up_to_date(now, effects);
    }

    fn synced(
        &mut self,
        version: u32,
        clocks: Option<Clocks>,
        seat: Option<Color>,
        now: u64,
        effects: &mut Vec<Effect>,
    ) {
        if version != self.view.version {
            return self.catch_up(Missing::Everything, effects);
        }
        self.seat = seat.filter(|_| !self.onlooker);
        self.set_clocks(clocks, now);
        self.up_to_date(now, effects);
    }

    fn up_to_date(&mut self, now: u64, effects: &mut Vec<Effect>) {
        self.missing = Missing::Nothing;
        self.line.settled();
        self.settle(now, effects);
        self.send_pending(effects);
    }

    fn refused(&mut self, id: u32, code: RefusalCode, version: u32, effects: &mut Vec<Effect>) {
        if self.pending.is_some_and(|pending| pending.id == id) {
            self.move_refused(code, effects);
        } else if let Some((_, act)) = self.asked.take_if(|(asked, _)| *asked == id) {
            // Where there is nothing to decline, nothing is what was wanted.
            if act != PlayerAction::Decline {
                self.refuse(Refusal::Said(code), effects);
            }
        }
        if version > self.view.version {
            self.catch_up(Missing::Events, effects);
        }
    }
}
