//! Searches that other machines make, over NATS: a server orders one, a worker (`server worker`) makes it.
//!
//! `message` is what they say to each other, and on which subjects. `orders` is the server's side: it takes the
//! place of the pool, and `check`s what comes back. `order_server` is the worker's: it accepts orders while it
//! has room.

mod check;
mod message;
mod order_server;
mod orders;

pub use check::{Untrue, check_found, check_report};
pub use message::{RemoteResult, SearchOrder, WorkerReply};
pub use order_server::{OrderCapacity, OrderServer, read_order};
pub use orders::{RemoteSearches, hears_orders};
