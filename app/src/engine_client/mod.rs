//! The engine in the browser: a worker that searches, and the page's way to it.
//!
//! `protocol` and `learning` are what the two say to each other, `ledger` what the server has to be
//! told; they are tested natively. `client` runs on the page, `worker` inside the worker, where
//! `memory` keeps what learners know, `network` fetches what judges positions, and `guests` are the
//! minds that are loaded when they are asked for. Only `session`, `analysis` and the bench call the
//! client.

use std::time::Duration;

#[cfg(feature = "hydrate")]
mod bench;
#[cfg(feature = "hydrate")]
pub mod client;
#[cfg(feature = "hydrate")]
mod guests;
pub mod learning;
mod ledger;
#[cfg(feature = "hydrate")]
mod memory;
#[cfg(feature = "hydrate")]
mod network;
pub mod protocol;
#[cfg(feature = "hydrate")]
mod worker;

#[cfg(feature = "hydrate")]
pub use bench::bench_in_worker;
#[cfg(feature = "hydrate")]
pub use memory::Keeper;
pub use protocol::{
    CountOrder, NetworkInfo, NetworkNews, SearchId, SearchOrder, SeeOrder, VerifyOrder,
};
#[cfg(feature = "hydrate")]
pub use worker::engine_worker;

/// A network that has not come after this is late: who waits for it is told, or waits no longer.
pub const NETWORK_DUE: Duration = Duration::from_secs(3);
