//! What a room does when time passes.

use std::time::Duration;

use wire::live::game_view::GameStage;

use super::state::GameRoom;
use crate::live::{clock::Now, moment, now};

/// Attempts to store the clocks at shutdown.
const REST_TRIES: usize = 3;

/// Pause between the attempts.
const REST_PAUSE: Duration = Duration::from_millis(100);

impl GameRoom {
    /// When the next timer fires.
    pub(super) fn due(&self) -> Option<Now> {
        let turn = self.live.turn();
        let flag = self.live.due(self.lag_ms[turn.index()]);
        let presence = self.presence.due();
        let acts = self.engine_must_act().then_some(self.retry_at);
        let flag = flag.filter(|_| !self.is_closing() && !self.engine_is_searching());
        let due = [flag, presence, acts];
        let due = due.into_iter().flatten().min()?;
        Some(due.max(self.retry_at))
    }

    pub(super) async fn on_timer(&mut self) {
        let now = now();
        self.tick(now).await;
        if self.presence.due().is_some_and(|due| due <= now) {
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
            // After a failure the timer fires again.
            self.commit(change, None).await.ok();
        }
    }

    /// Stops the clocks and stores them.
    pub(super) async fn stop_clocks(&mut self) {
        self.is_stopping = true;
        if self.live.stage != GameStage::Playing {
            return;
        }
        let Some(clock) = &mut self.live.clock else {
            return;
        };
        clock.stop(now());
        for _ in 0..REST_TRIES {
            let kept = self.services.store.store_clocks(self.live.clone()).await;
            let Err(error) = kept else { return };
            tracing::warn!(game = %self.live.link, %error, "clocks were not written down");
            tokio::time::sleep(REST_PAUSE).await;
        }
    }

    /// Whether the room or the server is shutting down.
    pub(super) fn is_closing(&self) -> bool {
        self.is_stopping || self.services.is_closing()
    }

    /// Whether nobody watches and no timer or search is pending.
    pub(super) fn is_idle(&self) -> bool {
        self.watchers.is_empty()
            && self.engine_search.is_none()
            && !self.engine_must_act()
            && self.live.due(0).is_none()
    }
}

/// Waits until the time; forever without one.
pub(super) async fn until(due: Option<Now>) {
    match due {
        Some(due) => tokio::time::sleep_until(moment(due)).await,
        None => std::future::pending().await,
    }
}
