//! The bounded queue of messages to one socket. A slow reader gets snapshots instead of what it
//! missed once; the second time it is closed. Senders never wait.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::atomic::{AtomicU64, Ordering};

use axum::extract::ws::Utf8Bytes;
use parking_lot::Mutex;
use tokio::sync::Notify;
use wire::live::protocol::ServerMessage;

/// Messages that may wait.
const MAX_WAITING: usize = 64;

/// Messages that a socket has to receive after an overflow before another one is forgiven.
const CAUGHT_UP: u32 = 256;

/// Identifies a socket.
pub type SocketId = u64;

/// The messages that wait for one socket.
#[derive(Debug)]
pub struct Outbox {
    pub id: SocketId,
    /// The socket's address.
    pub from: IpAddr,
    inner: Mutex<OutboxState>,
    changed: Notify,
}

#[derive(Debug, Default)]
struct OutboxState {
    waiting: VecDeque<Utf8Bytes>,
    /// The queue has overflowed and was cleared.
    overflowed: bool,
    /// The room of a watched game has ended; the socket subscribes again.
    must_resubscribe: bool,
    /// Messages left until another overflow is forgiven; 0 without an overflow.
    probation_left: u32,
    /// Why the socket is to be closed.
    closed: Option<CloseReason>,
}

/// Why a socket is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CloseReason {
    /// The queue has overflowed twice.
    Slow,
    /// The server is shutting down, or the user has changed: the client connects again.
    Reconnect,
}

/// What a socket does next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum OutboxAction {
    Send(Utf8Bytes),
    /// Request snapshots: messages were lost.
    CatchUp,
    Close(CloseReason),
}

impl Outbox {
    /// An empty outbox for a new socket.
    pub fn new(from: IpAddr) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self {
            id: LAST.fetch_add(1, Ordering::Relaxed),
            from,
            inner: Mutex::default(),
            changed: Notify::new(),
        }
    }

    /// Queues a serialized message, which many outboxes may share.
    pub fn push(&self, message: Utf8Bytes) {
        let mut inner = self.inner.lock();
        if inner.overflowed || inner.closed.is_some() {
            return;
        }
        if inner.waiting.len() < MAX_WAITING {
            inner.waiting.push_back(message);
        } else {
            inner.waiting = VecDeque::new();
            inner.closed = (inner.probation_left > 0).then_some(CloseReason::Slow);
            inner.overflowed = inner.closed.is_none();
        }
        drop(inner);
        self.changed.notify_one();
    }

    /// Serializes and queues a message.
    pub fn send(&self, message: &ServerMessage) {
        self.push(serialized(message));
    }

    /// Makes the socket subscribe again to what it watches.
    pub fn resubscribe(&self) {
        self.inner.lock().must_resubscribe = true;
        self.changed.notify_one();
    }

    /// Closes the socket, so that its client connects again.
    pub fn close(&self) {
        let mut inner = self.inner.lock();
        inner.closed = Some(CloseReason::Reconnect);
        inner.waiting = VecDeque::new();
        drop(inner);
        self.changed.notify_one();
    }

    /// Waits for the next action.
    pub async fn next(&self) -> OutboxAction {
        loop {
            if let Some(next) = self.inner.lock().next() {
                return next;
            }
            self.changed.notified().await;
        }
    }
}

impl OutboxState {
    fn next(&mut self) -> Option<OutboxAction> {
        if let Some(why) = self.closed {
            return Some(OutboxAction::Close(why));
        }
        if self.overflowed {
            self.overflowed = false;
            self.probation_left = CAUGHT_UP;
            return Some(OutboxAction::CatchUp);
        }
        if std::mem::take(&mut self.must_resubscribe) {
            return Some(OutboxAction::CatchUp);
        }
        let message = self.waiting.pop_front()?;
        self.probation_left = self.probation_left.saturating_sub(1);
        if self.waiting.is_empty() {
            // Most queues are empty most of the time, so the memory is released.
            self.waiting = VecDeque::new();
        }
        Some(OutboxAction::Send(message))
    }
}

/// The message as JSON.
pub fn serialized(message: &ServerMessage) -> Utf8Bytes {
    // These messages always serialize.
    serde_json::to_string(message).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn fill(outbox: &Outbox, with: usize) {
        for index in 0..with {
            outbox.push(index.to_string().into());
        }
    }

    fn now(outbox: &Outbox) -> Option<OutboxAction> {
        outbox.next().now_or_never()
    }

    #[test]
    fn what_is_pushed_is_sent_in_its_order() {
        let outbox = Outbox::new(IpAddr::from([127, 0, 0, 1]));
        assert_eq!(now(&outbox), None);
        fill(&outbox, MAX_WAITING);
        for index in 0..MAX_WAITING {
            assert_eq!(
                now(&outbox),
                Some(OutboxAction::Send(index.to_string().into()))
            );
        }
        assert_eq!(now(&outbox), None);
    }

    #[test]
    fn who_is_too_slow_catches_up_once_and_is_let_go_the_second_time() {
        let outbox = Outbox::new(IpAddr::from([127, 0, 0, 1]));
        fill(&outbox, 10 * MAX_WAITING);
        assert_eq!(now(&outbox), Some(OutboxAction::CatchUp));
        assert_eq!(now(&outbox), None, "what was lost does not come");
        fill(&outbox, MAX_WAITING + 1);
        assert_eq!(now(&outbox), Some(OutboxAction::Close(CloseReason::Slow)));
        fill(&outbox, 1);
        assert_eq!(
            now(&outbox),
            Some(OutboxAction::Close(CloseReason::Slow)),
            "and stays closed"
        );
    }

    #[test]
    fn who_has_kept_up_for_long_is_forgiven() {
        let outbox = Outbox::new(IpAddr::from([127, 0, 0, 1]));
        fill(&outbox, MAX_WAITING + 1);
        assert_eq!(now(&outbox), Some(OutboxAction::CatchUp));
        for _ in 0..CAUGHT_UP {
            fill(&outbox, 1);
            assert!(matches!(now(&outbox), Some(OutboxAction::Send(_))));
        }
        fill(&outbox, MAX_WAITING + 1);
        assert_eq!(now(&outbox), Some(OutboxAction::CatchUp));
    }

    #[test]
    fn a_closed_one_takes_nothing() {
        let outbox = Outbox::new(IpAddr::from([127, 0, 0, 1]));
        fill(&outbox, 3);
        outbox.close();
        fill(&outbox, 3);
        assert_eq!(
            now(&outbox),
            Some(OutboxAction::Close(CloseReason::Reconnect))
        );
    }
}
