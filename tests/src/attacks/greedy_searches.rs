//! One address with eight searches of ten seconds under way. Bystander: a client at another address
//! that asks for twelve searches of a tenth of a second.

use std::time::Duration;

use super::beside::beside;
use super::person::Person;
use super::search::{ClientSearches, be_greedy};
use super::site::Site;
use super::{Report, Size, Tally};
use crate::{origin::Origin, statistics::percentile};

const ATTACKER: Origin = Origin::direct([127, 0, 66, 1]);
const BYSTANDER: Origin = Origin::direct([127, 0, 3, 1]);

/// Searches that the attacker has under way, as many as one address may.
const AT_ONCE: usize = 8;

/// The bystander's searches.
const SEARCHES: usize = 12;
const MOVETIME_MS: u64 = 100;

/// Runs the attack beside its bystander.
pub fn run(size: Size) -> Vec<Report> {
    let site = Site::start(&[]);
    let addr = site.addr();
    let (greedy, asked) = beside(
        AT_ONCE,
        |_, stop| be_greedy(&Person::new(addr, ATTACKER), stop, Duration::from_secs(1)),
        || {
            // The attacker's searches are under way by then.
            std::thread::sleep(Duration::from_millis(300));
            let mut person = Person::new(addr, BYSTANDER);
            let mut asked = ClientSearches::default();
            for _ in 0..size.pick(SEARCHES, 4) {
                asked.ask(&mut person, MOVETIME_MS);
            }
            asked
        },
    );
    let times = &asked.beyond_ms;
    vec![
        Report::of("greedy_searches")
            .figure(format!(
                "beyond the 100 ms: p50 {:.0} ms, at most {:.0} ms",
                percentile(times, 50),
                asked.worst_ms()
            ))
            .figure(format!("the attacker\u{2019}s: {}", Tally::of_all(greedy)))
            .figure(site.figure())
            .tried("searches of 100 ms", asked.tally),
    ]
}
