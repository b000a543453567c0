//! Somebody who watches a game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use super::seat::Seat;

/// How often is looked whether it is over.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// How often a server that says nothing is asked whether it is there.
const PING_EVERY: Duration = Duration::from_secs(1);

/// A server that has not answered for so long is left.
const PATIENCE: Duration = Duration::from_secs(3);

/// A watcher of one game.
#[derive(Debug)]
pub struct Watcher {
    seat: Seat,
    over: Arc<AtomicBool>,
    /// When the server was heard last, and asked last.
    heard: Instant,
    asked: Instant,
}

/// What a watcher has seen.
#[derive(Debug, Default)]
pub struct Watched {
    /// When each version was known first.
    pub seen: Vec<(u64, Instant)>,
    /// What could not be true.
    pub wrong: Option<String>,
}

impl Watcher {
    /// Watches until it is over.
    pub fn new(seat: Seat, over: Arc<AtomicBool>) -> Self {
        Self {
            seat,
            over,
            heard: Instant::now(),
            asked: Instant::now(),
        }
    }

    pub async fn watch(mut self) -> Watched {
        let mut watched = Watched::default();
        while !self.over.load(Ordering::Relaxed) {
            if let Err(wrong) = self.look(&mut watched).await {
                watched.wrong = Some(format!("a watcher: {wrong}"));
                break;
            }
        }
        watched
    }

    async fn look(&mut self, watched: &mut Watched) -> Result<(), String> {
        if !self.seat.is_connected() {
            self.seat.connect().await?;
            self.heard = Instant::now();
        }
        if self.seat.receive(LOOK_EVERY).await?.is_some() {
            self.heard = Instant::now();
        } else if self.heard.elapsed() > PATIENCE {
            self.seat.leave();
        } else if self.heard.elapsed().min(self.asked.elapsed()) > PING_EVERY {
            self.asked = Instant::now();
            self.seat.ping().await;
        }
        if let Some(version) = self.seat.mirror().version()
            && watched.seen.last().is_none_or(|(seen, _)| *seen < version)
        {
            watched.seen.push((version, Instant::now()));
        }
        Ok(())
    }
}
