//! The server by HTTP and WebSocket.

mod disk;
#[cfg(unix)]
mod doctor;
#[cfg(unix)]
mod faults;
mod http;
mod kill;
mod live_model;
mod live_protocol;
mod live_race;
mod live_refusals;
mod open_net;
mod postgres;
mod readme;
#[cfg(unix)]
mod workers;
