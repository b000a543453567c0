//! What all parts of a run have in common: the servers, the store, the network, and what has happened.

use std::collections::BTreeMap;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, LazyLock, Weak};
use std::time::Duration;

use engine::rules::Color;
use parking_lot::{Mutex, MutexGuard};
use serde_json::Value;
use tokio::task::AbortHandle;
use tokio::time::{Instant, sleep, timeout};
use wire::live::GameLink;

use super::connection::Connection;
use super::dice::Dice;
use super::machine::{Machine, MachineState};
use super::network::Network;
use super::store::SimulatedStore;
use crate::live::outbox::Outbox;
use crate::live::seat::ServerId;
use crate::live::services::LiveServices;
use crate::rate_limit::{Clients, Rules};
use crate::search::pool::Size;
use crate::search::service::SearchService;
use crate::store::UserId;
use crate::tables::sets::TableSets;

/// Servers of a site.
pub const SERVERS: usize = 3;

/// Nobody searches here, so all runs share the threads.
static SEARCHES: LazyLock<SearchService> = LazyLock::new(|| {
    let size = Size {
        slots: NonZeroUsize::MIN,
        waiting: 1,
        patience: Duration::from_secs(1),
    };
    let (searches, threads) = SearchService::start(size, TableSets::default()).expect("threads");
    // They stay until the program ends.
    std::mem::forget(threads);
    searches
});

/// A run of a server; cheap to clone.
#[derive(Clone)]
pub struct Server {
    pub services: LiveServices,
    pub machine: Machine,
    sockets: Arc<Mutex<Vec<Weak<Outbox>>>>,
    tasks: Arc<Vec<AbortHandle>>,
}

impl Server {
    /// Notes an open socket.
    pub fn note(&self, outbox: &Arc<Outbox>) {
        let mut sockets = self.sockets.lock();
        sockets.retain(|socket| socket.strong_count() > 0);
        sockets.push(Arc::downgrade(outbox));
    }
}

/// A client.
#[derive(Clone, Debug)]
pub struct Identity {
    /// For the log.
    pub name: String,
    pub game: i64,
    pub link: GameLink,
    /// The side that it plays, and who plays it.
    pub side: Option<(Color, UserId)>,
}

/// What all parts of a run know.
pub struct Shared {
    seed: u64,
    began: Instant,
    store: Arc<Mutex<SimulatedStore>>,
    network: Network,
    servers: Mutex<Vec<Option<Server>>>,
    starts: Mutex<u64>,
    /// Nobody moves before.
    thinks_until: Mutex<Instant>,
    /// Nobody moves any more.
    still: AtomicBool,
    over: AtomicBool,
    log: Mutex<Vec<String>>,
    wrong: Mutex<Vec<String>>,
    /// What was told of each version, by whichever server.
    told: Mutex<BTreeMap<(i64, u32), Value>>,
    /// What was sent as the move of a ply.
    sent: Mutex<BTreeMap<(i64, usize), String>>,
    acknowledged: Mutex<BTreeMap<(i64, usize), String>>,
}

impl Shared {
    /// Without servers and games.
    pub fn new(seed: u64) -> Self {
        Self {
            seed,
            began: Instant::now(),
            store: Arc::new(Mutex::new(SimulatedStore::new())),
            network: Network::new(Dice::of(seed, 1)),
            servers: Mutex::new(vec![None; SERVERS]),
            starts: Mutex::default(),
            thinks_until: Mutex::new(Instant::now()),
            still: AtomicBool::new(false),
            over: AtomicBool::new(false),
            log: Mutex::default(),
            wrong: Mutex::default(),
            told: Mutex::default(),
            sent: Mutex::default(),
            acknowledged: Mutex::default(),
        }
    }

    /// The dice of one part of the run.
    pub fn dice(&self, part: u64) -> Dice {
        Dice::of(self.seed, part)
    }

