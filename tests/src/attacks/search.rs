//! Searches over the API.

use std::io::{self, Read};
use std::net::TcpStream;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use serde_json::json;

use super::{beside::StopFlag, person::Person, report::Tally};
use crate::http::{Request, Response};
use crate::origin::is_late;

/// A number for each search, so that none is answered from the cache.
static NEXT: AtomicU64 = AtomicU64::new(1);

/// How often a waiting client looks at the stop flag.
const LOOK: Duration = Duration::from_millis(100);

/// A search of so many milliseconds that is not in the cache.
pub fn timed(movetime_ms: u64) -> Request {
    search(&json!({ "movetime_ms": movetime_ms }))
}

/// A search of so many nodes that is not in the cache.
pub fn of_nodes(nodes: u64) -> Request {
    search(&json!({ "nodes": nodes }))
}

fn search(limits: &serde_json::Value) -> Request {
    let seed = NEXT.fetch_add(1, Ordering::Relaxed);
    let body = json!({ "position": "startpos", "limits": limits, "seed": seed });
    Request::post("/api/v1/search", "application/json", body.to_string())
}

/// Asks for one 10 s search after the other, as one of several greedy connections of an address,
/// resting after a refusal; how many were answered and refused.
pub fn be_greedy(person: &Person, stop: &StopFlag, rest: Duration) -> Tally {
    let mut tally = Tally::default();
    while !stop.is_set() {
        let request = person.dress(timed(10_000));
        let opened = request.open(person.addr);
        let Some(answer) =
            opened.map_or_else(|error| Some(Err(error)), |stream| wait(stream, stop))
        else {
            return tally;
        };
        let is_refused = !answer.as_ref().is_ok_and(|answer| answer.status == 200);
        tally.answer(&answer);
        if is_refused {
            stop.sleep(rest);
        }
    }
    tally
}

/// Reads an answer; disconnects when the flag is set, which stops the search on the server.
fn wait(mut stream: TcpStream, stop: &StopFlag) -> Option<io::Result<Response>> {
    stream.set_read_timeout(Some(LOOK)).ok()?;
    let (mut bytes, mut buffer) = (Vec::new(), [0; 8 << 10]);
    while !stop.is_set() {
        match stream.read(&mut buffer) {
            Ok(0) => return Some(Response::parse(&bytes)),
            Ok(count) => bytes.extend_from_slice(&buffer[..count]),
            Err(error) if is_late(&error) => {}
            Err(error) => return Some(Err(error)),
        }
    }
    None
}

/// Searches of an honest client, and how long the worst of them took beyond its own time.
#[derive(Debug, Default)]
pub struct ClientSearches {
    /// How many were answered.
    pub tally: Tally,
    /// Milliseconds from asking to the answer less the time that was asked for, of those answered.
    pub beyond_ms: Vec<f64>,
}

impl ClientSearches {
    /// Asks for one search and waits.
    pub fn ask(&mut self, person: &mut Person, movetime_ms: u64) {
        let begin = Instant::now();
        let answer = person.send(timed(movetime_ms));
        if answer.as_ref().is_ok_and(|answer| answer.status == 200) {
            let took = begin.elapsed().as_secs_f64() * 1e3;
            self.beyond_ms.push(took - movetime_ms as f64);
        }
        self.tally.answer(&answer);
    }

    /// The worst time beyond what was asked for, milliseconds.
    pub fn worst_ms(&self) -> f64 {
        self.beyond_ms.iter().copied().fold(0.0, f64::max)
    }

    /// Adds what another has asked.
    pub fn add(&mut self, other: Self) {
        self.tally.add(other.tally);
        self.beyond_ms.extend(other.beyond_ms);
    }
}
