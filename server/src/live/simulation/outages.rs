//! When no server could write into the store, and when the store's clock was set: what clocks may go by.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};

use super::shared::Shared;
use crate::live::game_time::MAX_SILENCE_MS;

/// How often is looked.
const EVERY: Duration = Duration::from_millis(50);

/// A server learns with its heartbeat, each second, that the clock was set.
const LEARNED_AFTER: Duration = Duration::from_secs(3);

/// What has happened to the store of a run.
#[derive(Debug, Default)]
pub struct Outages {
    /// From when until when no server could write.
    silences: Vec<(Instant, Instant)>,
    /// When the clock was set ahead, and by how much of it a silence counts at most.
    ahead: Vec<(Instant, Duration)>,
    /// When it was set back: a silence may look shorter then than it was.
    back: Vec<Instant>,
}

impl Outages {
    /// Watches until the run is over.
    pub async fn watch(shared: Arc<Shared>) -> Self {
        let mut outages = Self::default();
        let mut silent_since = None;
        let mut set_by = shared.store().set_by_ms;
        while !shared.is_over() {
            let now = Instant::now();
            match (shared.can_write(), silent_since) {
                (false, None) => silent_since = Some(now),
                (true, Some(since)) => {
                    outages.silences.push((since, now));
                    silent_since = None;
                }
                _ => {}
            }
            let set = shared.store().set_by_ms;
            if set < set_by {
                outages.back.push(now);
            }
            if let Ok(by @ 1..) = u64::try_from(set - set_by) {
                let most = MAX_SILENCE_MS.unsigned_abs();
                outages
                    .ahead
                    .push((now, Duration::from_millis(by.min(most))));
            }
            set_by = set;
            sleep(EVERY).await;
        }
        outages
    }

    /// How much of the time between two moments has to count for no clock.
    pub fn stood(&self, from: Instant, until: Instant) -> Duration {
        // Shorter ones are not told from a slow database; the looks are some way apart.
        let longest = Duration::from_millis(MAX_SILENCE_MS.unsigned_abs()) + 4 * EVERY;
        let is_plain = |silence: &&(Instant, Instant)| {
            let (begin, end) = silence;
            !self
                .back
                .iter()
                .any(|at| (*begin - EVERY..=*end + EVERY).contains(at))
        };
        let silences = self.silences.iter().filter(is_plain);
        let within = silences.map(|(begin, end)| (*begin.max(&from), *end.min(&until)));
        let silences = within.map(|(begin, end)| end.saturating_duration_since(begin));
        silences.filter(|silence| *silence > longest).sum()
    }

    /// How far the clock was set ahead between two moments, as servers may have learned by then.
    pub fn set_ahead(&self, from: Instant, until: Instant) -> Duration {
        let from = from - LEARNED_AFTER;
        let within = self
            .ahead
            .iter()
            .filter(|(at, _)| (from..=until).contains(at));
        within.map(|(_, by)| *by).sum()
    }
}
