//! NATS, which carries messages between the processes of a site: `address` says where it is, `connection`
//! connects.

pub mod address;
#[cfg(feature = "nats")]
mod connection;

#[cfg(feature = "nats")]
pub use connection::{NatsError, connect};
