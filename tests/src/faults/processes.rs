//! The processes of a site: PostgreSQL, NATS and two servers.

use std::net::SocketAddr;
use std::time::Duration;

use test_services::{NatsServer, PostgresServer};
use tokio::time::sleep;

use super::fault::Fault;
use crate::folder::TempFolder;
use crate::rng::Rng;
use crate::server::Server;

/// Where the two servers are.
pub type Addresses = [SocketAddr; 2];

/// How long a server that was killed is missing.
const MISSING: Duration = Duration::from_millis(500);

/// A running site.
#[derive(Debug)]
pub struct SiteProcesses {
    database: PostgresServer,
    nats: NatsServer,
    data: [TempFolder; 2],
    servers: [Option<Server>; 2],
    addresses: Addresses,
    /// What the servers are told beside.
    arguments: [Vec<String>; 2],
}

impl SiteProcesses {
    /// Starts both servers with these arguments and those that name PostgreSQL and NATS.
    ///
    /// # Panics
    /// A server does not start.
    pub fn start(
        database: PostgresServer,
        nats: NatsServer,
        mut arguments: [Vec<String>; 2],
    ) -> Self {
        let data = [0, 1].map(|_| TempFolder::new().expect("a folder"));
        for arguments in &mut arguments {
            arguments.extend([
                "--database".into(),
                database.url(),
                "--nats".into(),
                nats.url(),
            ]);
        }
        let servers = [0, 1].map(|index: usize| {
            let arguments: Vec<&str> = arguments[index].iter().map(String::as_str).collect();
            Server::start_on_with(data[index].path(), &arguments)
        });
        let addresses = [servers[0].addr, servers[1].addr];
        Self {
            database,
            nats,
            data,
            servers: servers.map(Some),
            addresses,
            arguments,
        }
    }

    /// The ids of the servers that run.
    pub fn ids(&self) -> Vec<u32> {
        self.servers.iter().flatten().map(Server::id).collect()
    }

    pub fn addresses(&self) -> Addresses {
        self.addresses
    }

    /// Has something happen to it, until that is over; the server that it happened to.
    ///
    /// # Panics
    /// A process cannot be started again.
    pub async fn suffer(&mut self, fault: Fault, rng: &mut Rng) -> Option<usize> {
        let server = usize::from(rng.one_in(2));
        match fault {
            Fault::Kill => {
                if let Some(killed) = self.servers[server].take() {
                    killed.kill();
                }
                sleep(MISSING).await;
                self.start_again(server);
                Some(server)
            }
            Fault::Pause(time) => {
                let paused = self.servers[server].as_ref()?;
                paused.pause();
                sleep(time).await;
                paused.go_on();
                Some(server)
            }
            Fault::NatsGone(time) => {
                self.nats.stop().expect("NATS ends");
                sleep(time).await;
                self.nats.start_again().expect("NATS starts");
                None
            }
            Fault::DatabaseGone(time) => {
                self.database.stop().expect("PostgreSQL ends");
                sleep(time).await;
                self.database.start_again().expect("PostgreSQL starts");
                None
            }
        }
    }

    fn start_again(&mut self, server: usize) {
        let address = self.addresses[server].to_string();
        let mut arguments = vec!["--addr", &*address];
        arguments.extend(self.arguments[server].iter().map(String::as_str));
        let data = self.data[server].path();
        self.servers[server] = Some(Server::start_on_with(data, &arguments));
    }

    /// Asks both servers to leave.
    ///
    /// # Panics
    /// One does not.
    pub fn end(self) {
        for server in self.servers.into_iter().flatten() {
            assert!(server.terminate().success());
        }
    }
}
