//! A search stops when the last who waits for it has disconnected: over a real socket, counted in
//! nodes.

mod common;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use common::TestSite;
use metrics::{
    Counter, Gauge, Histogram, HistogramFn, Key, KeyName, Metadata, Recorder, SharedString, Unit,
};
use server::http_server::{ConnectionLimits, HttpServer};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};

/// What a search may do after its last waiter has gone.
const NODES: u64 = 4_096;

/// How often each case is tried.
const ROUNDS: u64 = 10;

/// Longer than any test waits: the search ends early or not at all.
const MOVETIME_MS: u64 = 10_000;

/// Who waits, by what they accept.
const CASES: [&[&str]; 4] = [
    &["application/json"],
    &["application/x-ndjson"],
    &["application/x-ndjson", "text/event-stream"],
    &[
        "text/event-stream",
        "application/x-ndjson",
        "application/x-ndjson",
    ],
];

/// What this test needs of the figures, each whole as soon as it is recorded. The exporter may lose
/// a value that is recorded while its figures are read, and they are read all the time here.
#[derive(Clone, Default)]
struct Figures {
    under_way: Arc<AtomicU64>,
    unwanted: Arc<Unwanted>,
}

/// The nodes of searches for which nobody waited.
#[derive(Default)]
struct Unwanted {
    count: AtomicU64,
    sum: AtomicU64,
}

impl HistogramFn for Unwanted {
    fn record(&self, nodes: f64) {
        self.sum.fetch_add(nodes as u64, Ordering::SeqCst);
        self.count.fetch_add(1, Ordering::SeqCst);
    }
}

impl Recorder for Figures {
    fn describe_counter(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_gauge(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn describe_histogram(&self, _: KeyName, _: Option<Unit>, _: SharedString) {}

    fn register_counter(&self, _: &Key, _: &Metadata<'_>) -> Counter {
        Counter::noop()
    }

    fn register_gauge(&self, key: &Key, _: &Metadata<'_>) -> Gauge {
        match key.name() {
            "ponder_searches_under_way" => Gauge::from_arc(Arc::clone(&self.under_way)),
            _ => Gauge::noop(),
        }
    }

    fn register_histogram(&self, key: &Key, _: &Metadata<'_>) -> Histogram {
        match key.name() {
            "ponder_search_unwanted_nodes" => Histogram::from_arc(Arc::clone(&self.unwanted)),
            _ => Histogram::noop(),
        }
    }
}

impl Figures {
    /// The searches that are made at present.
    fn under_way(&self) -> f64 {
        f64::from_bits(self.under_way.load(Ordering::SeqCst))
    }

    /// How many searches went on without anybody who waited, and their nodes since then.
    fn unwanted(&self) -> (u64, u64) {
        let Unwanted { count, sum } = &*self.unwanted;
        (count.load(Ordering::SeqCst), sum.load(Ordering::SeqCst))
    }
}

async fn wait_until(what: &str, done: impl Fn() -> bool) {
    let begin = Instant::now();
    while !done() {
        assert!(begin.elapsed() < Duration::from_secs(8), "{what}");
        tokio::time::sleep(Duration::from_micros(20)).await;
    }
}

/// Asks for the search of this seed; streams are read until the search has told something.
async fn ask(addr: std::net::SocketAddr, accept: &str, strategy: &str, seed: u64) -> TcpStream {
    let body = format!(
        r#"{{"position":"startpos","strategy":"{strategy}","seed":{seed},"limits":{{"movetime_ms":{MOVETIME_MS}}}}}"#
    );
    let request = format!(
        "POST /api/v1/search HTTP/1.1\r\nHost: localhost\r\nAccept: {accept}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(addr).await.expect("it listens");
    stream.write_all(request.as_bytes()).await.expect("is sent");
    if accept != "application/json" {
        let mut some = [0; 4096];
        let read = stream.read(&mut some).await.expect("an answer begins");
        assert!(some[..read].starts_with(b"HTTP/1.1 200"), "{accept}");
    }
    stream
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_search_ends_soon_after_the_last_who_waits_has_disconnected() {
    let figures = Figures::default();
    metrics::set_global_recorder(figures.clone()).expect("nobody counts yet");
    let site = TestSite::new().await;
    let listener = TcpListener::bind("127.0.0.1:0").await.expect("a port");
    let addr = listener.local_addr().expect("an address");
    let limits = ConnectionLimits {
        total: 100,
        per_address: None,
    };
    let mut server = HttpServer::new(listener, site.router.clone(), limits);
    let server = tokio::spawn(async move { server.admit().await });
    let mut seed = 0;
    for strategy in ["calculator", "explorer", "plodder"] {
        for case in CASES {
            let (mut nodes, mut times) = (Vec::new(), Vec::new());
            for _ in 0..ROUNDS {
                seed += 1;
                let mut waiting = Vec::new();
                for accept in case {
                    waiting.push(ask(addr, accept, strategy, seed).await);
                }
                wait_until("it never began", || figures.under_way() == 1.0).await;
                // Each time elsewhere between two looks of the search.
                tokio::time::sleep(Duration::from_micros(20_000 + 137 * seed)).await;
                while waiting.len() > 1 {
                    waiting.pop();
                    tokio::time::sleep(Duration::from_millis(5)).await;
                    assert_eq!(figures.under_way(), 1.0, "somebody still waits");
                }
                let before = figures.unwanted();
                let closed = Instant::now();
                drop(waiting);
                wait_until("it goes on", || figures.under_way() == 0.0).await;
                times.push(closed.elapsed().as_secs_f64() * 1e3);
                let (count, sum) = figures.unwanted();
                assert_eq!(count, before.0 + 1, "it was counted");
                nodes.push(sum - before.1);
            }
            println!(
                "{strategy:<10} {} waiting: {} nodes at most after the last had gone, \
                 {:.2} ms at most from its close to the end",
                case.len(),
                nodes.iter().max().expect("rounds"),
                times.iter().copied().fold(0.0, f64::max)
            );
            assert!(nodes.iter().all(|nodes| *nodes <= NODES), "{nodes:?}");
        }
    }
    server.abort();
}
