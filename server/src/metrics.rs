//! The metrics of `/metrics`. Each is recorded by a function of this file; without `--metrics`
//! nothing is recorded.

use std::{future::Future, time::Instant};

use axum::extract::Request;
use axum::http::{StatusCode, header};
use axum::middleware::Next;
use axum::response::Response;
use metrics::{counter, describe_counter, describe_gauge, describe_histogram, gauge, histogram};
use metrics_exporter_prometheus::{BuildError, Matcher, PrometheusBuilder, PrometheusHandle};

const REQUESTS: &str = "ponder_requests_total";
const REQUEST_SECONDS: &str = "ponder_request_seconds";
const REFUSED: &str = "ponder_refused_total";
const SEARCHES: &str = "ponder_searches_under_way";
const WAIT_SECONDS: &str = "ponder_search_wait_seconds";
const NODES: &str = "ponder_search_nodes_total";
const UNWANTED: &str = "ponder_search_unwanted_nodes";
const COMMIT_SECONDS: &str = "ponder_store_commit_seconds";
const COMMIT_JOBS: &str = "ponder_store_commit_jobs";
const SOCKETS: &str = "ponder_live_sockets";
const ROOMS: &str = "ponder_live_rooms";
const STORE_BYTES: &str = "ponder_store_bytes";
const QUOTA_BYTES: &str = "ponder_store_quota_bytes";
const DISK_FREE_BYTES: &str = "ponder_disk_free_bytes";
const MOVES: &str = "ponder_live_moves_total";
const TASKS: &str = "ponder_tasks";
#[cfg(feature = "nats")]
const BUS_MESSAGES: &str = "ponder_bus_messages_total";
#[cfg(feature = "nats")]
const ORDERS: &str = "ponder_search_orders_total";
#[cfg(feature = "nats")]
const NATS_CONNECTED: &str = "ponder_nats_connected";

/// Upper bounds of the histograms' buckets, seconds.
const SECONDS: [f64; 13] = [
    0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0,
];

/// The same for node counts.
const NODES_EACH: [f64; 6] = [512.0, 1024.0, 2048.0, 4096.0, 8192.0, 65536.0];

/// The same for job counts.
const JOBS: [f64; 7] = [1.0, 2.0, 4.0, 8.0, 16.0, 32.0, 64.0];

/// Installs the recorder, once per process.
///
/// # Errors
/// A recorder is installed already.
pub fn start() -> Result<PrometheusHandle, BuildError> {
    let handle = recorder()?.install_recorder()?;
    describe_counter!(REQUESTS, "Requests answered, by kind of address and status");
    describe_histogram!(
        REQUEST_SECONDS,
        "Time until an answer began, by kind of address"
    );
    describe_counter!(REFUSED, "Refusals, by reason");
    describe_gauge!(SEARCHES, "Searches that run");
    describe_histogram!(WAIT_SECONDS, "Time that a search waited for its thread");
    describe_counter!(NODES, "Nodes of the searches that have ended");
    describe_histogram!(
        UNWANTED,
        "Nodes at most of a search after the last who waited for it had gone"
    );
    describe_histogram!(COMMIT_SECONDS, "Time that the store took to commit");
    describe_histogram!(COMMIT_JOBS, "Writes that were committed at once");
    describe_gauge!(SOCKETS, "Open sockets of live games");
    describe_gauge!(ROOMS, "Live games in memory");
    describe_gauge!(STORE_BYTES, "Bytes of the database in use");
    describe_gauge!(QUOTA_BYTES, "Bytes of the database that may be in use");
    describe_gauge!(
        DISK_FREE_BYTES,
        "Free bytes of the disk that the database is on"
    );
    describe_counter!(MOVES, "Moves of live games that were kept");
    describe_gauge!(TASKS, "Tasks of the server that have not ended");
    #[cfg(feature = "nats")]
    {
        describe_counter!(
            BUS_MESSAGES,
            "Messages to and from other servers over NATS, by what became of them"
        );
        describe_counter!(
            ORDERS,
            "Searches ordered of workers, by what became of them"
        );
        describe_gauge!(NATS_CONNECTED, "Whether NATS is connected");
    }
    Ok(handle)
}

/// The recorder before it is installed.
pub(crate) fn recorder() -> Result<PrometheusBuilder, BuildError> {
    PrometheusBuilder::new()
        .set_buckets(&SECONDS)?
        .set_buckets_for_metric(Matcher::Full(UNWANTED.to_owned()), &NODES_EACH)?
        .set_buckets_for_metric(Matcher::Full(COMMIT_JOBS.to_owned()), &JOBS)
}

