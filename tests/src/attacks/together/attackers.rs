//! The attackers, each at the pace of a home connection, so that they do not simply fill the machine.

use std::{net::SocketAddr, time::Duration};

use tokio::runtime::Builder;

use super::{Plan, honest};
use crate::attacks::beside::StopFlag;
use crate::attacks::control_frames::Flood;
use crate::attacks::game::Game;
use crate::attacks::person::Person;
use crate::attacks::report::Tally;
use crate::attacks::{
    api_keys, attacked_name, bodies, control_frames, cross_site, guest_flood, lag_farming, lobby,
    search, shares, stalled_readers,
};

/// Groups of addresses, one for each attack.
const SHARES: u8 = 161;
const GREEDY: u8 = 162;
const BODIES: u8 = 163;
const READERS: u8 = 164;
const FRAMES: u8 = 165;
const LOBBY: u8 = 166;
const TAKEBACKS: u8 = 167;
const LAG: u8 = 168;
const GUESSES: u8 = 169;
const KEYS: u8 = 170;
const GUESTS: u8 = 171;
const MANY: u8 = 172;

/// The pause between two requests of a flood, on each connection.
const PAUSE: Duration = Duration::from_millis(20);

/// The pause after a refusal or an end.
const REST: Duration = Duration::from_secs(1);

/// An attacker, on a thread of its own.
pub struct Attacker {
    /// What it does.
    pub name: &'static str,
    /// Attacks until the flag is set. Returns how much of it worked.
    pub attack: Box<dyn Fn(&StopFlag) -> Tally + Sync>,
}

/// All of them.
pub fn all(plan: Plan, addr: SocketAddr) -> Vec<Attacker> {
    let person = move |group: u8, number: usize| Person::new(addr, plan.origin(group, number));
    let mut all = Vec::new();
    let mut add = |name: &'static str, attack: Box<dyn Fn(&StopFlag) -> Tally + Sync>| {
        all.push(Attacker { name, attack });
    };
    for connection in 0..6 {
        add(
            "cross_site",
            Box::new(move |stop| {
                let visitor = honest::player(plan, addr, 0);
                let any = "AAAAAAAAAAAA";
                cross_site::foreign_page(&visitor, any, connection, PAUSE / 2, stop)
            }),
        );
    }
    for bytes in [0, 0, 250 << 10] {
        add(
            "shares",
            Box::new(move |stop| shares::share_on(&person(SHARES, 0), bytes, PAUSE, stop)),
        );
    }
    for number in 0..16 {
        add(
            "greedy_searches",
            Box::new(move |stop| search::be_greedy(&person(GREEDY, number / 8), stop, REST)),
        );
    }
    for _ in 0..30 {
        add("bodies", Box::new(move |stop| upload_on(plan, addr, stop)));
    }
    for is_slow in [false, true] {
        add(
            "stalled_readers",
            Box::new(move |stop| stall_on(plan, addr, is_slow, stop)),
        );
    }
    for flood in [Flood::Pings, Flood::Continuations] {
        add(
            "control_frames",
            Box::new(move |stop| {
                let found = control_frames::send_on(&person(FRAMES, 0), flood, stop, PAUSE);
                found.sockets()
            }),
        );
    }
    add("lobby", Box::new(move |stop| fill_lobby(plan, addr, stop)));
    add(
        "takeback_spam",
        Box::new(move |stop| spam(person(TAKEBACKS, 0), person(TAKEBACKS, 1), stop)),
    );
    add(
        "lag_farming",
        Box::new(move |stop| {
            let mut games = Tally::default();
            while !stop.is_set() {
                let farmed = lag_farming::farm(person(LAG, 0), person(LAG, 1));
                games.count(farmed.map(drop));
                stop.sleep(REST);
            }
            games
        }),
    );
    for number in 0..3 {
        add(
            "attacked_name",
            Box::new(move |stop| {
                let from = |last: u8| plan.origin(GUESSES, last.into());
                let pause = 5 * PAUSE;
                attacked_name::guess_on(addr, number, &from, pause, stop)
            }),
        );
    }
    for number in 0..4 {
        add(
            "api_keys",
            Box::new(move |stop| search_with_key(person(KEYS, 0), number, stop)),
        );
    }
    for _ in 0..2 {
        add(
            "guests",
            Box::new(move |stop| guest_flood::record_on(&person(GUESTS, 0), PAUSE, stop)),
        );
    }
    for number in 0..20 {
        add(
            "many_addresses, searches",
            Box::new(move |stop| search::be_greedy(&person(MANY, number), stop, REST)),
        );
        add(
            "many_addresses, shares",
            Box::new(move |stop| shares::share_on(&person(MANY, number), 0, 10 * PAUSE, stop)),
        );
    }
    all
}

