//! PostgreSQL and NATS for tests: started in temporary folders, never as root, ended with the program that
//! started them, however that ends.

mod nats;
mod postgres;
mod service;

pub use nats::NatsServer;
pub use postgres::PostgresServer;
