//! What a room does when time passes.

use tokio::time::Instant;

use super::actions::NotCommitted;
use super::state::GameRoom;
use crate::live::clock::Now;

impl GameRoom {
    /// When the next timer fires.
    pub(super) fn due(&self) -> Option<Instant> {
        let turn = self.live.turn();
        let flag = self.live.due(self.lag_ms[turn.index()]);
        // An engine player's time is seen to by its search, here or on another server.
        let is_person = self.live.player(turn).user().is_some();
        let flag = flag.filter(|_| !self.is_closing() && is_person);
        let presence = self.presence.due(self.now());
        let timers = [flag, presence].into_iter().flatten().min();
        let timers = timers.map(|due| self.services.time.moment(due));
        let acts = self.engine_must_act().then_some(self.retry_at);
        let due = [timers, acts].into_iter().flatten().min()?;
        Some(due.max(self.retry_at))
    }

    pub(super) async fn on_timer(&mut self) {
        let now = self.now();
        self.tick(now).await;
        if self.presence.due(now).is_some_and(|due| due <= now) {
            self.broadcast_presence();
        }
    }

    /// Applies what the passing of time alone has changed by `at`.
    pub(super) async fn tick(&mut self, at: Now) {
        if self.engine_is_searching() {
            return;
        }
        let lag = self.lag_ms[self.live.turn().index()];
        if let Some(change) = self.live.tick(lag, at) {
            match self.commit(change, None).await {
                // After a failure the timer fires again, and an outdated room may have been wrong.
                Ok(()) | Err(NotCommitted::Refused(_) | NotCommitted::Outdated) => {}
            }
        }
    }

    /// Whether the server is shutting down.
    pub(super) fn is_closing(&self) -> bool {
        self.services.is_closing()
    }

    /// Whether nobody watches and no search is pending. The deadline is in the store.
    pub(super) fn is_idle(&self) -> bool {
        self.watchers.is_empty() && self.engine_search.is_none() && !self.engine_must_act()
    }
}

/// Waits until the instant; forever without one.
pub(super) async fn until(due: Option<Instant>) {
    match due {
        Some(due) => tokio::time::sleep_until(due).await,
        None => std::future::pending().await,
    }
}
