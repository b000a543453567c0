//! Sockets that send pings, or empty continuation frames, as fast as they can. Bystander: a
//! player of a live game at another address.

use std::io::Read;
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use super::beside::{StopFlag, beside};
use super::frames::{CONTINUATION, PING, RawSocket, TEXT, frame};
use super::game::Game;
use super::person::Person;
use super::site::Site;
use super::{Report, Size, Tally};
use crate::origin::{Origin, is_late};
use crate::usage;

const ATTACKER: Origin = Origin::direct([127, 0, 66, 1]);
const WHITE: Origin = Origin::direct([127, 0, 3, 1]);
const BLACK: Origin = Origin::direct([127, 0, 3, 2]);

/// Sockets of the attacker.
const SOCKETS: usize = 2;

/// Frames per write.
const TOGETHER: usize = 2_000;

/// What a socket that is not let go may have sent, in frames: little more than fits into the system's
/// buffers on the way to a server that reads slowly.
const MAX_FRAMES: usize = 4_000_000;

/// The pause between two moves.
const PAUSE: Duration = Duration::from_millis(300);

/// What is sent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Flood {
    /// Pings with nothing in them.
    Pings,
    /// Empty continuation frames of a message that never ends.
    Continuations,
}

/// The counts of one attacker.
#[derive(Clone, Copy, Debug, Default)]
pub struct Flooded {
    /// Frames that were taken.
    pub frames: usize,
    /// How often the server has closed the socket.
    pub let_go: usize,
    /// How often a socket was refused.
    pub refused: usize,
}

/// Measures both floods.
pub fn run(size: Size) -> Vec<Report> {
    vec![
        measure("control_frames, pings", Flood::Pings, size),
        measure(
            "control_frames, empty continuations",
            Flood::Continuations,
            size,
        ),
    ]
}

impl Flooded {
    /// The sockets; those that the server did not close count as successes.
    pub fn sockets(self) -> Tally {
        let mut sockets = Tally::default();
        sockets.count(Ok(()));
        for (count, why) in [(self.let_go, "let go"), (self.refused, "refused")] {
            (0..count).for_each(|_| sockets.count(Err(why.to_owned())));
        }
        sockets
    }
}

fn measure(what: &str, flood: Flood, size: Size) -> Report {
    let site = Site::start(&[]);
    let addr = site.addr();
    let (mut white, mut black) = (Person::new(addr, WHITE), Person::new(addr, BLACK));
    let game = Game::begin(&mut white, &mut black, Some((180, 0)), 5);
    let mut game = game.expect("a game begins on a fresh server");
    let time = Duration::from_secs(size.pick(10, 4));
    let (begin, cpu) = (Instant::now(), usage::cpu_ms(site.server.id()));
    let (flooded, moves) = beside(
        SOCKETS,
        |_, stop| send_on(&Person::new(addr, ATTACKER), flood, stop, Duration::ZERO),
        || game.play_for(time, PAUSE),
    );
    let took = begin.elapsed().as_secs_f64();
    let cpu = (usage::cpu_ms(site.server.id()) - cpu) / 1e3;
    let frames: usize = flooded.iter().map(|flooded| flooded.frames).sum();
    let let_go: usize = flooded.iter().map(|flooded| flooded.let_go).sum();
    let refused: usize = flooded.iter().map(|flooded| flooded.refused).sum();
    Report::of(what)
        .tried("live moves", moves)
        .figure(format!(
            "{:.0} frames a second; {:.1} s of a core in 10 s; let go {let_go} times, \
             refused {refused} times",
            frames as f64 / took,
            cpu / took * 10.0
        ))
        .figure(site.figure())
        .bound(
            match flood {
                Flood::Pings => "the flooding sockets are let go",
                Flood::Continuations => "the flooding sockets are let go or read slowly",
            },
            let_go >= SOCKETS || flood == Flood::Continuations && frames <= SOCKETS * MAX_FRAMES,
        )
}

/// Sends frames until the flag is set, with a pause after each write; reconnects after a second when
/// it is disconnected.
pub fn send_on(person: &Person, flood: Flood, stop: &StopFlag, pause: Duration) -> Flooded {
    let mut found = Flooded::default();
    let one = match flood {
        Flood::Pings => frame(PING, true, &[]),
        Flood::Continuations => frame(CONTINUATION, false, &[]),
    };
    let frames = one.repeat(TOGETHER);
    while !stop.is_set() {
        let Ok(mut socket) = RawSocket::open(person) else {
            found.refused += 1;
            stop.sleep(Duration::from_secs(1));
            continue;
        };
        let Ok(reading) = socket.stream() else {
            continue;
        };
        let ended = AtomicBool::new(false);
        thread::scope(|scope| {
            scope.spawn(|| read_all(reading, &ended, stop));
            let begun = match flood {
                Flood::Pings => Ok(()),
                Flood::Continuations => socket.send(&frame(TEXT, false, b"{")),
            };
            let mut is_open = begun.is_ok();
            let mut bytes = 0;
            while is_open && !stop.is_set() && !ended.load(Ordering::Relaxed) {
                let at = bytes % frames.len();
                match socket.send_some(&frames[at..]) {
                    Ok(0) => {}
                    Ok(count) => {
                        bytes += count;
                        stop.sleep(pause);
                    }
                    Err(_) => is_open = false,
                }
            }
            found.frames += bytes / one.len();
            if !stop.is_set() {
                found.let_go += 1;
            }
            // Both handles are of one connection; the reader ends with it.
            drop(socket);
            ended.store(true, Ordering::Relaxed);
        });
        stop.sleep(Duration::from_secs(1));
    }
    found
}

/// Reads all frames, so that the server is never slowed down by a full buffer.
fn read_all(mut stream: TcpStream, ended: &AtomicBool, stop: &StopFlag) {
    let mut bytes = [0; 16 << 10];
    let late = stream.set_read_timeout(Some(Duration::from_millis(100)));
    while late.is_ok() && !stop.is_set() && !ended.load(Ordering::Relaxed) {
        match stream.read(&mut bytes) {
            Ok(0) => break,
            Ok(_) => {}
            Err(error) if is_late(&error) => {}
            Err(_) => break,
        }
    }
    ended.store(true, Ordering::Relaxed);
}
