//! What may happen to a site.

use std::time::{Duration, Instant};

/// What happens to a site.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// One of the servers is killed, as by `kill -9`, and started again a little later.
    Kill,
    /// One of the workers is killed, and another one started.
    KillWorker,
    /// The servers are asked to leave one after the other, and each is followed by the next version, which
    /// `PONDER_NEXT_SERVER` names.
    Upgrade,
    /// One of the servers stands still for so long, as a machine that is suspended does.
    Pause(Duration),
    /// NATS is gone for so long.
    NatsGone(Duration),
    /// PostgreSQL is gone for so long.
    DatabaseGone(Duration),
    /// The disk that PostgreSQL is on is full for so long.
    DiskFull(Duration),
}

/// A fault that has happened.
#[derive(Clone, Copy, Debug)]
pub struct Trouble {
    pub fault: Fault,
    pub begun: Instant,
    pub ended: Instant,
    /// The server that it happened to, if it did to one.
    pub server: Option<usize>,
}
