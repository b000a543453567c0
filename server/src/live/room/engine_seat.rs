//! What a mind does that plays here.

use engine::rules::Color;
use wire::live::{game_view::GameStage, protocol::PlayerAction};

use super::{
    command::{Asked, At, Thought},
    state::{AGAIN_MS, Room, Thinking},
};
use crate::live::{clock::FREE_PLIES, engine_players, game_state::Seat, now};

impl Room {
    /// Whether a search for a mind's move is under way. Its limits keep it within the mind's time, so
    /// that whatever it takes beyond is the server's doing.
    pub(super) fn mind_thinks(&self) -> bool {
        self.thinking.is_some() && self.mind_to_move()
    }

    fn mind_to_move(&self) -> bool {
        self.table.stage == GameStage::Playing
            && matches!(self.table.seat(self.table.turn()), Seat::Mind { .. })
    }

    /// Whether a mind has something to do and does not do it yet. For whom it would think nobody
    /// knows before its opponent is there.
    pub(super) fn mind_must_act(&self) -> bool {
        let thinks = self.thinking.as_ref().map(|thinking| thinking.at);
        self.mind_to_move()
            && !self.is_resting()
            && self.from[(!self.table.turn()).index()].is_some()
            && thinks != Some(At::of(&self.table))
    }

    /// Has a mind do what it has to: move, or answer an offer.
    pub(super) async fn answer_for_mind(&mut self) {
        let offered = self.answer_to_offer();
        // A search takes such a position for the game's end; so does a mind.
        let claims = self.mind_must_act() && self.table.game.claimable().is_some();
        if let Some((mind, act)) = offered {
            // If it can't be kept now, the next deed brings it up again.
            self.deed(mind, Asked::Act(act), now(), None).await.ok();
        } else if claims && self.again <= now() {
            let mind = self.table.turn();
            let claim = Asked::Act(PlayerAction::Draw);
            if self.deed(mind, claim, now(), None).await.is_err() {
                self.again = now() + AGAIN_MS;
            }
        }
        self.have_mind_think();
    }

    /// What a mind says to an offer: moves may always be taken back, a draw is taken where it does
    /// not stand better.
    fn answer_to_offer(&self) -> Option<(Color, PlayerAction)> {
        let mind = [Color::White, Color::Black]
            .into_iter()
            .find(|color| matches!(self.table.seat(*color), Seat::Mind { .. }))?;
        let offers = self.table.offers;
        let act = if self.table.stage != GameStage::Playing {
            return None;
        } else if offers.takeback == Some(!mind) {
            PlayerAction::Takeback
        } else if offers.draw != Some(!mind) {
            return None;
        } else if engine_players::takes_draw(self.table.game.ply(), self.thought.as_ref()) {
            PlayerAction::Draw
        } else {
            PlayerAction::Decline
        };
        Some((mind, act))
    }

    fn have_mind_think(&mut self) {
        let at = At::of(&self.table);
        if !self.mind_to_move() || self.thinking.as_ref().is_some_and(|known| known.at != at) {
            self.thinking = None;
        }
        let payer = self.from[(!self.table.turn()).index()];
        let (true, Some(payer)) = (self.mind_must_act() && self.again <= now(), payer) else {
            return;
        };
        if self.table.game.claimable().is_some() {
            return;
        }
        if self.table.game.ply() >= FREE_PLIES
            && let Some(clock) = &mut self.table.clock
        {
            clock.start(now());
        }
        let task = self.services.think(&self.table, self.clocks(), payer);
        self.thinking = task.map(|task| Thinking { at, task });
        if self.thinking.is_none() {
            self.again = now() + AGAIN_MS;
        }
    }

    /// A mind has decided.
    pub(super) async fn mind_decided(&mut self, thought: Thought) {
        if self
            .thinking
            .as_ref()
            .is_some_and(|thinking| thinking.at == thought.at)
        {
            self.thinking = None;
        }
        if thought.at != At::of(&self.table) || !self.mind_to_move() {
            return;
        }
        let Some(uci) = thought.uci.clone() else {
            // Nothing came of it, which is the server's doing: its clock stands until it is tried again.
            self.again = now() + AGAIN_MS;
            if let Some(clock) = &mut self.table.clock {
                clock.stand();
            }
            return;
        };
        if let Some(clock) = &mut self.table.clock {
            clock.give_back(thought.waited_ms, now());
        }
        let asked = Asked::Move {
            ply: u32::try_from(self.table.game.ply()).unwrap_or(u32::MAX),
            uci,
            lag_ms: 0,
        };
        let (turn, at) = (self.table.turn(), now());
        self.tick(at).await;
        self.thought = Some(thought);
        if self.deed(turn, asked, at, None).await.is_err() {
            self.again = now() + AGAIN_MS;
        }
    }
}
