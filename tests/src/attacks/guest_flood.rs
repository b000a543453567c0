//! One address makes calls without a cookie, each of which makes a guest. Bystander: a new visitor at
//! another address who records games.

use std::thread;
use std::time::{Duration, Instant};

use super::beside::{StopFlag, beside};
use super::person::{Person, call, won_game};
use super::site::Site;
use super::{Report, Size, Tally};
use crate::{kill::file::File, origin::Origin};

const ATTACKER: Origin = Origin::direct([127, 0, 66, 1]);
const BYSTANDER: Origin = Origin::direct([127, 0, 3, 1]);

/// Connections of the attacker.
const CONNECTIONS: usize = 8;

/// Guests that one address may make in a short while: several classrooms.
const MAX_GUESTS: usize = 300;

/// Runs the attack beside its bystander.
pub fn run(size: Size) -> Vec<Report> {
    let site = Site::start(&[]);
    let addr = site.addr();
    let (sent, records) = beside(
        CONNECTIONS,
        |_, stop| record_on(&Person::new(addr, ATTACKER), Duration::ZERO, stop),
        || record(Person::new(addr, BYSTANDER), size),
    );
    let sent = Tally::of_all(sent);
    let file = File::open(site.data.path());
    let [users, games] = [
        "SELECT CAST(count(*) AS TEXT) FROM users",
        "SELECT CAST(count(*) AS TEXT) FROM games",
    ]
    .map(|query| file.texts(query).concat());
    let kept: usize = users.parse().unwrap_or(usize::MAX);
    vec![
        Report::of("guests")
            .tried("recorded games", records)
            .figure(format!("the attacker\u{2019}s calls: {sent}"))
            .figure(format!("rows: {users} users, {games} games"))
            .figure(site.figure())
            .bound(
                format!("at most {MAX_GUESTS} guests of one address"),
                kept <= MAX_GUESTS + 1,
            ),
    ]
}

/// Records one game after the other as somebody new each time, with a pause after each.
pub fn record_on(person: &Person, pause: Duration, stop: &StopFlag) -> Tally {
    let mut connection = person.connection();
    let mut tally = Tally::default();
    while !stop.is_set() {
        let request = person.dress(call("record_game", &won_game()));
        tally.answer(&connection.ask(&request));
        stop.sleep(pause);
    }
    tally
}

fn record(mut person: Person, size: Size) -> Tally {
    let (begin, mut tally) = (Instant::now(), Tally::default());
    while begin.elapsed() < size.time() {
        tally.answer(&person.call("record_game", &won_game()));
        thread::sleep(size.time() / 8);
    }
    tally
}