fn upload_on(plan: Plan, addr: SocketAddr, stop: &StopFlag) -> Tally {
    const BYTES: usize = 5 << 20;
    let mut bodies = Tally::default();
    while !stop.is_set() {
        let origin = plan.origin(BODIES, 0);
        let taken = bodies::upload(addr, origin, "/fn/meet_learner", BYTES, stop);
        bodies.count(match taken {
            Ok(taken) if taken + 1 == BYTES => Ok(()),
            Ok(_) => Err("cut off".to_owned()),
            Err(error) => Err(error.kind().to_string()),
        });
        stop.sleep(REST);
    }
    bodies
}

fn stall_on(plan: Plan, addr: SocketAddr, is_slow: bool, stop: &StopFlag) -> Tally {
    let file = stalled_readers::large_file(addr);
    let (origin, count) = match is_slow {
        false => (plan.origin(READERS, 0), 150),
        true => (plan.origin(READERS, 1), 50),
    };
    let mut connections = Tally::default();
    while !stop.is_set() {
        let mut stalled = stalled_readers::stall(addr, origin, &file, count);
        stalled.iter().for_each(|_| connections.count(Ok(())));
        for _ in 0..90 {
            if stop.is_set() {
                break;
            }
            if is_slow {
                stalled.iter_mut().for_each(stalled_readers::read_a_byte);
            }
            stop.sleep(Duration::from_secs(1));
        }
    }
    connections
}

fn fill_lobby(plan: Plan, addr: SocketAddr, stop: &StopFlag) -> Tally {
    let mut challenges = Tally::default();
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else {
        return challenges;
    };
    let mut sockets = Vec::new();
    while !stop.is_set() {
        for _ in 0..11 {
            let mut guest = Person::new(addr, plan.origin(LOBBY, 0));
            let (links, socket) = lobby::wait_in_lobby(&mut guest, &runtime, 5);
            for number in 0..5 {
                let offered = links.get(number).map(drop);
                challenges.count(offered.ok_or_else(|| "refused".to_owned()));
            }
            sockets.extend(socket);
        }
        stop.sleep(Duration::from_secs(60));
        sockets.clear();
    }
    challenges
}

fn spam(mut white: Person, mut black: Person, stop: &StopFlag) -> Tally {
    let mut offers = Tally::default();
    while !stop.is_set() {
        let Ok(mut game) = Game::begin(&mut white, &mut black, None, 1) else {
            stop.sleep(REST);
            continue;
        };
        game.play(2, Duration::from_millis(100));
        for _ in 0..500 {
            if stop.is_set() {
                break;
            }
            offers.count(game.act(0, "takeback"));
            // Only a declined offer can be made again.
            game.act(1, "decline").ok();
            game.rest(5 * PAUSE);
        }
        game.act(0, "resign").ok();
    }
    offers
}

fn search_with_key(mut person: Person, number: usize, stop: &StopFlag) -> Tally {
    let mut tally = Tally::default();
    let key = api_keys::new_key(&mut person, number);
    let Some(key) = key else {
        return tally;
    };
    while !stop.is_set() {
        let request = search::of_nodes(1_000_000);
        let request = request.header("Authorization", &format!("Bearer {key}"));
        let answer = person.send(request);
        let is_refused = !answer.as_ref().is_ok_and(|answer| answer.status == 200);
        tally.answer(&answer);
        if is_refused {
            stop.sleep(REST);
        }
    }
    tally
}
