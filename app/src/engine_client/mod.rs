//! The engine in the browser: a worker that searches, and the page's way to it.
//!
//! `client::worker` is what the two say to each other. `worker_client` runs on the page, `worker`
//! inside the worker, where `memory` keeps what learners know, `network` fetches what judges
//! positions, and `guests` are the strategies that are loaded when they are asked for. Only the
//! controllers and the bench call the client.

use std::time::Duration;

#[cfg(feature = "hydrate")]
mod bench;
#[cfg(feature = "hydrate")]
mod lazy_players;
#[cfg(feature = "hydrate")]
mod learner_store;
#[cfg(feature = "hydrate")]
mod network_loader;
#[cfg(feature = "hydrate")]
mod worker;
pub mod worker_client;

#[cfg(feature = "hydrate")]
pub use bench::bench_in_worker;
#[cfg(feature = "hydrate")]
pub use learner_store::LearnerStore;
#[cfg(feature = "hydrate")]
pub use worker::engine_worker;

/// A network that has not come after this is late: who waits for it is told, or waits no longer.
pub const NETWORK_TIMEOUT: Duration = Duration::from_secs(3);
