//! What a room does when time passes.

use tokio::time::Instant;
use wire::live::game_view::GameStage;

use super::actions::NotCommitted;
use super::state::GameRoom;
use crate::live::clock::Now;

impl GameRoom {
    /// When the next timer fires.
    pub(super) fn due(&self) -> Option<Instant> {
        let turn = self.live.turn();
        let flag = self.live.due(self.lag_ms[turn.index()]);
        // An engine player's time is seen to by its search, here or on another server.
        let is_engine = self.live.player(turn).engine().is_some();
        let flag = flag.filter(|_| !self.is_closing() && !is_engine);
        let flag = flag.map(|flag| flag + self.flag_wait());
        let presence = self.presence.due(self.now());
        let timers = [flag, presence, self.stays_until()];
        let timers = timers.into_iter().flatten().min();
        let timers = timers.map(|due| self.services.time.moment(due));
        let acts = self.engine_must_act().then_some(self.retry_at);
        let due = [timers, acts].into_iter().flatten().min();
        let due = due.map(|due| due.max(self.retry_at));
        [due, self.seats_due()].into_iter().flatten().min()
    }

    pub(super) async fn on_timer(&mut self) {
        let now = self.now();
        self.tick(now).await;
        if self.presence.due(now).is_some_and(|due| due <= now) {
            self.broadcast_presence();
        }
    }

    /// Ends the game if its time is over; else its deadline was wrong, after a restart for example.
    pub(super) async fn check_deadline(&mut self) {
        let version = self.live.version;
        self.tick(self.now()).await;
        let deadline = self.live.deadline();
        let is_reached = deadline.is_some_and(|deadline| deadline <= self.now());
        if self.live.version != version || is_reached {
            return;
        }
        self.store_clock().await;
    }

    /// Stores the clock where it was started by no change of the game, and the deadline.
    pub(super) async fn store_clock(&self) {
        if let Err(error) = self.services.store.store_clock(self.live.clone()).await {
            tracing::warn!(game = %self.live.link, %error, "a clock could not be stored");
        }
    }

    /// Applies what the passing of time alone has changed by `at`.
    pub(super) async fn tick(&mut self, at: Now) {
        if self.engine_is_searching() {
            return;
        }
        let wait = self.flag_wait();
        if wait > 0 {
            // The last question before the flag falls.
            self.may_get_time_back(at.saturating_sub(wait)).await;
        }
        let lag = self.lag_ms[self.live.turn().index()];
        let made = self.services.time.reading();
        // Game time may have gone back since.
        let at = at.min(made.now).saturating_sub(wait);
        if let Some(change) = self.live.tick(lag, at) {
            match self.commit(change, made, None).await {
                // After a failure the timer fires again, and an outdated room may have been wrong.
                Ok(()) | Err(NotCommitted::Refused(_) | NotCommitted::Outdated) => {}
            }
        }
    }

    /// Whether the server is shutting down.
    pub(super) fn is_closing(&self) -> bool {
        self.services.is_closing()
    }

    /// Until when a game with clocks keeps its room though nobody watches: a player who comes back soon may claim
    /// the game of one who does not.
    fn stays_until(&self) -> Option<Now> {
        let plays = self.live.stage == GameStage::Playing && self.live.clock.is_some();
        let until = self.presence.matters_until();
        (plays && self.watchers.is_empty() && until > self.now()).then_some(until)
    }

    /// Whether nobody watches and nothing is pending. A deadline needs no room: it is stored, and seen to.
    pub(super) fn is_idle(&self) -> bool {
        self.watchers.is_empty()
            && self.stays_until().is_none()
            && self.engine_search.is_none()
            && !self.engine_must_act()
            && self.seats_due().is_none()
            && !self.seats.is_writing
    }
}

/// Waits until the instant; forever without one.
pub(super) async fn until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}
