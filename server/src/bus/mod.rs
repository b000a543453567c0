//! What the servers of one site tell each other. It only spares waiting: whatever is told of games and accounts is
//! in the store, and a server that has missed it finds it there. What clients have spent is nowhere else.

mod local;
#[cfg(feature = "nats")]
mod nats;

use std::any::Any;
use std::fmt;
use std::sync::Arc;

use axum::body::Bytes;

pub use local::LocalBus;
#[cfg(feature = "nats")]
pub use nats::NatsBus;

/// What is done with what the others tell. It must not wait.
pub type Deliver = Arc<dyn Fn(Bytes) + Send + Sync>;

/// A server's connection to the others.
pub trait Bus: fmt::Debug + Send + Sync {
    /// Tells all other servers that listen to a topic; at most once, and nobody says whether it arrived. False if
    /// it was not sent.
    fn tell(&self, topic: &str, message: Bytes) -> bool;

    /// Has what others tell about a topic delivered, until the answer is dropped.
    fn listen(&self, topic: &str, deliver: Deliver) -> Listening;
}

/// Listens until it is dropped.
pub struct Listening {
    _until_dropped: Box<dyn Any + Send + Sync>,
}

impl Listening {
    pub fn until_dropped(guard: impl Any + Send + Sync) -> Self {
        Self {
            _until_dropped: Box::new(guard),
        }
    }
}

impl fmt::Debug for Listening {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Listening").finish_non_exhaustive()
    }
}
