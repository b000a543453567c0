//! The task that owns one live game. It decides one command at a time by the game's state, stores
//! the change, acknowledges it, then broadcasts it.
//!
//! `command` lists the commands, `registry` the open rooms, `state` is what a room holds and `task`
//! its loop. `actions` executes requests, `watching` serves the sockets, `time` handles timers,
//! `engine_seat` the engine player, `others` what other servers change, `seats` where the players are
//! connected (`known_seats`), `listing` the room's entries in the public lists.

mod actions;
pub mod command;
mod engine_seat;
mod known_seats;
mod listing;
mod others;
pub mod registry;
mod seats;
mod state;
mod task;
mod time;
mod watching;

pub use others::{RoomNotice, listen};
pub use state::GameRoom;

#[cfg(test)]
mod tests;
