//! Games that have an address: played here, or shown.
//!
//! `table` is one live game and its rules, pure, with `clock` beside it. A `room` is the task that
//! owns a table: it takes one deed after the other, has the store keep what comes of it, then
//! acknowledges, then tells all who watch, each through the `outbox` of their `socket`;
//! `presence` is who that is. `rooms` are those that
//! are open, the `hub` has them and all sockets; `lobby` lists the games that wait for
//! somebody, `minds` thinks where a mind plays. `check` reads what pages ask for
//! and `share` what they show, `desk` answers them, `shown` is what an address shows.

pub mod admission;
pub mod clock;
mod engine_players;
pub mod hub;
mod lobby;
mod open_rooms;
mod outbox;
mod presence;
pub mod room;
mod service;
mod services;
pub mod share;
mod validate;

pub mod game_state;
pub mod pages;
pub mod socket;

pub use hub::Hub;

use std::sync::LazyLock;

use tokio::time::Instant;

/// When this program began to count.
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Milliseconds by a clock that never goes back.
pub fn now() -> clock::Now {
    u64::try_from(START.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// That moment, to be waited for.
fn moment(at: clock::Now) -> Instant {
    *START + std::time::Duration::from_millis(at)
}
