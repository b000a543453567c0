//! The games that wait for somebody, told to all who look.

use std::{
    collections::{BTreeMap, HashMap},
    convert::Infallible,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use app::live::protocol::{OpenChallenge, Tell};
use tokio::sync::Notify;

use super::outbox::{Outbox, SocketId, written};

/// Challenges that are told, the latest.
const MOST_TOLD: usize = 50;

/// Changes within so long are told together.
const GATHER: Duration = Duration::from_millis(200);

/// What waits and who looks.
#[derive(Debug, Default)]
pub struct Lobby {
    inner: Mutex<Inner>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct Inner {
    /// By when they were made, and by their rows.
    open: BTreeMap<(i64, i64), OpenChallenge>,
    looking: HashMap<SocketId, Arc<Outbox>>,
}

impl Lobby {
    /// A game waits for somebody.
    pub fn open(&self, key: (i64, i64), challenge: OpenChallenge) {
        let before = self.inner().open.insert(key, challenge.clone());
        if before.as_ref() != Some(&challenge) {
            self.changed.notify_one();
        }
    }

    /// It no longer does.
    pub fn close(&self, key: (i64, i64)) {
        if self.inner().open.remove(&key).is_some() {
            self.changed.notify_one();
        }
    }

    /// Somebody looks.
    pub fn look(&self, outbox: &Arc<Outbox>) {
        let mut inner = self.inner();
        inner.looking.insert(outbox.id, Arc::clone(outbox));
        outbox.push(written(&inner.list()));
    }

    /// Somebody looks no longer.
    pub fn leave(&self, socket: SocketId) {
        self.inner().looking.remove(&socket);
    }

    /// Tells all who look of what changes, for as long as it is polled.
    pub async fn keep_telling(&self) -> Infallible {
        loop {
            self.changed.notified().await;
            tokio::time::sleep(GATHER).await;
            let inner = self.inner();
            if inner.looking.is_empty() {
                continue;
            }
            let list = written(&inner.list());
            for outbox in inner.looking.values() {
                outbox.push(list.clone());
            }
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Nothing in here panics halfway.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn list(&self) -> Tell {
        let challenges = self.open.values().rev().take(MOST_TOLD).cloned().collect();
        Tell::Lobby { challenges }
    }
}