/// Records a request and its time.
pub async fn request(request: Request, next: Next) -> Response {
    let begun = Instant::now();
    let by_path = kind_of(request.uri().path());
    let response = next.run(request).await;
    let kind = by_path.unwrap_or_else(|| kind_of_answer(&response));
    histogram!(REQUEST_SECONDS, "kind" => kind).record(begun.elapsed());
    counter!(REQUESTS, "kind" => kind, "status" => class(response.status())).increment(1);
    response
}

fn kind_of(path: &str) -> Option<&'static str> {
    match path {
        "/healthz" | "/readyz" => Some("other"),
        _ if path.starts_with("/api/") => Some("api"),
        _ if path.starts_with("/fn/") => Some("fn"),
        _ if path.starts_with("/pkg/") => Some("asset"),
        _ => None,
    }
}

/// Pages and public files share addresses; redirections and refusals are neither.
fn kind_of_answer(response: &Response) -> &'static str {
    let content_type = response.headers().get(header::CONTENT_TYPE);
    match response.status() {
        _ if content_type.is_some_and(|kind| kind.as_bytes().starts_with(b"text/html")) => "page",
        StatusCode::OK | StatusCode::PARTIAL_CONTENT | StatusCode::NOT_MODIFIED => "asset",
        _ => "other",
    }
}

fn class(status: StatusCode) -> &'static str {
    match status.as_u16() / 100 {
        1 => "1xx",
        2 => "2xx",
        3 => "3xx",
        4 => "4xx",
        _ => "5xx",
    }
}

/// Records a refusal.
pub fn refused(reason: &'static str) {
    counter!(REFUSED, "reason" => reason).increment(1);
}

/// A running search, until it is dropped.
#[derive(Debug)]
pub struct Searching(());

impl Searching {
    /// The search begins now and has waited since `asked`.
    pub fn begin(asked: Instant) -> Self {
        histogram!(WAIT_SECONDS).record(asked.elapsed());
        gauge!(SEARCHES).increment(1);
        Self(())
    }

    /// Records the nodes of the search.
    pub fn end(self, nodes: u64) {
        counter!(NODES).increment(nodes);
    }
}

impl Drop for Searching {
    fn drop(&mut self) {
        gauge!(SEARCHES).decrement(1);
    }
}

/// Records the number of open sockets.
pub fn sockets(open: usize) {
    gauge!(SOCKETS).set(open as f64);
}

/// Records the number of open rooms.
pub fn rooms(open: usize) {
    gauge!(ROOMS).set(open as f64);
}

/// Records the database's quota, bytes.
pub fn quota(bytes: u64) {
    gauge!(QUOTA_BYTES).set(bytes as f64);
}

/// Records the database's size and the disk's free space, bytes.
pub fn storage(used: u64, free: Option<u64>) {
    gauge!(STORE_BYTES).set(used as f64);
    if let Some(free) = free {
        gauge!(DISK_FREE_BYTES).set(free as f64);
    }
}

/// Records a stored move of a live game.
pub fn moved() {
    counter!(MOVES).increment(1);
}

/// Records how many tasks there are in this runtime.
pub fn count_tasks() {
    let tasks = tokio::runtime::Handle::current()
        .metrics()
        .num_alive_tasks();
    gauge!(TASKS).set(tasks as f64);
}

/// Records a message to or from other servers.
#[cfg(feature = "nats")]
pub fn bus_message(outcome: &'static str) {
    counter!(BUS_MESSAGES, "outcome" => outcome).increment(1);
}

/// Records what became of a search that was ordered of a worker.
#[cfg(feature = "nats")]
pub fn order(outcome: &'static str) {
    counter!(ORDERS, "outcome" => outcome).increment(1);
}

/// Records whether NATS is connected.
#[cfg(feature = "nats")]
pub fn nats_connected(is_connected: bool) {
    gauge!(NATS_CONNECTED).set(if is_connected { 1.0 } else { 0.0 });
}

/// Records the nodes of a search after its last caller had gone: an upper bound.
pub fn unwanted(nodes: u64) {
    histogram!(UNWANTED).record(nodes as f64);
}

/// Records the time of a commit and its number of jobs.
pub async fn committed<T>(jobs: usize, commit: impl Future<Output = T>) -> T {
    let begun = Instant::now();
    let done = commit.await;
    histogram!(COMMIT_SECONDS).record(begun.elapsed());
    histogram!(COMMIT_JOBS).record(jobs as f64);
    done
}
