//! Searches over HTTP: a pool of threads of their own, and the handlers in front of it.
//!
//! `pool` knows nothing of chess: it queues tasks, in `lanes` that take turns, and stops them when
//! nobody waits any more. `desk` is what each of its threads works with, `limits` what a caller may
//! ask for. `searches` is the one way in: it keeps answers by their `key` and has equal searches
//! made once (`flights`). `handlers` are the routes, `form` how an answer goes out, `batch` many at
//! once.

pub mod batch;
pub mod desk;
mod flights;
mod form;
pub mod handlers;
mod key;
mod lanes;
pub mod limits;
pub mod pool;
mod queue;
pub mod searches;
