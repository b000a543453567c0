//! The task that owns one live game. One deed after the other: decided by the table, kept by the
//! store, then acknowledged, then told to all who watch.
//!
//! `deeds` is that, `watching` who watches and what they are told, `time` what happens by itself,
//! `mind` what a mind does that plays here.

mod actions;
pub mod command;
mod engine_seat;
pub mod registry;
mod state;
mod task;
mod time;
mod watching;

pub use state::Room;

#[cfg(test)]
mod tests;
