//! The shared state of a queued or running search and its caller.

use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};

use tokio::sync::Notify;

/// The state of one search.
#[derive(Debug, Default)]
pub struct Ticket {
    stage: AtomicU8,
    stop: AtomicBool,
    /// Wakes whoever waits for the cancellation.
    stopped: Notify,
    /// How often the search has polled.
    looks: AtomicU64,
    /// How often it had polled when it was cancelled.
    looks_before: OnceLock<u64>,
}

const WAITING: u8 = 0;
const RUNNING: u8 = 1;
const GIVEN_UP: u8 = 2;
const DISPLACED: u8 = 3;

impl Ticket {
    /// Moves from waiting to running; `false` if it was cancelled before.
    pub fn start(&self) -> bool {
        self.stage
            .compare_exchange(WAITING, RUNNING, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    }

    /// Cancels a waiting search; `false` if it is running.
    pub fn give_up_waiting(&self) -> bool {
        self.stage
            .compare_exchange(WAITING, GIVEN_UP, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    }

    /// Cancels a waiting or running search.
    pub fn give_up(&self) {
        self.give_up_waiting();
        self.looks_before
            .get_or_init(|| self.looks.load(Ordering::Relaxed));
        self.stop.store(true, Ordering::Release);
        self.stopped.notify_one();
    }

    /// Waits until the search is cancelled; one task may wait.
    pub async fn stopped(&self) {
        while !self.was_stopped() {
            self.stopped.notified().await;
        }
    }

    /// Whether the search was cancelled. Called by the search, and counted.
    pub fn is_stopped(&self) -> bool {
        self.looks.fetch_add(1, Ordering::Relaxed);
        self.was_stopped()
    }

    /// The same without counting.
    pub fn was_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// The number of polls before the cancellation.
    pub fn looks_before_stop(&self) -> Option<u64> {
        self.looks_before.get().copied()
    }

    /// Marks a waiting search as displaced.
    pub fn displace(&self) {
        self.stage.store(DISPLACED, Ordering::Release);
    }

    /// Whether the search lost its place to a client with fewer searches.
    pub fn is_displaced(&self) -> bool {
        self.stage.load(Ordering::Acquire) == DISPLACED
    }

    /// Whether the search was cancelled before it began.
    pub fn is_given_up(&self) -> bool {
        self.stage.load(Ordering::Acquire) == GIVEN_UP
    }
}
