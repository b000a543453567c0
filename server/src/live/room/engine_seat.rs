//! What the room does for an engine player.

use engine::rules::Color;
use wire::live::{game_view::GameStage, protocol::PlayerAction};

use super::command::{EngineDecision, PlayerRequest, SearchedPosition};
use super::state::{EngineSearch, GameRoom};
use crate::live::engine_players;

impl GameRoom {
    /// Whether the engine player's search is running. The search limits fit its clock, so any
    /// longer wait is the server's fault.
    pub(super) fn engine_is_searching(&self) -> bool {
        self.engine_search.is_some() && self.engine_to_move()
    }

    fn engine_to_move(&self) -> bool {
        self.live.stage == GameStage::Playing
            && self.live.player(self.live.turn()).engine().is_some()
    }

    /// Whether the engine player has to act and no search is running. Nothing is searched before
    /// the opponent has connected, because the opponent's address pays for it.
    pub(super) fn engine_must_act(&self) -> bool {
        let thinks = self
            .engine_search
            .as_ref()
            .map(|engine_search| engine_search.at);
        self.engine_to_move()
            && !self.is_closing()
            && self.from[(!self.live.turn()).index()].is_some()
            && thinks != Some(SearchedPosition::of(&self.live))
    }

    /// Lets the engine player act: answer an offer, claim a draw, or search a move.
    pub(super) async fn act_for_engine(&mut self) {
        let offered = self.engine_answer_to_offer();
        // The search scores a claimable position as a draw, so the engine player claims it.
        let claims = self.engine_must_act() && self.live.game.claimable().is_some();
        if let Some((side, act)) = offered {
            // After a failure the next command repeats the answer.
            self.execute(side, PlayerRequest::Act(act), self.now(), None)
                .await
                .ok();
        } else if claims && self.may_retry() {
            let side = self.live.turn();
            let claim = PlayerRequest::Act(PlayerAction::Draw);
            if self.execute(side, claim, self.now(), None).await.is_err() {
                self.retry_later();
            }
        }
        self.start_engine_search().await;
    }

    /// The answer to an offer: takebacks are accepted, draws where the engine player does not stand
    /// better.
    fn engine_answer_to_offer(&self) -> Option<(Color, PlayerAction)> {
        let side = self.live.side_where(|player| player.engine().is_some())?;
        let offers = self.live.offers;
        let act = if self.live.stage != GameStage::Playing {
            return None;
        } else if offers.takeback == Some(!side) {
            PlayerAction::Takeback
        } else if offers.draw != Some(!side) {
            return None;
        } else if engine_players::accepts_draw(self.live.game.ply(), self.engine_decision.as_ref())
        {
            PlayerAction::Draw
        } else {
            PlayerAction::Decline
        };
        Some((side, act))
    }

    async fn start_engine_search(&mut self) {
        let at = SearchedPosition::of(&self.live);
        if !self.engine_to_move()
            || self
                .engine_search
                .as_ref()
                .is_some_and(|known| known.at != at)
        {
            self.engine_search = None;
        }
        let payer = self.from[(!self.live.turn()).index()];
        let (true, Some(payer)) = (self.engine_must_act() && self.may_retry(), payer) else {
            return;
        };
        if self.live.game.claimable().is_some() {
            return;
        }
        self.start_clock_of(self.live.turn()).await;
        let task = self.services.start_search(&self.live, self.clocks(), payer);
        self.engine_search = task.map(|task| EngineSearch { at, task });
        if self.engine_search.is_none() {
            self.retry_later();
        }
    }

    /// Plays the move that a search has found.
    pub(super) async fn engine_decided(&mut self, engine_decision: EngineDecision) {
        if self
            .engine_search
            .as_ref()
            .is_some_and(|engine_search| engine_search.at == engine_decision.at)
        {
            self.engine_search = None;
        }
        if engine_decision.at != SearchedPosition::of(&self.live) || !self.engine_to_move() {
            return;
        }
        let Some(uci) = engine_decision.uci.clone() else {
            // The failure is the server's, so the engine player's clock stands until the retry.
            self.retry_later();
            if let Some(clock) = &mut self.live.clock {
                clock.stand();
            }
            return;
        };
        let now = self.now();
        if let Some(clock) = &mut self.live.clock {
            clock.give_back(engine_decision.waited_ms, now);
        }
        let request = PlayerRequest::Move {
            ply: u32::try_from(self.live.game.ply()).unwrap_or(u32::MAX),
            uci,
            lag_ms: 0,
        };
        let (turn, at) = (self.live.turn(), self.now());
        self.tick(at).await;
        self.engine_decision = Some(engine_decision);
        if self.execute(turn, request, at, None).await.is_err() {
            self.retry_later();
        }
    }
}
