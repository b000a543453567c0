//! Requests of visitors while a site runs: pages, games, searches.

use std::collections::HashMap;
use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use super::processes::Addresses;
use crate::guest_client::GuestClient;
use crate::http::{Request, Response};
use crate::live::test_game::client_id;

/// What became of the requests.
#[derive(Debug, Default)]
pub struct Requests {
    /// Those that were answered with what they asked for.
    pub answered: usize,
    /// The others: of a server that was gone, or whose database, NATS or workers were.
    pub refused: usize,
    /// Searches that the second server has answered otherwise than the first.
    pub wrong: Vec<String>,
}

/// Requests one after the other, each of somebody new, by turns at both servers.
#[derive(Debug)]
pub struct RequestLoop {
    thread: thread::JoinHandle<Requests>,
    over: Arc<AtomicBool>,
}

impl RequestLoop {
    /// Begins with them, a pause after each.
    pub fn begin(addresses: Addresses, pause: Duration) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let is_over = Arc::clone(&over);
        let thread = thread::spawn(move || {
            let (mut requests, mut known) = (Requests::default(), HashMap::new());
            for number in 0_u32.. {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                requests.make(addresses[number as usize % 2], number, &mut known);
                thread::sleep(pause);
            }
            requests
        });
        Self { thread, over }
    }

    /// Ends them.
    pub fn end(self) -> Requests {
        self.over.store(true, Ordering::Relaxed);
        self.thread.join().expect("the requests do not panic")
    }
}

impl Requests {
    /// `known` has answers to searches of which the other server was not asked yet.
    fn make(&mut self, addr: SocketAddr, number: u32, known: &mut HashMap<u32, Value>) {
        // Each search is asked for at both servers.
        let seed = number / 8;
        let is_search = number / 2 % 4 == 3;
        let answer = match is_search {
            true => search(addr, number, seed, 20_000),
            false => visit(addr, number),
        };
        let Some(answer) = answer.ok().filter(|answer| answer.status == 200) else {
            self.refused += 1;
            return;
        };
        self.answered += 1;
        if is_search {
            let answer = without_times(&answer);
            match known.remove(&seed) {
                Some(before) if before != answer => {
                    let wrong = format!("a search was answered {answer}, before {before}");
                    self.wrong.push(wrong);
                }
                Some(_) => {}
                None => drop(known.insert(seed, answer)),
            }
        }
    }
}

/// Has both servers make so many different searches, each few nodes, so that what is made later finds their caches
/// of answers full.
///
/// # Panics
/// A search is not answered.
pub fn fill_answer_caches(addresses: Addresses, searches: u32) {
    thread::scope(|scope| {
        for addr in addresses {
            scope.spawn(move || {
                for number in 0..searches {
                    let answer = search(addr, number, u32::MAX - number, 2_000);
                    assert_eq!(answer.expect("an answer").status, 200);
                }
            });
        }
    });
}

/// An address that few of these requests come from.
fn source(number: u32) -> Ipv4Addr {
    let [.., high, low] = (number / 8).to_be_bytes();
    Ipv4Addr::new(127, 200, high, low)
}

fn search(addr: SocketAddr, number: u32, seed: u32, nodes: u32) -> io::Result<Response> {
    let body = json!({ "position": "startpos", "limits": { "nodes": nodes }, "seed": seed });
    let request = Request::post("/api/v1/search", "application/json", body.to_string());
    request.from(source(number)).send(addr)
}

fn visit(addr: SocketAddr, number: u32) -> io::Result<Response> {
    match number / 2 % 4 {
        0 => Request::get("/play").from(source(number)).send(addr),
        1 => Request::get("/").from(source(number)).send(addr),
        _ => GuestClient::at(source(number)).record(addr, &client_id()),
    }
}

/// A search's answer but for what depends on the machine.
fn without_times(answer: &Response) -> Value {
    let mut answer = answer.json();
    if let Some(fields) = answer.as_object_mut() {
        fields.remove("time_ms");
        fields.remove("nps");
    }
    answer
}
