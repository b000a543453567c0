//! A hundred bodies of 5 MB at once from one address, each but for its last byte, which never comes.
//! Bystander: somebody elsewhere who looks at pages and makes small calls.

use std::io::{self, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};

use serde_json::json;

use super::{Report, Size, Tally, beside::StopFlag, beside::beside, person::Person, site::Site};
use crate::origin::{Origin, is_late};
use crate::{origin, usage};

const ATTACKER: Origin = Origin::direct([127, 0, 66, 1]);
const BYSTANDER: Origin = Origin::direct([127, 0, 3, 1]);

/// Bytes that somebody's learner may bring, and a PGN.
const LEARNER: usize = 5 << 20;
const PGN: usize = 320 << 10;

/// What the server may need for all of them, MB.
const MAX_GROWTH_MB: f64 = 120.0;

/// Measures it for both kinds of large bodies.
pub fn run(size: Size) -> Vec<Report> {
    [
        (
            "bodies of 5 MB, /fn/meet_learner",
            "/fn/meet_learner",
            LEARNER,
        ),
        (
            "bodies of 320 KB, /api/v1/validate",
            "/api/v1/validate",
            PGN,
        ),
    ]
    .into_iter()
    .map(|(what, path, bytes)| measure(what, path, bytes, size))
    .collect()
}

fn measure(what: &str, path: &str, bytes: usize, size: Size) -> Report {
    let site = Site::start(&[]);
    let addr = site.addr();
    let (uploads, (pages, calls)) = beside(
        size.pick(100, 60),
        |_, stop| upload(addr, ATTACKER, path, bytes, stop),
        || look_and_call(Person::new(addr, BYSTANDER), size.time()),
    );
    let sent: usize = uploads.into_iter().flatten().sum();
    let growth = site.memory_growth_mb();
    std::thread::sleep(Duration::from_secs(1));
    Report::of(what)
        .tried("pages", pages)
        .tried("calls", calls)
        .figure(format!("{:.0} MB taken in", sent as f64 / 1e6))
        .figure(format!(
            "memory a second after: {:.0} MB",
            usage::memory_mb(site.server.id())
        ))
        .figure(site.figure())
        .bound(
            format!("memory +{growth:.0} MB, at most {MAX_GROWTH_MB:.0}"),
            growth <= MAX_GROWTH_MB,
        )
}

/// Sends all of a body but its last byte, and holds on until it is over or the server closes; bytes
/// that the server took.
///
/// # Errors
/// When there is no connection.
pub fn upload(
    addr: SocketAddr,
    origin: Origin,
    path: &str,
    bytes: usize,
    stop: &StopFlag,
) -> io::Result<usize> {
    let mut stream = origin::connect(origin.source, addr, None)?;
    stream.set_write_timeout(Some(Duration::from_millis(500)))?;
    let forwarded = match origin.forwarded_for {
        Some(client) => format!("X-Forwarded-For: {client}\r\n"),
        None => String::new(),
    };
    let head = format!(
        "POST {path} HTTP/1.1\r\nHost: {addr}\r\nContent-Type: application/json\r\n\
         {forwarded}Content-Length: {bytes}\r\n\r\n"
    );
    stream.write_all(head.as_bytes())?;
    let part = vec![b' '; 64 << 10];
    let mut left = bytes - 1;
    while left > 0 && !stop.is_set() {
        match stream.write(&part[..left.min(part.len())]) {
            Ok(count) => left -= count,
            Err(error) if is_late(&error) => {}
            // The server has closed: it takes no more.
            Err(_) => return Ok(bytes - 1 - left),
        }
    }
    hold(&stream, stop);
    Ok(bytes - 1 - left)
}

fn hold(stream: &TcpStream, stop: &StopFlag) {
    let mut answer = [0];
    let held = stream.set_read_timeout(Some(Duration::from_millis(100)));
    while held.is_ok() && !stop.is_set() {
        match stream.peek(&mut answer) {
            Err(error) if is_late(&error) => {}
            // It has answered or closed.
            _ => return,
        }
    }
}

/// Looks at pages and makes small calls at an honest pace for so long.
pub fn look_and_call(mut person: Person, time: Duration) -> (Tally, Tally) {
    let (mut pages, mut calls) = (Tally::default(), Tally::default());
    let begin = Instant::now();
    while begin.elapsed() < time {
        pages.answer(&person.get("/play"));
        calls.answer(&person.call("results", &json!({})));
        std::thread::sleep(Duration::from_millis(300));
    }
    (pages, calls)
}
