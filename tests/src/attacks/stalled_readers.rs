//! Connections of one address that ask for a large file and never read it, or a byte a second.
//! Bystander: a visitor at another address who loads pages.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::{Duration, Instant};
use std::{io, thread};

use super::{Report, Size, Tally, beside::beside, bodies, person::Person, site::Site};
use crate::http::Request;
use crate::origin::Origin;
use crate::{origin, usage};

const ATTACKER: Origin = Origin::direct([127, 0, 66, 1]);
const BYSTANDER: Origin = Origin::direct([127, 0, 3, 1]);

/// Connections that never read, and connections that read a byte a second.
const STALLED: usize = 150;
const SLOW: usize = 50;

/// Descriptors of a small server, connections that would take more, and how many are opened again
/// each moment, since the server ends some for which it finds no file.
const DESCRIPTORS: u32 = 1_024;
const TOO_MANY: usize = 1_100;
const AGAIN: usize = 50;

/// The time limit for the server to disconnect them.
const LET_GO: Duration = Duration::from_secs(60);

/// Descriptors that may be open beyond those at the start, once they are gone.
const MORE: usize = 10;

/// The receive buffer of a connection that does not read, bytes: the system's minimum.
const ROOM: usize = 2 << 10;

/// Measures those that never read, those that read slowly, and a server with few descriptors.
pub fn run(size: Size) -> Vec<Report> {
    vec![
        let_go("stalled_readers, 150 that never read", STALLED, None, size),
        let_go(
            "stalled_readers, 50 that read a byte a second",
            SLOW,
            Some(Duration::from_secs(1)),
            size,
        ),
        few_descriptors(size),
    ]
}

/// Readers of one address, and whether the server disconnects them.
fn let_go(what: &str, readers: usize, read_every: Option<Duration>, size: Size) -> Report {
    StalledReaders::beside_visitor(what, readers, read_every, size).until_let_go()
}

/// Readers of one address that the server has still to disconnect.
pub struct StalledReaders {
    report: Report,
    site: Site,
    connections: Vec<TcpStream>,
    read_every: Option<Duration>,
    /// Descriptors of the server before them, and with them.
    descriptors: [usize; 2],
    begin: Instant,
}

impl StalledReaders {
    /// Opens them, and lets a visitor look at pages.
    pub fn beside_visitor(
        what: &str,
        readers: usize,
        read_every: Option<Duration>,
        size: Size,
    ) -> Self {
        let site = Site::start(&[]);
        let addr = site.addr();
        let file = large_file(addr);
        let before = usage::descriptors(site.server.id());
        let begin = Instant::now();
        let connections = stall(addr, ATTACKER, &file, readers);
        thread::sleep(Duration::from_millis(500));
        let at_most = usage::descriptors(site.server.id());
        let (pages, _) = bodies::look_and_call(Person::new(addr, BYSTANDER), size.time());
        Self {
            report: Report::of(what).tried("pages", pages),
            site,
            connections,
            read_every,
            descriptors: [before, at_most],
            begin,
        }
    }

    /// Waits until the server has disconnected them.
    pub fn until_let_go(mut self) -> Report {
        let [before, at_most] = self.descriptors;
        let begin = Instant::now();
        let gone = loop {
            let now = usage::descriptors(self.site.server.id());
            if now <= before + MORE {
                break Some(self.begin.elapsed());
            }
            if begin.elapsed() > LET_GO {
                break None;
            }
            match self.read_every {
                Some(every) => {
                    self.connections.iter_mut().for_each(read_a_byte);
                    thread::sleep(every);
                }
                None => thread::sleep(Duration::from_millis(200)),
            }
        };
        let after = match gone {
            Some(after) => format!("let go within {:.0} s", after.as_secs_f64()),
            None => format!("not let go within {} s", LET_GO.as_secs()),
        };
        let connections = self.connections.len();
        self.report
            .figure(format!(
                "{connections} connections; descriptors {before}, with them {at_most}; {after}"
            ))
            .figure(self.site.figure())
            .bound("they are let go", gone.is_some())
    }
}

/// As many connections of one address as a small server has descriptors.
pub fn few_descriptors(size: Size) -> Report {
    let site = Site::start_with_descriptors(DESCRIPTORS, &["--sockets", "256"]);
    let addr = site.addr();
    let file = large_file(addr);
    let before = usage::descriptors(site.server.id());
    let (opened, (at_most, pages)) = beside(
        1,
        |_, stop| {
            let mut stalled = stall(addr, ATTACKER, &file, TOO_MANY);
            while !stop.is_set() {
                stop.sleep(Duration::from_millis(200));
                if stalled.len() < 2 * TOO_MANY {
                    stalled.extend(stall(addr, ATTACKER, &file, AGAIN));
                }
            }
            stalled.len()
        },
        || {
            thread::sleep(Duration::from_secs(2));
            let at_most = usage::descriptors(site.server.id());
            let person = Person::new(addr, BYSTANDER);
            let mut pages = Tally::default();
            for _ in 0..size.pick(8, 3) {
                let page = person.dress(Request::get("/play"));
                pages.answer(&page.within(Duration::from_secs(3)).send(addr));
            }
            (at_most, pages)
        },
    );
    let connections: usize = opened.into_iter().sum();
    Report::of(format!("stalled_readers under {DESCRIPTORS} descriptors"))
        .tried("pages", pages)
        .figure(format!(
            "{connections} connections; descriptors {before}, with them {at_most}"
        ))
        .figure(site.figure())
}

/// The largest file that the front page loads: its bundle.
///
/// # Panics
/// When the page names none.
pub fn large_file(addr: SocketAddr) -> String {
    let mut person = Person::new(addr, BYSTANDER);
    let page = person.get("/").expect("a page").text();
    let script = page
        .split('"')
        .find(|name| name.starts_with("/pkg/") && name.ends_with(".js"))
        .expect("the page names its bundle");
    script.replace(".js", "_bg.wasm")
}

/// Opens connections that ask for a file and do not read; fewer where the server takes no more.
pub fn stall(addr: SocketAddr, origin: Origin, file: &str, count: usize) -> Vec<TcpStream> {
    let opened = (0..count).map_while(|_| ask(addr, origin, file).ok());
    opened.collect()
}

fn ask(addr: SocketAddr, origin: Origin, file: &str) -> io::Result<TcpStream> {
    let mut stream = origin::connect(origin.source, addr, Some(ROOM))?;
    let forwarded = match origin.forwarded_for {
        Some(client) => format!("X-Forwarded-For: {client}\r\n"),
        None => String::new(),
    };
    let head = format!("GET {file} HTTP/1.1\r\nHost: {addr}\r\n{forwarded}\r\n");
    // A server that refuses connections may have closed this one already.
    match stream.write_all(head.as_bytes()) {
        Ok(()) => {}
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {}
        Err(error) if error.kind() == io::ErrorKind::ConnectionReset => {}
        Err(error) => return Err(error),
    }
    stream.set_read_timeout(Some(Duration::from_millis(1)))?;
    Ok(stream)
}

/// Reads one byte, if there is one.
pub fn read_a_byte(stream: &mut TcpStream) {
    // Nothing there, or closed: the descriptors show which.
    stream.read_exact(&mut [0]).ok();
}
