//! Many addresses guess at one name's password. Bystander: the owner of the name, who comes back to
//! the browser in which they were signed in before.

use std::net::{Ipv4Addr, SocketAddr};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::beside::{StopFlag, beside};
use super::person::Person;
use super::site::Site;
use super::{Report, Size, Tally};
use crate::origin::Origin;

/// Addresses that guess.
const ADDRESSES: u8 = 60;

/// Connections that guess at once.
const AT_ONCE: usize = 3;

/// The account's name and password.
pub const NAME: &str = "Ottilie";
/// See [`NAME`].
pub const PASSWORD: &str = "violet-anvil 7342 tundra";

/// Runs the attack beside its bystander.
pub fn run(size: Size) -> Vec<Report> {
    let site = Site::start(&["--proxies", "1"]);
    let addr = site.addr();
    let mut owner = Person::new(addr, Origin::forwarded([203, 0, 113, 9]));
    register(&mut owner);
    let (guesses, entered) = beside(
        AT_ONCE,
        |number, stop| {
            let from = |last| Origin::forwarded(Ipv4Addr::new(198, 51, 100, last));
            guess_on(addr, number, &from, Duration::ZERO, stop)
        },
        || {
            // As long as the guesses need to use up what the name lets in.
            thread::sleep(Duration::from_secs(size.pick(8, 5)));
            let mut entered = Tally::default();
            for _ in 0..size.pick(3, 2) {
                entered.answer(&sign_in(&mut owner));
                thread::sleep(Duration::from_millis(500));
            }
            entered
        },
    );
    vec![
        Report::of("attacked_name")
            .tried("signing in as the owner", entered)
            .figure(format!("guesses: {}", Tally::of_all(guesses)))
            .figure(site.figure()),
    ]
}

/// Makes the account in the owner's browser and signs out again.
///
/// # Panics
/// When the server does not have it.
pub fn register(owner: &mut Person) {
    let made = owner.call("register", &json!({ "name": NAME, "password": PASSWORD }));
    let made = made.expect("an answer");
    assert_eq!(made.status, 200, "{}", made.text());
    let left = owner.call("sign_out", &json!({ "everywhere": false }));
    assert_eq!(left.expect("an answer").status, 200, "signing out");
}

/// Signs in as the owner of the name.
///
/// # Errors
/// When there is no answer.
pub fn sign_in(owner: &mut Person) -> std::io::Result<crate::http::Response> {
    owner.call("sign_in", &json!({ "name": NAME, "password": PASSWORD }))
}

/// Guesses from one address after the other with a pause after each; no guess is right.
pub fn guess_on(
    addr: SocketAddr,
    first: usize,
    from: &dyn Fn(u8) -> Origin,
    pause: Duration,
    stop: &StopFlag,
) -> Tally {
    let mut tally = Tally::default();
    let mut number = first;
    while !stop.is_set() {
        let last = (number % usize::from(ADDRESSES)) as u8;
        let mut guesser = Person::new(addr, from(last));
        let guess = json!({ "name": NAME, "password": format!("a guess, number {number}") });
        tally.answer(&guesser.call("sign_in", &guess));
        number += AT_ONCE;
        stop.sleep(pause);
    }
    tally
}
