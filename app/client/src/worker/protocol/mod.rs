//! The messages between the page and the engine's worker, encoded by postcard: both ends are the
//! same build, so no field names are sent, and the bundle needs no second JSON parser.
//!
//! A stop request bypasses the message queue: a shared flag holds the highest [`SearchId`] that has
//! to end. Ids only grow, so the flag is never reset, and a stop cannot hit a later search or come
//! before its own search has begun.

mod messages;
mod report_batch;
mod search_order;

pub use messages::{
    BenchResult, EngineCommand, FromWorker, LazyPart, NetworkInfo, NetworkProgress, PositionOrder,
    ToWorker, VerifyOrder,
};
pub use report_batch::{BATCH_MS, BATCH_ROOT_MOVES, ReportBatch};
pub use search_order::{HASH_MB, SearchId, SearchOrder, TableChoice};
