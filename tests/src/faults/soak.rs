//! A site that is used for hours: what its processes use in the course of it.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;
use test_services::{NatsServer, PostgresServer};
use tokio::time::{MissedTickBehavior, interval};

use super::fault::Fault;
use super::played_games::PlayedGames;
use super::processes::{Addresses, SiteProcesses};
use crate::guest_client::GuestClient;
use crate::http::Request;
use crate::live::test_game::client_id;
use crate::rng::Rng;
use crate::server::Worker;
use crate::usage;

/// What the servers and the worker are called.
const NAMES: [&str; 3] = ["server 1", "server 2", "worker"];

/// Between two requests of a visitor.
const REQUESTS_EVERY: Duration = Duration::from_millis(500);

/// How long NATS or PostgreSQL is gone.
const GONE: Duration = Duration::from_secs(10);

/// The size of a run.
#[derive(Clone, Debug)]
pub struct SoakPlan {
    pub time: Duration,
    pub seed: u64,
    /// Games at a time; each has two players and a watcher, and is followed by another.
    pub games: usize,
    /// Moves a second, of all games together.
    pub per_second: u32,
    /// How often a sample is taken.
    pub sample_every: Duration,
    /// NATS and PostgreSQL are gone by turns, so often.
    pub fault_every: Duration,
}

/// What a process used at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct ProcessUsage {
    pub name: &'static str,
    /// Resident, MB.
    pub memory_mb: f64,
    /// Open files and sockets.
    pub descriptors: usize,
    /// Threads of the operating system.
    pub threads: usize,
    /// Tasks of its runtime.
    pub tasks: usize,
}

/// What all processes used at a moment.
#[derive(Clone, Debug, PartialEq)]
pub struct UsageSample {
    /// Since the begin.
    pub at: Duration,
    pub processes: Vec<ProcessUsage>,
}

/// What was found.
#[derive(Debug, Default)]
pub struct SoakReport {
    pub samples: Vec<UsageSample>,
    /// Moves that were acknowledged, and the games that they were made in.
    pub acknowledged: usize,
    pub games: usize,
    /// Requests of visitors that were answered with what they asked for.
    pub answered: usize,
    /// Requests that were refused: by a server whose PostgreSQL, NATS or worker is gone.
    pub refused: usize,
    /// Everything that went wrong.
    pub wrong: Vec<String>,
}

/// Uses a site of two servers and a worker; `tell` hears each sample. `None` where PostgreSQL or NATS is not
/// installed.
///
/// # Panics
/// The site cannot be started, or one of its processes ends.
pub async fn soak(plan: &SoakPlan, mut tell: impl FnMut(&UsageSample)) -> Option<SoakReport> {
    let database = PostgresServer::start().expect("PostgreSQL")?;
    let nats = NatsServer::start().expect("NATS")?;
    let nats_url = nats.url();
    let metrics = [0, 1, 2].map(|_| free_address());
    let with_metrics = |arguments: &[&str], metrics: SocketAddr| -> Vec<String> {
        let metrics = metrics.to_string();
        let all = arguments.iter().copied().chain(["--metrics", &metrics]);
        all.map(str::to_owned).collect()
    };
    let arguments =
        [0, 1].map(|index: usize| with_metrics(&["--searches", "workers"], metrics[index]));
    let mut site = SiteProcesses::start(database, nats, arguments);
    let working = with_metrics(
        &["--nats", &nats_url, "--threads", "1", "--tables", "off"],
        metrics[2],
    );
    let worker = Worker::start(&working.iter().map(String::as_str).collect::<Vec<_>>());
    let ids = [site.ids(), vec![worker.id()]].concat();
    let games = PlayedGames::begin(site.addresses(), plan.seed, plan.games, plan.per_second);
    let requests = RequestLoop::begin(site.addresses());
    let mut report = SoakReport::default();
    let mut rng = Rng::new(plan.seed);
    let (begun, mut fault) = (Instant::now(), 0);
    let mut sampling = interval(plan.sample_every);
    sampling.set_missed_tick_behavior(MissedTickBehavior::Delay);
    while begun.elapsed() < plan.time {
        sampling.tick().await;
        if begun.elapsed() >= plan.fault_every * (fault + 1) {
            let faults = [Fault::NatsGone(GONE), Fault::DatabaseGone(GONE)];
            site.suffer(faults[fault as usize % faults.len()], &mut rng)
                .await;
            fault += 1;
        }
        let processes = (0..NAMES.len()).map(|index| ProcessUsage {
            name: NAMES[index],
            memory_mb: usage::memory_mb(ids[index]),
            descriptors: usage::descriptors(ids[index]),
            threads: usage::threads(ids[index]),
            tasks: tasks(metrics[index]),
        });
        let sample = UsageSample {
            at: begun.elapsed(),
            processes: processes.collect(),
        };
        tell(&sample);
        report.samples.push(sample);
    }
    (report.answered, report.refused) = requests.end();
    let addresses = site.addresses();
    for pair in games.end().await {
        report.games += 1;
        report.acknowledged += pair.moves.len();
        report.wrong.extend(pair.check(addresses).err());
        report.wrong.extend(pair.wrong);
    }
    site.end();
    assert!(worker.terminate().success());
    Some(report)
}

