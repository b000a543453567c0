//! Attackers, each at a pace that a home connection has, so that the machine is not simply busy with
//! them.

use std::{net::SocketAddr, time::Duration};

use tokio::runtime::Builder;

use super::{Plan, honest};
use crate::attacks::{
    api_keys, attacked_name,
    beside::Over,
    bodies,
    control_frames::{self, Flood},
    cross_site,
    game::Game,
    guests, lag_farming, lobby,
    person::Person,
    report::Tally,
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

/// From one request of a flood to the next, on each of its connections.
const PAUSE: Duration = Duration::from_millis(20);

/// After something was refused, or came to its end.
const REST: Duration = Duration::from_secs(1);

/// An attacker, on a thread of its own.
pub struct Attacker {
    /// What it does.
    pub name: &'static str,
    /// Does it until it is over; how much of it worked.
    pub attack: Box<dyn Fn(&Over) -> Tally + Sync>,
}

/// All of them.
pub fn all(plan: Plan, addr: SocketAddr) -> Vec<Attacker> {
    let person = move |group: u8, number: usize| Person::new(addr, plan.origin(group, number));
    let mut all = Vec::new();
    let mut add = |name: &'static str, attack: Box<dyn Fn(&Over) -> Tally + Sync>| {
        all.push(Attacker { name, attack });
    };
    for connection in 0..6 {
        add(
            "cross_site",
            Box::new(move |over| {
                let visitor = honest::player(plan, addr, 0);
                let any = "AAAAAAAAAAAA";
                cross_site::foreign_page(&visitor, any, connection, PAUSE / 2, over)
            }),
        );
    }
    for bytes in [0, 0, 250 << 10] {
        add(
            "shares",
            Box::new(move |over| shares::share_on(&person(SHARES, 0), bytes, PAUSE, over)),
        );
    }
    for number in 0..16 {
        add(
            "greedy_searches",
            Box::new(move |over| search::be_greedy(&person(GREEDY, number / 8), over, REST)),
        );
    }
    for _ in 0..30 {
        add("bodies", Box::new(move |over| upload_on(plan, addr, over)));
    }
    for is_slow in [false, true] {
        add(
            "stalled_readers",
            Box::new(move |over| stall_on(plan, addr, is_slow, over)),
        );
    }
    for flood in [Flood::Pings, Flood::Continuations] {
        add(
            "control_frames",
            Box::new(move |over| {
                let found = control_frames::send_on(&person(FRAMES, 0), flood, over, PAUSE);
                found.sockets()
            }),
        );
    }
    add("lobby", Box::new(move |over| fill_lobby(plan, addr, over)));
    add(
        "takeback_spam",
        Box::new(move |over| spam(person(TAKEBACKS, 0), person(TAKEBACKS, 1), over)),
    );
    add(
        "lag_farming",
        Box::new(move |over| {
            let mut games = Tally::default();
            while !over.is_over() {
                let farmed = lag_farming::farm(person(LAG, 0), person(LAG, 1));
                games.count(farmed.map(drop));
                over.sleep(REST);
            }
            games
        }),
    );
    for number in 0..3 {
        add(
            "attacked_name",
            Box::new(move |over| {
                let from = |last: u8| plan.origin(GUESSES, last.into());
                let pause = 5 * PAUSE;
                attacked_name::guess_on(addr, number, &from, pause, over)
            }),
        );
    }
    for number in 0..4 {
        add(
            "api_keys",
            Box::new(move |over| search_with_key(person(KEYS, 0), number, over)),
        );
    }
    for _ in 0..2 {
        add(
            "guests",
            Box::new(move |over| guests::record_on(&person(GUESTS, 0), PAUSE, over)),
        );
    }
    for number in 0..20 {
        add(
            "many_addresses, searches",
            Box::new(move |over| search::be_greedy(&person(MANY, number), over, REST)),
        );
        add(
            "many_addresses, shares",
            Box::new(move |over| shares::share_on(&person(MANY, number), 0, 10 * PAUSE, over)),
        );
    }
    all
}

fn upload_on(plan: Plan, addr: SocketAddr, over: &Over) -> Tally {
    const BYTES: usize = 5 << 20;
    let mut bodies = Tally::default();
    while !over.is_over() {
        let origin = plan.origin(BODIES, 0);
        let taken = bodies::upload(addr, origin, "/fn/meet_learner", BYTES, over);
        bodies.count(match taken {
            Ok(taken) if taken + 1 == BYTES => Ok(()),
            Ok(_) => Err("cut off".to_owned()),
            Err(error) => Err(error.kind().to_string()),
        });
        over.sleep(REST);
    }
    bodies
}

fn stall_on(plan: Plan, addr: SocketAddr, is_slow: bool, over: &Over) -> Tally {
    let file = stalled_readers::large_file(addr);
    let (origin, count) = match is_slow {
        false => (plan.origin(READERS, 0), 150),
        true => (plan.origin(READERS, 1), 50),
    };
    let mut connections = Tally::default();
    while !over.is_over() {
        let mut stalled = stalled_readers::stall(addr, origin, &file, count);
        stalled.iter().for_each(|_| connections.count(Ok(())));
        for _ in 0..90 {
            if over.is_over() {
                break;
            }
            if is_slow {
                stalled.iter_mut().for_each(stalled_readers::read_a_byte);
            }
            over.sleep(Duration::from_secs(1));
        }
    }
    connections
}

fn fill_lobby(plan: Plan, addr: SocketAddr, over: &Over) -> Tally {
    let mut challenges = Tally::default();
    let Ok(runtime) = Builder::new_current_thread().enable_all().build() else {
        return challenges;
    };
    let mut sockets = Vec::new();
    while !over.is_over() {
        for _ in 0..11 {
            let mut guest = Person::new(addr, plan.origin(LOBBY, 0));
            let (links, socket) = lobby::wait_in_lobby(&mut guest, &runtime, 5);
            for number in 0..5 {
                let offered = links.get(number).map(drop);
                challenges.count(offered.ok_or_else(|| "refused".to_owned()));
            }
            sockets.extend(socket);
        }
        over.sleep(Duration::from_secs(60));
        sockets.clear();
    }
    challenges
}

fn spam(mut white: Person, mut black: Person, over: &Over) -> Tally {
    let mut offers = Tally::default();
    while !over.is_over() {
        let Ok(mut game) = Game::begin(&mut white, &mut black, None, 1) else {
            over.sleep(REST);
            continue;
        };
        game.play(2, Duration::from_millis(100));
        for _ in 0..500 {
            if over.is_over() {
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

fn search_with_key(mut person: Person, number: usize, over: &Over) -> Tally {
    let mut tally = Tally::default();
    let key = api_keys::new_key(&mut person, number);
    let Some(key) = key else {
        return tally;
    };
    while !over.is_over() {
        let request = search::of_nodes(1_000_000);
        let request = request.header("Authorization", &format!("Bearer {key}"));
        let answer = person.send(request);
        let is_refused = !answer.as_ref().is_ok_and(|answer| answer.status == 200);
        tally.answer(&answer);
        if is_refused {
            over.sleep(REST);
        }
    }
    tally
}
