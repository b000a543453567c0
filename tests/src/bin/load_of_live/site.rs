//! What is measured: one server with a file, or two that share PostgreSQL and NATS.

use std::net::SocketAddr;

use e2e::server::Server;
use e2e::usage;
use test_services::{NatsServer, PostgresServer};

/// How many servers a site has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Layout {
    One,
    Two,
}

/// A running site.
#[derive(Debug)]
pub struct LoadedSite {
    servers: Vec<Server>,
    /// They end after the servers.
    _shared: Option<(PostgresServer, NatsServer)>,
}

impl LoadedSite {
    /// Starts it.
    ///
    /// # Panics
    /// A process does not start, or is not installed.
    pub fn start(layout: Layout) -> Self {
        if layout == Layout::One {
            return Self {
                servers: vec![Server::start()],
                _shared: None,
            };
        }
        let database = PostgresServer::start_durable().expect("PostgreSQL starts");
        let nats = NatsServer::start().expect("NATS starts");
        let (database, nats) = (database.expect("PostgreSQL"), nats.expect("NATS"));
        let start = || {
            let [database, nats] = [database.url(), nats.url()];
            Server::start_with(&["--database", &database, "--nats", &nats])
        };
        Self {
            servers: vec![start(), start()],
            _shared: Some((database, nats)),
        }
    }

    /// The address for the client with this number: they take turns.
    pub fn addr(&self, number: usize) -> SocketAddr {
        self.servers[number % self.servers.len()].addr
    }

    /// CPU time of all servers, milliseconds.
    pub fn cpu_ms(&self) -> f64 {
        self.ids().map(usage::cpu_ms).sum()
    }

    /// Memory of all servers, MB.
    pub fn memory_mb(&self) -> f64 {
        self.ids().map(usage::memory_mb).sum()
    }

    fn ids(&self) -> impl Iterator<Item = u32> {
        self.servers.iter().map(Server::id)
    }
}
