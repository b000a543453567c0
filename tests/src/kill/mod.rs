//! Rounds of `kill -9` under load: each acknowledged write is there afterwards, once.
//!
//! [`run`] starts the built server on a folder that is kept, has [`Client`]s write, kills it at a
//! random moment, and looks again. `games`, `lessons` and `moves` are kinds of clients; another kind
//! of write is another implementor, and [`clients`] are some of each. `file` reads what is in the
//! store without the server.

mod client;
pub mod file;
pub mod games;
pub mod lessons;
pub mod moves;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::{folder::TempFolder, http::Request, rng::Rng, server::Server};
pub use client::{Client, WriteAnswer};
use file::File;

/// So many clients: a quarter records games, a quarter learns, half play. One address may have eight
/// requests under way.
pub fn clients(number: u64) -> Vec<Box<dyn Client>> {
    let client = |number: u64| -> Box<dyn Client> {
        match number % 4 {
            0 => Box::new(games::GameRecorder::new(number)),
            1 => Box::new(lessons::LearnerClient::new(number)),
            _ => Box::new(moves::MovePlayer::new(number)),
        }
    };
    (0..number).map(client).collect()
}

/// The size of a run.
#[derive(Clone, Copy, Debug)]
pub struct KillPlan {
    /// The number of starts and kills.
    pub rounds: usize,
    /// The seed of the moments of the kills.
    pub seed: u64,
    /// Writes a second, of all clients together.
    pub per_second: u32,
    /// The longest time from readiness to the kill.
    pub longest: Duration,
}

/// What was found.
#[derive(Debug, Default)]
pub struct KillReport {
    /// Writes that were acknowledged, by their kind.
    pub acknowledged: BTreeMap<&'static str, usize>,
    /// How long the server was written to, in all.
    pub loaded: Duration,
    /// Kills that left writes unanswered, and how many.
    pub unanswered: usize,
    /// Looks at the file's integrity, while the server ran on it.
    pub integrity_checks: usize,
    /// Seconds from each start to the line that says where the server listens.
    pub listening: Vec<f64>,
    /// Seconds from each start until it said that it is ready.
    pub ready: Vec<f64>,
    /// Everything that went wrong.
    pub wrong: Vec<String>,
}

/// How long a started server may take to be ready before the run ends.
const START: Duration = Duration::from_secs(30);

/// Goes through the rounds, then looks at all of it once more, by the server and in the file.
///
/// # Panics
/// When there is no server to be started.
pub fn run(plan: KillPlan, clients: &mut [Box<dyn Client>]) -> KillReport {
    let data = TempFolder::new().expect("a folder");
    let mut rng = Rng::new(plan.seed);
    let mut report = KillReport::default();
    for round in 1..=plan.rounds {
        let server = start(data.path(), &mut report);
        look(&server, data.path(), clients, false, &mut report);
        load(
            server,
            plan,
            plan.longest.mul_f64(rng.fraction()),
            clients,
            &mut report,
        );
        if round % 20 == 0 {
            let wrong = report.wrong.len();
            let acknowledged = acknowledged(clients);
            eprintln!("round {round}: {acknowledged:?} acknowledged, {wrong} wrong");
        }
    }
    let server = start(data.path(), &mut report);
    look(&server, data.path(), clients, true, &mut report);
    server.terminate();
    let file = File::open(data.path());
    for client in &*clients {
        report.wrong.extend(client.check_file(&file).err());
    }
    report.acknowledged = acknowledged(clients);
    report
}

fn acknowledged(clients: &[Box<dyn Client>]) -> BTreeMap<&'static str, usize> {
    let mut by_kind = BTreeMap::new();
    for client in clients {
        *by_kind.entry(client.kind()).or_default() += client.acknowledged();
    }
    by_kind
}

fn start(data: &Path, report: &mut KillReport) -> Server {
    let begin = Instant::now();
    let server = Server::start_on(data);
    report.listening.push(begin.elapsed().as_secs_f64());
    while !Request::get("/readyz")
        .send(server.addr)
        .is_ok_and(|answer| answer.status == 200)
    {
        assert!(begin.elapsed() < START, "the server is never ready");
        thread::sleep(Duration::from_millis(5));
    }
    report.ready.push(begin.elapsed().as_secs_f64());
    server
}

fn look(
    server: &Server,
    data: &Path,
    clients: &[Box<dyn Client>],
    all: bool,
    report: &mut KillReport,
) {
    for client in clients {
        report.wrong.extend(client.check(server.addr, all).err());
    }
    let integrity = File::open(data).texts("PRAGMA integrity_check");
    report.integrity_checks += 1;
    if integrity != ["ok"] {
        report.wrong.push(format!("integrity: {integrity:?}"));
    }
}

/// Has the clients write, and kills the server after a while.
fn load(
    server: Server,
    plan: KillPlan,
    after: Duration,
    clients: &mut [Box<dyn Client>],
    report: &mut KillReport,
) {
    let (addr, over) = (server.addr, AtomicBool::new(false));
    let number = u32::try_from(clients.len()).unwrap_or(u32::MAX);
    let pause = Duration::from_secs(1) * number / plan.per_second;
    thread::scope(|scope| {
        let writing: Vec<_> = (0..)
            .zip(clients)
            .map(|(index, client)| {
                let (over, first) = (&over, pause * index / number);
                scope.spawn(move || write_on(client.as_mut(), addr, first, pause, over))
            })
            .collect();
        thread::sleep(after);
        server.kill();
        report.loaded += after;
        over.store(true, Ordering::Relaxed);
        for client in writing {
            match client.join().expect("a client does not panic") {
                Ok(unanswered) => report.unanswered += usize::from(unanswered),
                Err(wrong) => report.wrong.push(wrong),
            }
        }
    });
}

/// Writes again and again until the server has gone; whether the last write was cut off.
fn write_on(
    client: &mut dyn Client,
    addr: SocketAddr,
    first: Duration,
    pause: Duration,
    over: &AtomicBool,
) -> Result<bool, String> {
    let (begin, mut due) = (Instant::now(), first);
    loop {
        thread::sleep(due.saturating_sub(begin.elapsed()));
        if over.load(Ordering::Relaxed) {
            return Ok(false);
        }
        match client.write(addr) {
            WriteAnswer::Acknowledged => due += pause,
            WriteAnswer::None => return Ok(true),
            WriteAnswer::Other(text) => return Err(text),
        }
    }
}
