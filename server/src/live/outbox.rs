//! What waits to be sent to one socket. Bounded: who reads too slowly is brought up to date once,
//! with whole games instead of what was missed, and let go the second time. Nobody waits for anybody
//! here.

use std::{
    collections::VecDeque,
    net::IpAddr,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicU64, Ordering},
    },
};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::Notify;
use wire::live::protocol::ServerMessage;

/// Messages that may wait.
const MOST_WAITING: usize = 64;

/// A socket that was brought up to date has caught up for good after so many sent messages.
const CAUGHT_UP: u32 = 256;

/// Which socket.
pub type SocketId = u64;

/// What waits to be sent to one socket.
#[derive(Debug)]
pub struct Outbox {
    /// Which.
    pub id: SocketId,
    /// Where it comes from.
    pub from: IpAddr,
    inner: Mutex<Inner>,
    filled: Notify,
}

#[derive(Debug, Default)]
struct Inner {
    waiting: VecDeque<Utf8Bytes>,
    /// What was to be sent was more than may wait, and is gone.
    behind: bool,
    /// A game that is watched goes on elsewhere.
    moved: bool,
    /// Messages until another overflow is forgiven; 0 when none has to be.
    on_probation: u32,
    /// It is to be closed.
    closed: Option<Why>,
}

/// Why a socket is closed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// It was too slow twice.
    Slow,
    /// The server leaves, or whoever it belongs to is somebody else now: a new one finds its way.
    Again,
}

/// What to do next for a socket.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Next {
    /// Send this.
    Send(Utf8Bytes),
    /// Ask for whole games: something was lost.
    CatchUp,
    /// Let it go.
    Close(Why),
}

impl Outbox {
    /// An empty one for a new socket of this address.
    pub fn new(from: IpAddr) -> Self {
        static LAST: AtomicU64 = AtomicU64::new(0);
        Self {
            id: LAST.fetch_add(1, Ordering::Relaxed),
            from,
            inner: Mutex::default(),
            filled: Notify::new(),
        }
    }

    /// Has this sent; it may have been written for many.
    pub fn push(&self, message: Utf8Bytes) {
        let mut inner = self.inner();
        if inner.behind || inner.closed.is_some() {
            return;
        }
        if inner.waiting.len() < MOST_WAITING {
            inner.waiting.push_back(message);
        } else {
            inner.waiting = VecDeque::new();
            inner.closed = (inner.on_probation > 0).then_some(Why::Slow);
            inner.behind = inner.closed.is_none();
        }
        drop(inner);
        self.filled.notify_one();
    }

    /// The same of what is for this one alone.
    pub fn tell(&self, tell: &ServerMessage) {
        self.push(written(tell));
    }

    /// Has the socket ask for whole games: what it watches goes on elsewhere.
    pub fn send_elsewhere(&self) {
        self.inner().moved = true;
        self.filled.notify_one();
    }

    /// Has the socket closed, so that it comes again.
    pub fn close(&self) {
        let mut inner = self.inner();
        inner.closed = Some(Why::Again);
        inner.waiting = VecDeque::new();
        drop(inner);
        self.filled.notify_one();
    }

    /// What to do next, once there is something.
    pub async fn next(&self) -> Next {
        loop {
            if let Some(next) = self.inner().next() {
                return next;
            }
            self.filled.notified().await;
        }
    }

    fn inner(&self) -> MutexGuard<'_, Inner> {
        // Nothing in here panics halfway.
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Inner {
    fn next(&mut self) -> Option<Next> {
        if let Some(why) = self.closed {
            return Some(Next::Close(why));
        }
        if self.behind {
            self.behind = false;
            self.on_probation = CAUGHT_UP;
            return Some(Next::CatchUp);
        }
        if std::mem::take(&mut self.moved) {
            return Some(Next::CatchUp);
        }
        let message = self.waiting.pop_front()?;
        self.on_probation = self.on_probation.saturating_sub(1);
        if self.waiting.is_empty() {
            // Most sockets have nothing waiting most of the time.
            self.waiting = VecDeque::new();
        }
        Some(Next::Send(message))
    }
}

/// As it goes over the wire.
pub fn written(tell: &ServerMessage) -> Utf8Bytes {
    // Such a message can always be written.
    serde_json::to_string(tell).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use futures::FutureExt;

    use super::*;

    fn filled(outbox: &Outbox, with: usize) {
        for index in 0..with {
            outbox.push(index.to_string().into());
        }
    }

    fn now(outbox: &Outbox) -> Option<Next> {
        outbox.next().now_or_never()
    }

    #[test]
    fn what_is_pushed_is_sent_in_its_order() {
        let outbox = Outbox::new(IpAddr::from([127, 0, 0, 1]));
        assert_eq!(now(&outbox), None);
        filled(&outbox, MOST_WAITING);
        for index in 0..MOST_WAITING {
            assert_eq!(now(&outbox), Some(Next::Send(index.to_string().into())));
        }
        assert_eq!(now(&outbox), None);
    }

    #[test]
    fn who_is_too_slow_catches_up_once_and_is_let_go_the_second_time() {
        let outbox = Outbox::new(IpAddr::from([127, 0, 0, 1]));
        filled(&outbox, 10 * MOST_WAITING);
        assert_eq!(now(&outbox), Some(Next::CatchUp));
        assert_eq!(now(&outbox), None, "what was lost does not come");
        filled(&outbox, MOST_WAITING + 1);
        assert_eq!(now(&outbox), Some(Next::Close(Why::Slow)));
        filled(&outbox, 1);
        assert_eq!(
            now(&outbox),
            Some(Next::Close(Why::Slow)),
            "and stays closed"
        );
    }

    #[test]
    fn who_has_kept_up_for_long_is_forgiven() {
        let outbox = Outbox::new(IpAddr::from([127, 0, 0, 1]));
        filled(&outbox, MOST_WAITING + 1);
        assert_eq!(now(&outbox), Some(Next::CatchUp));
        for _ in 0..CAUGHT_UP {
            filled(&outbox, 1);
            assert!(matches!(now(&outbox), Some(Next::Send(_))));
        }
        filled(&outbox, MOST_WAITING + 1);
        assert_eq!(now(&outbox), Some(Next::CatchUp));
    }

    #[test]
    fn a_closed_one_takes_nothing() {
        let outbox = Outbox::new(IpAddr::from([127, 0, 0, 1]));
        filled(&outbox, 3);
        outbox.close();
        filled(&outbox, 3);
        assert_eq!(now(&outbox), Some(Next::Close(Why::Again)));
    }
}
