//! Honest players, API clients and visitors.

use std::net::SocketAddr;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use super::Plan;
use crate::attacks::attacked_name;
use crate::attacks::game::Game;
use crate::attacks::person::Person;
use crate::attacks::report::Tally;
use crate::attacks::search::ClientSearches;
use crate::rng::Rng;

/// Groups of addresses.
const PLAYERS: u8 = 101;
const API: u8 = 102;
const VISITORS: u8 = 103;

/// The time of a game in seconds, and what each move adds.
const CONTROL: (u16, u8) = (60, 2);

/// Moves after which a player gives up and both begin another game.
const MOVES: usize = 60;

/// The pause between two moves, milliseconds: the least, and a random part.
const PAUSE_MS: (u64, usize) = (1_600, 800);

/// The pause after a game that could not be begun.
const AGAIN: Duration = Duration::from_secs(2);

/// A small search, and how often a client asks for one, milliseconds.
const MOVETIME_MS: u64 = 50;
const SEARCH_EVERY_MS: (u64, usize) = (3_000, 2_000);

/// How often the owner of the attacked name comes back, and how often pages are looked at.
const SIGN_IN_EVERY: Duration = Duration::from_secs(20);
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// The counts of honest players.
#[derive(Debug, Default)]
pub struct GameCounts {
    pub begun: Tally,
    pub moves: Tally,
    pub flagged: usize,
    pub lost_sockets: usize,
}

impl GameCounts {
    /// Adds what others have found.
    pub fn add(&mut self, other: Self) {
        self.begun.add(other.begun);
        self.moves.add(other.moves);
        self.flagged += other.flagged;
        self.lost_sockets += other.lost_sockets;
    }
}

/// One of the players; the browser of the first also has a foreign page open.
pub fn player(plan: Plan, addr: SocketAddr, number: usize) -> Person {
    Person::new(addr, plan.origin(PLAYERS, number))
}

/// Has two players play one game after the other.
pub fn play_on(plan: Plan, addr: SocketAddr, number: usize, end: Instant) -> GameCounts {
    let mut white = player(plan, addr, 2 * number);
    let mut black = player(plan, addr, 2 * number + 1);
    let (mut found, mut rng) = (GameCounts::default(), Rng::new(number as u64));
    // Spreads the moves over time.
    thread::sleep(between(&mut rng, (0, 2_000)));
    while Instant::now() < end {
        let seed = rng.number();
        let mut game = match Game::begin(&mut white, &mut black, Some(CONTROL), seed) {
            Ok(game) => game,
            Err(why) => {
                found.begun.count(Err(why));
                thread::sleep(AGAIN);
                continue;
            }
        };
        found.begun.count(Ok(()));
        while Instant::now() < end && game.ended.is_none() && game.ply() < MOVES {
            found.moves.count(game.step());
            game.rest(between(&mut rng, PAUSE_MS));
        }
        if game.ended.as_deref() == Some("timeout") {
            found.flagged += 1;
        }
        found.lost_sockets += game.lost_sockets;
        // A failure does not matter: the next game begins anyway.
        game.act(0, "resign").ok();
    }
    found
}

/// Asks for small searches.
pub fn search_on(plan: Plan, addr: SocketAddr, number: usize, end: Instant) -> ClientSearches {
    let mut person = Person::new(addr, plan.origin(API, number));
    let (mut asked, mut rng) = (ClientSearches::default(), Rng::new(1_000 + number as u64));
    thread::sleep(between(&mut rng, (0, 4_000)));
    while Instant::now() < end {
        asked.ask(&mut person, MOVETIME_MS);
        thread::sleep(between(&mut rng, SEARCH_EVERY_MS));
    }
    asked
}

/// The owner of the name that will be attacked, at the browser that the server has seen before.
pub fn owner(plan: Plan, addr: SocketAddr) -> Person {
    let mut owner = Person::new(addr, plan.origin(VISITORS, 0));
    attacked_name::register(&mut owner);
    owner
}

/// Looks at a page once.
pub fn first_page(plan: Plan, addr: SocketAddr) {
    let mut visitor = Person::new(addr, plan.origin(VISITORS, 1));
    let page = visitor.get("/");
    assert!(page.is_ok(), "a fresh server shows its page");
}

/// Signs in and out as the owner, and looks at pages and makes calls as another visitor; how often
/// both worked.
pub fn visit_on(plan: Plan, addr: SocketAddr, owner: &mut Person, end: Instant) -> (Tally, Tally) {
    let mut visitor = Person::new(addr, plan.origin(VISITORS, 1));
    let (mut sign_ins, mut pages) = (Tally::default(), Tally::default());
    let mut next = Instant::now();
    while Instant::now() < end {
        pages.answer(&visitor.get("/play"));
        pages.answer(&visitor.call("results", &json!({})));
        if Instant::now() >= next {
            sign_ins.answer(&attacked_name::sign_in(owner));
            // Fails without harm where the sign-in failed.
            owner.call("sign_out", &json!({ "everywhere": false })).ok();
            next += SIGN_IN_EVERY;
        }
        thread::sleep(LOOK_EVERY);
    }
    (sign_ins, pages)
}

fn between(rng: &mut Rng, (least, more): (u64, usize)) -> Duration {
    Duration::from_millis(least + rng.below(more) as u64)
}
