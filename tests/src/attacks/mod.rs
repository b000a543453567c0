//! Attacks from outside on a real server, each beside an honest bystander whose success is counted.
//!
//! A file is one attack with its bystander: `run` starts a server, does both at once and gives a
//! [`Report`]. The `attacks` program prints the reports as a table; the tests `bystander_*` assert
//! that a short form of each leaves the bystander unharmed. `together` is all of them at once.
//!
//! `person` and `connection` speak HTTP from an address of their own, `game` plays a live game,
//! `frames` speaks WebSocket as no browser would, `site` is the server with what it uses, `beside`
//! runs attackers and bystander at the same time.

pub mod api_keys;
pub mod attacked_name;
pub mod beside;
pub mod bodies;
pub mod classroom;
pub mod connection;
pub mod control_frames;
pub mod cross_site;
pub mod engine_players;
pub mod frames;
pub mod game;
pub mod greedy_searches;
pub mod guest_flood;
pub mod lag_farming;
pub mod lobby;
pub mod many_addresses;
pub mod person;
pub mod report;
pub mod search;
pub mod shares;
pub mod site;
mod size;
pub mod stalled_readers;
pub mod takeback_spam;
pub mod together;

use std::sync::{Mutex, PoisonError};

pub use report::{Report, Tally};
pub use size::Size;

/// What runs an attack.
pub type Run = fn(Size) -> Vec<Report>;

/// All attacks by their names.
pub const ALL: [(&str, Run); 15] = [
    ("cross_site", cross_site::run),
    ("classroom", classroom::run),
    ("shares", shares::run),
    ("bodies", bodies::run),
    ("stalled_readers", stalled_readers::run),
    ("greedy_searches", greedy_searches::run),
    ("live_minds", engine_players::run),
    ("control_frames", control_frames::run),
    ("lobby", lobby::run),
    ("takeback_spam", takeback_spam::run),
    ("lag_farming", lag_farming::run),
    ("attacked_name", attacked_name::run),
    ("api_keys", api_keys::run),
    ("guests", guest_flood::run),
    ("many_addresses", many_addresses::run),
];

/// Runs the short form of an attack, one at a time in this process, and passes where the bystander
/// lost nothing and every bound on the attacker held.
///
/// # Panics
/// With what the bystander lost.
pub fn assert_bystander_unharmed(run: impl FnOnce(Size) -> Vec<Report>) {
    assert_bystander_unharmed_then(run, |reports| reports);
}

/// As [`assert_bystander_unharmed`], for an attack that leaves the server something to do: `wait`, which
/// waits for that, runs beside the next attack.
///
/// # Panics
/// With what the bystander lost.
pub fn assert_bystander_unharmed_then<A>(
    attack: impl FnOnce(Size) -> A,
    wait: impl FnOnce(A) -> Vec<Report>,
) {
    // Two floods at once would be another attack than either.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let turn = ONE_AT_A_TIME.lock().unwrap_or_else(PoisonError::into_inner);
    let attacked = attack(Size::Short);
    drop(turn);
    let losses: Vec<_> = wait(attacked).iter().filter_map(Report::harm).collect();
    assert!(losses.is_empty(), "{}", losses.join("\n"));
}
