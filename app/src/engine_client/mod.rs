//! The engine in the browser: a worker that searches, and the page's client of it.
//!
//! `client::worker` is their protocol. `page_worker` and `worker_client` run on the page, `worker` inside the
//! worker, where `learner_store` stores the learner's table, `learner_exchange` sends the server what
//! it does not know of it, `network_loader` fetches the network, and `lazy_players` has the players
//! that load on request.
//!
//! Architecture invariant: nothing here knows a controller or a component.

use std::time::Duration;

#[cfg(feature = "hydrate")]
pub mod bench;
pub mod page_worker;
#[cfg(feature = "hydrate")]
pub mod worker;
pub mod worker_client;

/// How long the page waits for the network before it goes on without it.
pub const NETWORK_TIMEOUT: Duration = Duration::from_secs(3);
