//! The messages between the page and the engine's worker, as bytes (postcard): both ends are the
//! same build, so no names have to travel, and the bundle carries no second reader of JSON.
//!
//! A search is stopped past the queue of messages, by a flag in shared memory: the flag holds the
//! highest [`SearchId`] that has to end. Ids only grow, so the flag is never taken back and no
//! stop can hit a later search or be lost before its own has begun.

mod messages;
mod network;
mod position_orders;
mod report_batch;
mod search_order;

pub use messages::{BenchFigures, FromWorker, ToWorker};
pub use network::{NetworkInfo, NetworkNews};
pub use position_orders::{CountOrder, SeeOrder, VerifyOrder};
pub use report_batch::{BATCH_MS, BATCH_ROOT_MOVES, Batch};
pub use search_order::{HASH_MB, SearchId, SearchOrder};
