//! What somebody does: decided by the table, kept, acknowledged, told.

use std::sync::Arc;

use engine::rules::Color;
use wire::live::{
    game_view::{GameStage, OpenOffers},
    protocol::{GameEvent, PlayerAction, RefusalCode, ServerMessage},
};

use super::{
    command::{Asked, CalledOff},
    state::{AGAIN_MS, Room, ready},
};
use crate::{
    live::{
        clock::Now,
        game_state::{Deed, Done, Seat, Step},
        now,
        outbox::{Outbox, written},
        presence::Presence,
    },
    metrics,
    store::{StoreError, UserId},
};

/// Events that can be told again to whoever was away.
const REMEMBERED: usize = 64;

/// Who asked for a deed, and under which number.
pub(super) type Asker<'a> = Option<(&'a Arc<Outbox>, u32)>;

impl Room {
    pub(super) async fn answer(
        &mut self,
        outbox: &Arc<Outbox>,
        user: Option<UserId>,
        asked: Asked,
        id: u32,
        at: Now,
    ) {
        let done = match self.table.seat_of(user) {
            Some(seat) => {
                self.from[seat.index()] = Some(outbox.from);
                self.deed(seat, asked, at, Some((outbox, id))).await
            }
            None => Err(RefusalCode::NotYours),
        };
        if let Err(code) = done {
            outbox.tell(&ServerMessage::Nak {
                id,
                code,
                version: self.table.version,
            });
        }
    }

    /// Does what one side wants, and tells whoever asked for it first.
    pub(super) async fn deed(
        &mut self,
        by: Color,
        asked: Asked,
        at: Now,
        asker: Asker<'_>,
    ) -> Result<(), RefusalCode> {
        let deed = match asked {
            Asked::Move { ply, uci, lag_ms } => {
                self.lag_ms[by.index()] = lag_ms;
                Deed::Move { ply, uci, lag_ms }
            }
            Asked::Act(act) => Deed::Act {
                act,
                may_claim: self.presence.may_claim(&self.table, by, now()),
            },
        };
        match self.table.deed(by, &deed, at)? {
            Done::Already => self.acknowledge(asker),
            Done::Step(step) => self.keep(*step, asker).await?,
            Done::Rematch => self.begin_rematch(asker).await?,
        }
        Ok(())
    }

    fn acknowledge(&self, asker: Asker<'_>) {
        if let Some((outbox, id)) = asker {
            outbox.tell(&ServerMessage::Ack {
                id,
                version: self.table.version,
            });
        }
    }

    /// Has a step kept, acknowledges it and tells it.
    pub(super) async fn keep(&mut self, step: Step, asker: Asker<'_>) -> Result<(), RefusalCode> {
        if self.is_resting() {
            return Err(RefusalCode::Busy);
        }
        let kept = self
            .services
            .store
            .keep_step(self.table.version, step.clone());
        match kept.await {
            Ok(true) => {
                self.take_step(step, asker);
                Ok(())
            }
            Ok(false) => {
                self.reload().await;
                Err(RefusalCode::Busy)
            }
            Err(error) => Err(self.not_kept(&error)),
        }
    }

    fn not_kept(&mut self, error: &StoreError) -> RefusalCode {
        tracing::error!(game = %self.table.link, %error, "a step of a live game was not kept");
        self.again = now() + AGAIN_MS;
        RefusalCode::Busy
    }

    /// A step that is kept.
    fn take_step(&mut self, step: Step, asker: Asker<'_>) {
        let before = self.table.version;
        self.table = step.table;
        self.whole = None;
        let turned = |event: &GameEvent| {
            matches!(event, GameEvent::Moved { .. } | GameEvent::TakenBack { .. })
        };
        if step.events.iter().any(turned) {
            self.table.turn_since = now();
            if let Some(clock) = &mut self.table.clock {
                clock.start_over(now());
            }
        }
        self.acknowledge(asker);
        let clocks = self.clocks();
        for (version, event) in (before + 1..).zip(step.events) {
            if matches!(event, GameEvent::Moved { .. }) {
                metrics::moved();
            }
            let event = written(&ServerMessage::Event {
                game: self.table.link.clone(),
                version,
                event,
                clocks,
            });
            self.tell_all(event.clone());
            self.told.push_back((version, event));
        }
        while self.told.len() > REMEMBERED {
            self.told.pop_front();
        }
        self.show_in_lobby();
    }

    /// Calls the game off if it waits for somebody.
    pub(super) async fn call_off(&mut self) -> CalledOff {
        let maker = [Color::White, Color::Black]
            .into_iter()
            .find(|color| matches!(self.table.seat(*color), Seat::User { .. }));
        let (GameStage::Open, Some(maker)) = (self.table.stage, maker) else {
            return CalledOff::NotOpen;
        };
        match self
            .deed(maker, Asked::Act(PlayerAction::Abort), now(), None)
            .await
        {
            Ok(()) => CalledOff::Yes,
            Err(_) => CalledOff::NotNow,
        }
    }

    async fn begin_rematch(&mut self, asker: Asker<'_>) -> Result<(), RefusalCode> {
        if self.is_resting() {
            return Err(RefusalCode::Busy);
        }
        match self.services.store.keep_rematch(self.table.clone()).await {
            Ok(Some(step)) => {
                self.take_step(step, asker);
                Ok(())
            }
            Ok(None) => {
                self.reload().await;
                Err(RefusalCode::Busy)
            }
            Err(error) => Err(self.not_kept(&error)),
        }
    }

    pub(super) async fn join(
        &mut self,
        user: UserId,
        name: Option<String>,
    ) -> Result<(), RefusalCode> {
        if self.table.seat_of(Some(user)).is_some() {
            return Ok(());
        }
        let step = self.table.joined(user, name, now())?;
        self.keep(step, None).await?;
        // It has other players now.
        self.tell_whole();
        Ok(())
    }

    /// Somebody else has changed the game: everybody gets it as it is.
    async fn reload(&mut self) {
        match self.services.store.table(&self.table.link, now()).await {
            Ok(Some(table)) => {
                self.table = ready(table, now());
                self.tell_whole();
            }
            Ok(None) => {
                let gone = written(&ServerMessage::Gone {
                    game: self.table.link.clone(),
                });
                self.tell_all(gone);
                self.watchers.clear();
                // Nothing happens here any more, and nobody needs it.
                self.table.stage = GameStage::Aborted;
                self.table.offers = OpenOffers::default();
                self.table.clock = None;
                self.presence = Presence::new(self.table.control, now());
                self.show_in_lobby();
            }
            Err(error) => drop(self.not_kept(&error)),
        }
    }

    pub(super) async fn reseat(&mut self, was: UserId, now: &Seat) {
        if *now == Seat::Gone
            && let Some(seat) = self.table.seat_of(Some(was))
        {
            // One of the two, as far as the game is; none where it is over.
            for act in [PlayerAction::Abort, PlayerAction::Resign] {
                let at = crate::live::now();
                self.deed(seat, Asked::Act(act), at, None).await.ok();
            }
        }
        let mut changed = false;
        for seat in &mut self.table.seats {
            if matches!(seat, Seat::User { id, .. } if *id == was) {
                *seat = now.clone();
                changed = true;
            }
        }
        if let Seat::User { id, .. } = now {
            for watcher in self.watchers.values_mut() {
                if watcher.user == Some(was) {
                    watcher.user = Some(*id);
                }
            }
        }
        if changed {
            self.tell_whole();
        }
    }
}
