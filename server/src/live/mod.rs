//! Games that have an address: live games, and shared ones.
//!
//! `game_state` holds one live game and its rules, pure, with `clock` beside it. `game_time` is what the
//! clocks go by, kept going by the `heart`; `resumption` says how a stored game goes on, and `overdue` sees
//! to games whose time is over while nobody is there. A `room` is the task that owns a game here: it
//! handles one command after the other, stores the change, then acknowledges it, then broadcasts it through
//! the `outbox` of each watching `socket`, and tells other servers over the crate's `bus`; what is missed of that,
//! `versions` finds in the store. On which server a player is connected says a `seat`; `presence` tracks
//! who is, `engine_players` searches moves for engine players. `lobby` lists open challenges and
//! `running_games` what is played, each a `public_list`. `services` is what rooms share (`live_store` of the store), `open_rooms` opens
//! rooms, and the `hub` admits sockets (`admission`). `validate` checks new games, `share` shared ones,
//! `service` answers the page's server functions, and `pages` serves the address of a game.
//!
//! Architecture invariant: a room knows `services`, never the `hub`.

pub mod admission;
pub mod clock;
mod engine_players;
pub mod hub;
mod live_store;
pub mod lobby;
mod open_rooms;
mod outbox;
mod overdue;
mod presence;
pub mod public_list;
mod resumption;
pub mod room;
pub mod running_games;
pub mod seat;
mod service;
mod services;
pub mod share;
#[cfg(test)]
mod simulation;
mod validate;

pub mod game_state;
pub mod game_time;
mod heart;
pub mod pages;
pub mod socket;
mod versions;

pub use hub::Hub;
