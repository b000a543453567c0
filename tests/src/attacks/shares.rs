//! One address makes shared games without a cookie as fast as it can, small ones and then ones with
//! 256 KB of PGN. Bystander: a visitor at another address who shares a game and records one.

use std::thread;
use std::time::{Duration, Instant};

use super::beside::{StopFlag, beside};
use super::person::{Person, call, shared_game, won_game};
use super::site::Site;
use super::{Report, Size, Tally};
use crate::origin::Origin;

const ATTACKER: Origin = Origin::direct([127, 0, 66, 1]);
const BYSTANDER: Origin = Origin::direct([127, 0, 3, 1]);

/// Connections of the attacker.
const CONNECTIONS: usize = 8;

/// The size of a large PGN, bytes: close to the limit.
const LARGE: usize = 255 << 10;

/// The number of shares of one address in a short time: more than a classroom needs, less than harms.
const MAX_KEPT: usize = 300;

/// The limit of the disk's growth, MB.
const MAX_DISK_MB: f64 = 40.0;

/// Runs the attack beside its bystander.
pub fn run(size: Size) -> Vec<Report> {
    [("shares, small", 0), ("shares of 256 KB", LARGE)]
        .into_iter()
        .map(|(what, bytes)| measure(what, bytes, size))
        .collect()
}

fn measure(what: &str, bytes: usize, size: Size) -> Report {
    let site = Site::start(&[]);
    let addr = site.addr();
    let (sent, (shares, records)) = beside(
        CONNECTIONS,
        |_, stop| share_on(&Person::new(addr, ATTACKER), bytes, Duration::ZERO, stop),
        || share_and_record(Person::new(addr, BYSTANDER), size.time()),
    );
    let sent = Tally::of_all(sent);
    let (kept, disk) = (sent.succeeded, site.disk_mb());
    Report::of(what)
        .tried("shares", shares)
        .tried("recorded games", records)
        .figure(format!("the attacker\u{2019}s shares: {sent}"))
        .figure(site.figure())
        .bound(format!("{kept} kept, at most {MAX_KEPT}"), kept <= MAX_KEPT)
        .bound(
            format!("disk +{disk:.1} MB, at most {MAX_DISK_MB:.0}"),
            disk <= MAX_DISK_MB,
        )
}

/// Shares one game after the other as a new guest each time, with a pause after each.
pub fn share_on(person: &Person, bytes: usize, pause: Duration, stop: &StopFlag) -> Tally {
    let mut connection = person.connection();
    let mut tally = Tally::default();
    while !stop.is_set() {
        let request = person.dress(call("share_game", &shared_game(bytes)));
        tally.answer(&connection.ask(&request));
        stop.sleep(pause);
    }
    tally
}

/// Shares a game and records one, eight times in all.
pub fn share_and_record(mut person: Person, time: Duration) -> (Tally, Tally) {
    let (mut shares, mut records) = (Tally::default(), Tally::default());
    let begin = Instant::now();
    while begin.elapsed() < time {
        shares.answer(&person.call("share_game", &shared_game(0)));
        records.answer(&person.call("record_game", &won_game()));
        thread::sleep(time / 8);
    }
    (shares, records)
}
