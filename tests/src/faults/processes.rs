//! The processes of a site: PostgreSQL, NATS, two servers and two workers.

use std::net::SocketAddr;
use std::time::Duration;

use test_services::{NatsServer, PostgresServer};
use tokio::time::sleep;

use super::fault::Fault;
use crate::folder::TempFolder;
use crate::rng::Rng;
use crate::server::{Server, Worker};

/// Where the two servers are.
pub type Addresses = [SocketAddr; 2];

/// How long a server that was killed is missing.
const MISSING: Duration = Duration::from_millis(500);

/// How long both versions run.
const BOTH_VERSIONS: Duration = Duration::from_secs(10);

/// A running site.
#[derive(Debug)]
pub struct SiteProcesses {
    database: PostgresServer,
    nats: NatsServer,
    data: [TempFolder; 2],
    servers: [Option<Server>; 2],
    addresses: Addresses,
    workers: [Option<Worker>; 2],
    is_upgraded: bool,
    /// What the servers are told, and the workers.
    arguments: [Vec<String>; 4],
}

impl SiteProcesses {
    /// Starts the servers and the workers with these arguments and those that name what they share.
    ///
    /// # Panics
    /// One does not start.
    pub fn start(
        database: PostgresServer,
        nats: NatsServer,
        mut arguments: [Vec<String>; 4],
    ) -> Self {
        let data = [0, 1].map(|_| TempFolder::new().expect("a folder"));
        let urls = [database.url(), nats.url()];
        for (index, arguments) in arguments.iter_mut().enumerate() {
            let shared = match index {
                0 | 1 => vec![
                    "--database",
                    &urls[0],
                    "--nats",
                    &urls[1],
                    "--searches",
                    "workers",
                ],
                _ => vec!["--nats", &urls[1], "--threads", "1", "--tables", "off"],
            };
            arguments.extend(shared.into_iter().map(str::to_owned));
        }
        let servers = [0, 1].map(|index: usize| {
            Server::start_on_with(data[index].path(), &texts(&arguments[index]))
        });
        let workers = [2, 3].map(|index: usize| Some(Worker::start(&texts(&arguments[index]))));
        let addresses = [servers[0].addr, servers[1].addr];
        Self {
            database,
            nats,
            data,
            servers: servers.map(Some),
            addresses,
            workers,
            is_upgraded: false,
            arguments,
        }
    }

    /// The ids of the servers and the workers that run.
    pub fn ids(&self) -> Vec<u32> {
        let servers = self.servers.iter().flatten().map(Server::id);
        let workers = self.workers.iter().flatten().map(Worker::id);
        servers.chain(workers).collect()
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
            Fault::Upgrade => {
                self.is_upgraded = true;
                for server in [server, 1 - server] {
                    let left = self.servers[server].take();
                    assert!(left.is_none_or(|left| left.terminate().success()));
                    self.start_again(server);
                    sleep(BOTH_VERSIONS).await;
                }
                None
            }
            Fault::KillWorker => {
                if let Some(killed) = self.workers[server].take() {
                    killed.kill();
                }
                sleep(MISSING).await;
                let started = Worker::start(&texts(&self.arguments[2 + server]));
                self.workers[server] = Some(started);
                None
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
            Fault::DiskFull(time) => {
                self.database.fill_disk().expect("a full disk");
                sleep(time).await;
                self.database.make_room().expect("PostgreSQL goes on");
                None
            }
        }
    }

    fn start_again(&mut self, server: usize) {
        let address = self.addresses[server].to_string();
        let mut arguments = vec!["--addr", &*address];
        arguments.extend(texts(&self.arguments[server]));
        let data = self.data[server].path();
        self.servers[server] = Some(match self.is_upgraded {
            true => Server::start_next_on_with(data, &arguments),
            false => Server::start_on_with(data, &arguments),
        });
    }

    /// Asks all of them to leave.
    ///
    /// # Panics
    /// One does not.
    pub fn end(self) {
        for server in self.servers.into_iter().flatten() {
            assert!(server.terminate().success());
        }
        for worker in self.workers.into_iter().flatten() {
            assert!(worker.terminate().success());
        }
    }
}

fn texts(arguments: &[String]) -> Vec<&str> {
    arguments.iter().map(String::as_str).collect()
}
