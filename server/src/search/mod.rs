//! Searches over HTTP: a pool of threads of their own, and the handlers in front of it.
//!
//! `pool` knows nothing of chess: it queues tasks and stops them when nobody waits any more.
//! `desk` is what each of its threads works with, `limits` what a caller may ask for, `handlers`
//! the two routes. Only `routes` and `lib` call in here.

pub mod desk;
pub mod handlers;
pub mod limits;
pub mod pool;
mod queue;
