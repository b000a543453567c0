//! Games that have an address: live games, and shared ones.
//!
//! `game_state` holds one live game and its rules, pure, with `clock` beside it. A `room` is the
//! task that owns a game: it handles one command after the other, stores the change, then
//! acknowledges it, then broadcasts it through the `outbox` of each watching `socket`. `presence`
//! tracks which players are connected, `engine_players` searches moves for engine players. `lobby`
//! lists open challenges and `running_games` what is played, each a `public_list`. `services` is what
//! rooms share, `open_rooms` opens rooms, and the `hub` admits sockets (`admission`). `validate`
//! checks new games, `share` shared ones, `service` answers the page's server functions, and `pages`
//! serves the address of a game.
//!
//! Architecture invariant: a room knows `services`, never the `hub`.

pub mod admission;
pub mod clock;
mod engine_players;
pub mod hub;
mod lobby;
mod open_rooms;
mod outbox;
mod presence;
mod public_list;
pub mod room;
mod running_games;
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

/// The origin of [`now`].
static START: LazyLock<Instant> = LazyLock::new(Instant::now);

/// Milliseconds of a monotonic clock.
pub fn now() -> clock::Now {
    u64::try_from(START.elapsed().as_millis()).unwrap_or(u64::MAX)
}

/// The instant of a time of [`now`].
fn moment(at: clock::Now) -> Instant {
    *START + std::time::Duration::from_millis(at)
}
