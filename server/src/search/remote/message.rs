//! What servers and workers say to each other. Durations are counted from the arrival of a message, so that no
//! clock is compared with another machine's.

use std::time::Duration;

use axum::body::Bytes;
use engine::eval::{EvalConfig, Evaluation};
use engine::player::Decision;
use engine::search::Report;
use engine::tables::TableSet;
use serde::{Deserialize, Serialize};
use wire::SearchRequest;

use crate::search::pool::PoolError;
use crate::search::queue::Class;

/// The group of workers of which one gets each order.
pub const GROUP: &str = "workers";

/// A worker says so often that it is still there.
pub const ALIVE_EVERY: Duration = Duration::from_secs(1);

/// The largest order, bytes: a game of a thousand moves is some eight thousand.
pub const MAX_ORDER_BYTES: usize = 64 << 10;

/// A search that is wanted.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SearchOrder {
    pub search: SearchRequest,
    pub class: Class,
    /// Whose turn it is among those who wait: the same client has the same number on all servers.
    pub client: u64,
    /// How long it may wait for a thread, milliseconds.
    pub patience_ms: u32,
}

/// What a worker says of an order.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum WorkerReply {
    /// It will be made, by the worker that listens to cancellations on this subject.
    Accepted { cancel: String },
    /// There is no room.
    Busy {
        /// Until there may be.
        wait: Duration,
    },
    /// A thread has begun with it.
    Begun,
    /// Nothing new.
    Alive,
    /// A report of the search.
    Report(Report),
    /// The result.
    Found(Box<RemoteResult>),
    /// It was not made.
    NotMade(PoolError),
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RemoteResult {
    pub decision: Decision,
    /// The search threads.
    pub threads: u16,
    /// Search time without pauses.
    pub thread_time: Duration,
    /// Whether a Syzygy table could not be read meanwhile.
    pub lacks_tables: bool,
}

/// A cancellation: the subject on which the order's answers are awaited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cancellation {
    pub answers_to: String,
}

/// The subject of orders with these tables: workers of another engine, network or other Syzygy tables do not
/// hear them.
pub fn orders_subject(tables: TableSet, syzygy: u32, class: Class) -> String {
    let version = env!("CARGO_PKG_VERSION").replace('.', "-");
    let signature = engine::BENCH_SIGNATURE;
    let network = EvalConfig::shipped(Evaluation::Network).name();
    let network = network.replace(' ', "-");
    let tables = match tables {
        TableSet::Syzygy => format!("syzygy-{syzygy:08x}"),
        set => set.as_str().to_owned(),
    };
    let class = match class {
        Class::Api => "api",
        Class::LiveGame => "live",
    };
    format!("ponder.search.{version}.{signature:016x}.{network}.{tables}.{class}")
}

/// What subjects of cancellations begin with.
const CANCEL: &str = "ponder.search.cancel.";

/// The subject of cancellations for one worker.
pub fn cancel_subject(worker: &str) -> String {
    format!("{CANCEL}{worker}")
}

/// Whether a subject is one of cancellations: nothing else is sent to where a worker says.
pub fn is_cancel_subject(subject: &str) -> bool {
    subject.strip_prefix(CANCEL).is_some_and(|worker| {
        !worker.is_empty() && worker.bytes().all(|byte| byte.is_ascii_alphanumeric())
    })
}

/// A message as it is sent.
pub fn written(message: &impl Serialize) -> Bytes {
    // Messages always serialize.
    serde_json::to_vec(message).unwrap_or_default().into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_subject_tells_apart_what_answers_otherwise() {
        let api = orders_subject(TableSet::None, 7, Class::Api);
        assert!(api.starts_with("ponder.search.0-1-0."), "{api}");
        assert!(api.ends_with(".none.api"), "{api}");
        assert!(!api.contains([' ', '*', '>']), "{api}");
        let syzygy = orders_subject(TableSet::Syzygy, 7, Class::LiveGame);
        assert!(syzygy.ends_with(".syzygy-00000007.live"), "{syzygy}");
        assert_eq!(orders_subject(TableSet::None, 8, Class::Api), api);
    }
}
