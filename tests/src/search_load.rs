//! Searches of the HTTP API, as many as a measurement wants: each another one, so that none is cached.

use std::net::SocketAddr;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};

use crate::keep_alive::KeepAliveClient;

/// Nodes of a search under load: some ten milliseconds.
const NODES: u64 = 20_000;

/// A number for each search.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// The body of a search from the start position that no other has.
pub fn body(limits: &Value) -> String {
    let seed = NEXT.fetch_add(1, Ordering::Relaxed);
    json!({ "position": "startpos", "limits": limits, "seed": seed }).to_string()
}

/// Asks for a search of some ten milliseconds; the status of the answer.
///
/// # Panics
/// The connection breaks.
pub fn search(line: &mut KeepAliveClient) -> u16 {
    search_within(line, &json!({ "nodes": NODES }))
}

/// Asks for a search with these limits; the status of the answer.
///
/// # Panics
/// The connection breaks.
pub fn search_within(line: &mut KeepAliveClient, limits: &Value) -> u16 {
    let answer = line.ask("POST", "/api/v1/search", Some(&body(limits)));
    answer.expect("an answer").0
}

/// Searches a second of so many clients, each of which asks for another one as soon as it has an answer.
///
/// # Panics
/// The server does not listen.
pub fn per_second(addr: SocketAddr, clients: u32, time: Duration) -> f64 {
    let found = AtomicU64::new(0);
    thread::scope(|scope| {
        for client in 0..clients {
            let found = &found;
            scope.spawn(move || {
                let mut line = KeepAliveClient::connect(addr, &format!("10.0.1.{client}"))
                    .expect("it listens");
                let begin = Instant::now();
                while begin.elapsed() < time {
                    found.fetch_add(u64::from(search(&mut line) == 200), Ordering::Relaxed);
                }
            });
        }
    });
    found.load(Ordering::Relaxed) as f64 / time.as_secs_f64()
}

/// Microseconds since then.
pub fn micros(since: Instant) -> f64 {
    since.elapsed().as_secs_f64() * 1e6
}
