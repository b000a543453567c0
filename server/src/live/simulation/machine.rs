//! A machine, which may stand still or be killed, and which servers run on.

use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use parking_lot::Mutex;
use tokio::sync::Notify;

/// What a machine does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MachineState {
    Runs,
    /// As a process that was stopped: it goes on where it was.
    StandsStill,
    /// It never goes on.
    Killed,
}

/// A machine for one run of a server; cheap to clone.
#[derive(Clone, Debug)]
pub struct Machine(Arc<MachineInner>);

#[derive(Debug)]
struct MachineInner {
    state: Mutex<MachineState>,
    /// Wakes all who wait in the order in which they came; tokio's `watch` does so in one by chance.
    changed: Notify,
    reaches_store: AtomicBool,
}

impl Machine {
    pub fn new() -> Self {
        Self(Arc::new(MachineInner {
            state: Mutex::new(MachineState::Runs),
            changed: Notify::new(),
            reaches_store: AtomicBool::new(true),
        }))
    }

    /// One that was killed stays so.
    pub fn set(&self, state: MachineState) {
        let mut now = self.0.state.lock();
        if *now != MachineState::Killed {
            *now = state;
            drop(now);
            self.0.changed.notify_waiters();
        }
    }

    pub fn runs(&self) -> bool {
        *self.0.state.lock() == MachineState::Runs
    }

    pub fn is_killed(&self) -> bool {
        *self.0.state.lock() == MachineState::Killed
    }

    /// Waits until it runs; for ever if it was killed.
    pub async fn until_it_runs(&self) {
        loop {
            let mut changed = pin!(self.0.changed.notified());
            changed.as_mut().enable();
            if self.runs() {
                return;
            }
            changed.await;
        }
    }

    /// Cuts it off from the store, or connects it again.
    pub fn set_reaches_store(&self, reaches: bool) {
        self.0.reaches_store.store(reaches, Ordering::Relaxed);
    }

    pub fn reaches_store(&self) -> bool {
        self.0.reaches_store.load(Ordering::Relaxed)
    }
}
