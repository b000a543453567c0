//! Measures what it costs that searches are made by workers over NATS, beside a server that makes them itself; prints
//! a line for each. `cargo xtask prove` calls it with the built server and site in the environment. Servers, workers,
//! NATS and the clients share the machine's cores.

use std::net::SocketAddr;
use std::time::{Duration, Instant};

use e2e::keep_alive::KeepAliveClient;
use e2e::search_load::{micros, per_second, search_within};
use e2e::server::{Server, Worker};
use e2e::statistics::percentile;
use serde_json::json;
use test_services::NatsServer;

/// Searches that are asked for one after the other.
const SEARCHES: usize = 2_000;

/// Depth of those searches, plies: a millisecond or less.
const DEPTH: u8 = 4;

/// Clients at a time, and for how long they ask.
const CLIENTS: u32 = 8;
const TIME: Duration = Duration::from_secs(20);

/// Only load is measured, not allowances.
const ARGUMENTS: [&str; 4] = ["--proxies", "1", "--nodes", "1000000000"];

fn main() {
    println!("searches to depth {DEPTH} one after the other; of 20,000 nodes by {CLIENTS} clients");
    let server = Server::start_with(&[&ARGUMENTS[..], &["--threads", "1"]].concat());
    tell("one thread of the server", server.addr);
    drop(server);
    let Some(nats) = NatsServer::start().expect("NATS starts") else {
        println!("NATS is not installed");
        return;
    };
    let url = nats.url();
    let ordering = ["--nats", &url, "--searches", "workers"];
    let server = Server::start_with(&[&ARGUMENTS[..], &ordering].concat());
    let worker = ["--nats", &url, "--threads", "1", "--tables", "off"];
    let mut workers = Vec::new();
    for name in ["one worker of one thread", "two workers of one thread each"] {
        workers.push(Worker::start(&worker));
        tell(name, server.addr);
    }
}

fn tell(name: &str, addr: SocketAddr) {
    let mut line = KeepAliveClient::connect(addr, "10.0.0.1").expect("the server listens");
    let limits = json!({ "depth": DEPTH });
    let times: Vec<f64> = (0..SEARCHES)
        .map(|_| {
            let begin = Instant::now();
            assert_eq!(search_within(&mut line, &limits), 200);
            micros(begin)
        })
        .collect();
    let [p50, p99] = [50, 99].map(|part| percentile(&times, part));
    let rate = per_second(addr, CLIENTS, TIME);
    println!("  {name:<34} p50 {p50:.0} \u{b5}s, p99 {p99:.0} \u{b5}s; {rate:.1} a second");
}
