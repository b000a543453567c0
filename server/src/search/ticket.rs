//! One caller's hold on its search: where the search stands and whether it should end.

use std::sync::{
    OnceLock,
    atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering},
};

/// One caller's hold on its search.
#[derive(Debug, Default)]
pub struct Ticket {
    stage: AtomicU8,
    stop: AtomicBool,
    /// How often the search has asked whether to end.
    looks: AtomicU64,
    /// How often it had before it was told to.
    looks_before: OnceLock<u64>,
}

const WAITING: u8 = 0;
const RUNNING: u8 = 1;
const GIVEN_UP: u8 = 2;
const DISPLACED: u8 = 3;

impl Ticket {
    /// Takes the search from waiting to running; `false` when it was given up before.
    pub fn start(&self) -> bool {
        self.stage
            .compare_exchange(WAITING, RUNNING, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    }

    /// Gives the search up if it still waits; `false` when it runs already.
    pub fn give_up_waiting(&self) -> bool {
        self.stage
            .compare_exchange(WAITING, GIVEN_UP, Ordering::AcqRel, Ordering::Acquire)
            .is_ok()
    }

    /// Gives the search up wherever it stands: it does not start, or is told to end.
    pub fn give_up(&self) {
        self.give_up_waiting();
        self.looks_before
            .get_or_init(|| self.looks.load(Ordering::Relaxed));
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Whether the search was told to end. Asked by the search itself, and counted.
    pub fn is_stopped(&self) -> bool {
        self.looks.fetch_add(1, Ordering::Relaxed);
        self.was_stopped()
    }

    /// The same, without counting.
    pub fn was_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// How often the search asked until it was told to end, if it was.
    pub fn looks_before_stop(&self) -> Option<u64> {
        self.looks_before.get().copied()
    }

    /// Takes the search's place away, before it is dropped.
    pub fn displace(&self) {
        self.stage.store(DISPLACED, Ordering::Release);
    }

    /// Whether the search lost its place to a client with fewer of them.
    pub fn is_displaced(&self) -> bool {
        self.stage.load(Ordering::Acquire) == DISPLACED
    }

    /// Whether the search was given up before it began.
    pub fn is_given_up(&self) -> bool {
        self.stage.load(Ordering::Acquire) == GIVEN_UP
    }
}