    pub fn store(&self) -> MutexGuard<'_, SimulatedStore> {
        self.store.lock()
    }

    /// The moves of a game that were acknowledged, by ply.
    pub fn acknowledged(&self, game: i64) -> Vec<(usize, String)> {
        of_game(&self.acknowledged.lock(), game)
    }

    /// The moves of a game that were sent, by ply.
    pub fn sent(&self, game: i64) -> Vec<(usize, String)> {
        of_game(&self.sent.lock(), game)
    }

    /// Everybody thinks for so long.
    pub fn think(&self, time: Duration) {
        *self.thinks_until.lock() = Instant::now() + time;
    }

    pub fn thinks_until(&self) -> Instant {
        *self.thinks_until.lock()
    }

    /// Nobody moves from here on.
    pub fn be_still(&self) {
        self.still.store(true, Ordering::Relaxed);
    }

    /// Everybody leaves.
    pub fn end_run(&self) {
        self.over.store(true, Ordering::Relaxed);
    }

    /// What was found wrong, and the log.
    pub fn found(&self) -> (Vec<String>, Vec<String>) {
        (self.wrong.lock().clone(), self.log.lock().clone())
    }

    pub fn servers(&self) -> usize {
        SERVERS
    }

    /// A server that connections reach; not one that was killed.
    pub fn server(&self, number: usize) -> Option<Server> {
        let server = self.servers.lock()[number].clone();
        server.filter(|server| !server.machine.is_killed())
    }

    pub fn network(&self) -> &Network {
        &self.network
    }

    pub fn is_over(&self) -> bool {
        self.over.load(Ordering::Relaxed)
    }

    pub fn is_still(&self) -> bool {
        self.still.load(Ordering::Relaxed)
    }

    pub fn set_store_up(&self, is_up: bool) {
        self.store.lock().is_up = is_up;
    }

    pub fn set_store_clock(&self, by_ms: i64) {
        self.store.lock().set_clock(by_ms);
    }

    pub fn note(&self, what: &str) {
        let at = self.began.elapsed().as_millis();
        self.log.lock().push(format!("{at:>7} {what}"));
    }

    pub fn wrong(&self, who: &str, what: &str) {
        self.note(&format!("WRONG {who}: {what}"));
        let at = self.began.elapsed().as_millis();
        self.wrong.lock().push(format!("{at} {who}: {what}"));
    }

    /// Somebody was told this version.
    pub fn tell(&self, who: &Identity, version: u32, message: &Value) {
        let mut told = self.told.lock();
        let known = told.entry((who.game, version));
        let known = known.or_insert_with(|| message.clone()).clone();
        drop(told);
        if known != *message {
            self.wrong(&who.name, &format!("two histories: {known} and {message}"));
        }
    }

    /// A move is sent.
    pub fn send(&self, who: &Identity, ply: usize, uci: &str) {
        self.note(&format!("{} sends {uci} at {ply}", who.name));
        let before = self.sent.lock().insert((who.game, ply), uci.to_owned());
        if before.is_some_and(|before| before != uci) {
            self.wrong(&who.name, &format!("another move was made of ply {ply}"));
        }
    }

    /// A move was acknowledged.
    pub fn acknowledge(&self, who: &Identity, ply: usize, uci: &str) {
        self.note(&format!("{} has {uci} at {ply} acknowledged", who.name));
        let stored = self.store().games[&who.game]
            .live
            .game
            .moves()
            .get(ply)
            .map(ToString::to_string);
        if stored.as_deref() != Some(uci) {
            self.wrong(
                &who.name,
                &format!("{uci} was acknowledged where {stored:?} is stored"),
            );
        }
        let acknowledged = &self.acknowledged;
        acknowledged.lock().insert((who.game, ply), uci.to_owned());
    }

    /// Starts a server, however long that takes.
    pub async fn start(self: Arc<Self>, number: usize) {
        let start = {
            let mut starts = self.starts.lock();
            *starts += 1;
            *starts
        };
        let machine = Machine::new();
        let dice = Dice::of(self.seed, 1_000 + start);
        let connection = Connection::new(Arc::clone(&self.store), machine.clone(), dice);
        let connection = Arc::new(connection);
        let id = ServerId(format!("{number}-{start:03}"));
        let clients = Clients::new(Rules::of_nodes(1_000_000), 0);
        let services = loop {
            let bus = self.network.join(machine.clone());
            let (store, searches) = (Arc::clone(&connection), SEARCHES.clone());
            let begun = LiveServices::begin(store, searches, clients.clone(), bus, id.clone());
            match begun.await {
                Ok(services) => break services,
                Err(_) if self.is_over() => return,
                Err(_) => sleep(Duration::from_millis(200)).await,
            }
        };
        let tasks = [
            spawn_for(&services, async |services| services.keep_time().await),
            spawn_for(&services, async |services| {
                services.see_to_deadlines().await
            }),
            spawn_for(&services, async |services| services.check_versions().await),
        ];
        let server = Server {
            services,
            machine,
            sockets: Arc::default(),
            tasks: Arc::new(tasks.into()),
        };
        let mut servers = self.servers.lock();
        // Two may have been started, where it was killed twice.
        if servers[number]
            .as_ref()
            .is_none_or(|before| before.machine.is_killed())
        {
            servers[number] = Some(server);
            drop(servers);
            self.note(&format!("server {number} runs as {}", id.0));
        } else {
            server.machine.set(MachineState::Killed);
            server.tasks.iter().for_each(AbortHandle::abort);
        }
    }

    pub fn kill(&self, number: usize) {
        if let Some(server) = self.servers.lock()[number].take() {
            server.machine.set(MachineState::Killed);
            server.tasks.iter().for_each(AbortHandle::abort);
        }
    }

    /// Ends a server as it is told to by SIGTERM.
    pub async fn end(&self, number: usize) {
        let Some(server) = self.server(number) else {
            return;
        };
        server.services.begin_closing();
        // As a process does that waits for the store no longer than this.
        let ends = server.services.say_that_it_ends();
        timeout(Duration::from_secs(5), ends).await.ok();
        for socket in server.sockets.lock().iter().filter_map(Weak::upgrade) {
            socket.close();
        }
        sleep(Duration::from_millis(100)).await;
        server.machine.set(MachineState::Killed);
        server.tasks.iter().for_each(AbortHandle::abort);
    }
}

fn spawn_for<F>(services: &LiveServices, work: impl FnOnce(LiveServices) -> F) -> AbortHandle
where
    F: Future<Output = std::convert::Infallible> + Send + 'static,
{
    tokio::spawn(work(services.clone())).abort_handle()
}

fn of_game(moves: &BTreeMap<(i64, usize), String>, game: i64) -> Vec<(usize, String)> {
    let moves = moves.range((game, 0)..(game + 1, 0));
    moves.map(|((_, ply), uci)| (*ply, uci.clone())).collect()
}
