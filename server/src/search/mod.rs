//! Searches over HTTP: a pool of threads of their own, and the handlers in front of it.
//!
//! `pool` knows nothing of chess: its threads take tasks from a `queue` in which clients take turns
//! (`fair_queue`), pause long ones for others, and stop those that nobody waits for any more (`ticket`
//! is a caller's hold on one). `demand` says what a search needs of them. `desk` is what each of its
//! threads works with, `limits` what a caller may ask for. `searches` is the one way in: it keeps
//! answers by their `key` (`answer_cache`) and has equal searches made once (`flights`). `handlers`
//! are the routes, `form` how an answer goes out (and `accept` in which form), `batch` many at
//! once.

mod accept;
mod answer_cache;
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
mod response_format;
pub mod service;
mod ticket;
pub mod worker;
