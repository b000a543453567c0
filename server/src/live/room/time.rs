//! What happens though nobody asks for it.

use std::time::Duration;

use wire::live::game_view::GameStage;

use super::state::Room;
use crate::live::{clock::Now, moment, now};

/// How often it is tried to write the clocks down when the server leaves…
const REST_TRIES: usize = 3;

/// … and how long it takes between.
const REST_PAUSE: Duration = Duration::from_millis(100);

impl Room {
    /// When something is to be done though nobody asks for it.
    pub(super) fn due(&self) -> Option<Now> {
        let turn = self.table.turn();
        let flag = self.table.due(self.lag_ms[turn.index()]);
        let presence = self.presence.due();
        let acts = self.mind_must_act().then_some(self.again);
        let flag = flag.filter(|_| !self.is_resting() && !self.mind_thinks());
        let due = [flag, presence, acts];
        let due = due.into_iter().flatten().min()?;
        Some(due.max(self.again))
    }

    pub(super) async fn pass_time(&mut self) {
        let now = now();
        self.tick(now).await;
        if self.presence.due().is_some_and(|due| due <= now) {
            self.tell_presence();
        }
    }

    /// What the time alone has done by `at`.
    pub(super) async fn tick(&mut self, at: Now) {
        if self.mind_thinks() {
            return;
        }
        let lag = self.lag_ms[self.table.turn().index()];
        if let Some(step) = self.table.tick(lag, at) {
            // If it can't be kept now, it is due again.
            self.keep(step, None).await.ok();
        }
    }

    /// The clocks stand from now on, and are kept as they stand.
    pub(super) async fn rest(&mut self) {
        self.resting = true;
        if self.table.stage != GameStage::Playing {
            return;
        }
        let turn = self.table.turn();
        let Some(clock) = &mut self.table.clock else {
            return;
        };
        clock.stop(turn, now());
        for _ in 0..REST_TRIES {
            let kept = self.services.store.rest_table(self.table.clone()).await;
            let Err(error) = kept else { return };
            tracing::warn!(game = %self.table.link, %error, "clocks were not written down");
            tokio::time::sleep(REST_PAUSE).await;
        }
    }

    /// Whether the server leaves.
    pub(super) fn is_resting(&self) -> bool {
        self.resting || self.services.is_closing()
    }

    /// Nobody watches, and nothing happens by itself.
    pub(super) fn is_idle(&self) -> bool {
        self.watchers.is_empty()
            && self.thinking.is_none()
            && !self.mind_must_act()
            && self.table.due(0).is_none()
    }
}

/// Waits for a moment, if there is one.
pub(super) async fn until(due: Option<Now>) {
    match due {
        Some(due) => tokio::time::sleep_until(moment(due)).await,
        None => std::future::pending().await,
    }
}