fn free_address() -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("an address")
}

/// Tasks of a process, by its metrics.
fn tasks(metrics: SocketAddr) -> usize {
    let page = Request::get("/metrics").send(metrics).expect("metrics");
    let text = page.text();
    let tasks = text
        .lines()
        .find_map(|line| line.strip_prefix("ponder_tasks "));
    tasks.and_then(|tasks| tasks.parse().ok()).unwrap_or(0)
}

/// Somebody who looks at pages, asks for searches and records games, always as somebody new.
#[derive(Debug)]
struct RequestLoop {
    thread: thread::JoinHandle<()>,
    over: Arc<AtomicBool>,
    answered: Arc<AtomicUsize>,
    refused: Arc<AtomicUsize>,
}

impl RequestLoop {
    fn begin(addresses: Addresses) -> Self {
        let over = Arc::new(AtomicBool::new(false));
        let (answered, refused) = (Arc::<AtomicUsize>::default(), Arc::<AtomicUsize>::default());
        let told = [&answered, &refused].map(Arc::clone);
        let is_over = Arc::clone(&over);
        let thread = thread::spawn(move || {
            for number in 0_u32.. {
                if is_over.load(Ordering::Relaxed) {
                    break;
                }
                let is_answered = visit(addresses[number as usize % 2], number);
                told[usize::from(!is_answered)].fetch_add(1, Ordering::Relaxed);
                thread::sleep(REQUESTS_EVERY);
            }
        });
        Self {
            thread,
            over,
            answered,
            refused,
        }
    }

    /// How many requests were answered with what they asked for, and how many were not.
    fn end(self) -> (usize, usize) {
        self.over.store(true, Ordering::Relaxed);
        self.thread.join().expect("the requests do not panic");
        let counts = [self.answered, self.refused].map(|count| count.load(Ordering::Relaxed));
        (counts[0], counts[1])
    }
}

/// One request; whether it was answered with what was asked for.
fn visit(addr: SocketAddr, number: u32) -> bool {
    let [.., high, low] = (number / 8).to_be_bytes();
    let source = Ipv4Addr::new(127, 200, high, low);
    let answer = match number / 2 % 4 {
        0 => Request::get("/play").from(source).send(addr),
        1 => Request::get("/").from(source).send(addr),
        2 => GuestClient::at(source).record(addr, &client_id()),
        _ => {
            let body =
                json!({ "position": "startpos", "limits": { "nodes": 20_000 }, "seed": number });
            let request = Request::post("/api/v1/search", "application/json", body.to_string());
            request.from(source).send(addr)
        }
    };
    answer.is_ok_and(|answer| answer.status == 200)
}
