//! Searches over HTTP: a pool of dedicated threads, and the handlers in front of it.
//!
//! `service` is the entry: it caches answers (`answer_cache`, by `cache_key`) and shares equal
//! searches (`in_flight`), and has the others made by a `backend`. `pool` runs jobs on threads and knows nothing of chess: it takes them
//! from a `queue` with a turn for each client (`fair_queue`), pauses long ones, and stops cancelled
//! ones (`ticket`). `demand` says what a search needs of the pool, `worker` runs it, `found` is its
//! result, and `limits` bound it. With `remote`, other machines make searches in place of the pool. `handlers` are the routes, `batch` runs many searches, and
//! `accept` chooses the `response_format`.

mod accept;
mod answer_cache;
pub mod backend;
pub mod batch;
mod cache_key;
mod demand;
mod fair_queue;
mod found;
pub mod handlers;
mod in_flight;
pub mod limits;
pub mod pool;
pub mod queue;
#[cfg(feature = "nats")]
pub mod remote;
mod request_context;
mod response_format;
pub mod service;
mod ticket;
pub mod worker;
