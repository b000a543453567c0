//! Twenty addresses behind a proxy search greedily and share games at once. Bystander: somebody at
//! another address who searches, looks at pages, shares and plays a live game.

use std::{net::Ipv4Addr, thread, time::Duration};

use super::beside::beside;
use super::game::Game;
use super::person::Person;
use super::search::{ClientSearches, be_greedy};
use super::site::Site;
use super::{Report, Size, Tally, bodies, shares};
use crate::origin::Origin;

/// Addresses of the attacker, each with searches and shares.
const ADDRESSES: usize = 20;
const SEARCHES: usize = 2;

/// Searches of the bystander.
const ASKED: usize = 12;

/// Runs the attack beside its bystander.
pub fn run(size: Size) -> Vec<Report> {
    let site = Site::start(&["--proxies", "1"]);
    let addr = site.addr();
    let attacker = |number: usize| {
        let address = Ipv4Addr::new(198, 51, 100, (number % ADDRESSES) as u8);
        Person::new(addr, Origin::forwarded(address))
    };
    let bystander = |last: u8| Person::new(addr, Origin::forwarded([203, 0, 113, last]));
    let (mut white, mut black) = (bystander(1), bystander(2));
    let game = Game::begin(&mut white, &mut black, Some((180, 0)), 11);
    let mut game = game.expect("a game begins on a fresh server");
    let greedy = ADDRESSES * SEARCHES;
    let (attacked, found) = beside(
        greedy + ADDRESSES,
        |number, stop| match number < greedy {
            true => be_greedy(&attacker(number), stop, Duration::from_secs(1)),
            false => shares::share_on(&attacker(number), 0, Duration::ZERO, stop),
        },
        || {
            thread::scope(|scope| {
                let moves = scope.spawn(|| game.play_for(size.time(), Duration::from_millis(500)));
                let pages = scope.spawn(|| bodies::look_and_call(bystander(3), size.time()));
                let kept = scope.spawn(|| shares::share_and_record(bystander(4), size.time()));
                let mut asked = ClientSearches::default();
                let mut person = bystander(5);
                thread::sleep(Duration::from_millis(300));
                for _ in 0..size.pick(ASKED, 4) {
                    asked.ask(&mut person, 100);
                }
                let no_panic = "a bystander does not panic";
                (
                    asked,
                    moves.join().expect(no_panic),
                    pages.join().expect(no_panic),
                    kept.join().expect(no_panic),
                )
            })
        },
    );
    let (asked, moves, (pages, calls), (shared, recorded)) = found;
    let (searches, shares) = attacked.split_at(greedy);
    vec![
        Report::of("many_addresses")
            .figure(format!(
                "beyond the 100 ms: at most {:.0} ms",
                asked.worst_ms()
            ))
            .tried("searches of 100 ms", asked.tally)
            .tried("live moves", moves)
            .tried("pages", pages)
            .tried("calls", calls)
            .tried("shares", shared)
            .tried("recorded games", recorded)
            .figure(format!(
                "the attackers\u{2019} searches: {}; shares: {}",
                Tally::of_all(searches.iter().cloned()),
                Tally::of_all(shares.iter().cloned())
            ))
            .figure(site.figure()),
    ]
}
