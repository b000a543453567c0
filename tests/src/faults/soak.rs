//! A site that is used for hours: what its processes use in the course of it.

use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use test_services::{NatsServer, PostgresServer};
use tokio::time::{MissedTickBehavior, interval};

use super::fault::Fault;
use super::played_games::PlayedGames;
use super::processes::SiteProcesses;
use super::requests::{RequestLoop, fill_answer_caches};
use crate::http::Request;
use crate::rng::Rng;
use crate::usage;

/// What the servers and the workers are called.
const NAMES: [&str; 4] = ["server 1", "server 2", "worker 1", "worker 2"];

/// Between two requests of visitors.
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
    /// Searches that both servers make before, so that their caches of answers are full and do not look like a leak.
    pub searches_before: u32,
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

/// Uses a site of two servers and two workers; `tell` hears each sample. `None` where PostgreSQL or NATS is not
/// installed.
///
/// # Panics
/// The site cannot be started, or one of its processes ends.
pub async fn soak(plan: &SoakPlan, mut tell: impl FnMut(&UsageSample)) -> Option<SoakReport> {
    let database = PostgresServer::start().expect("PostgreSQL")?;
    let nats = NatsServer::start().expect("NATS")?;
    let metrics = [0, 1, 2, 3].map(|_| free_address());
    let arguments = metrics.map(|metrics| vec!["--metrics".into(), metrics.to_string()]);
    let mut site = SiteProcesses::start(database, nats, arguments);
    let ids = site.ids();
    fill_answer_caches(site.addresses(), plan.searches_before);
    let games = PlayedGames::begin(site.addresses(), plan.seed, plan.games, plan.per_second);
    let requests = RequestLoop::begin(site.addresses(), REQUESTS_EVERY);
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
    let requests = requests.end();
    (report.answered, report.refused) = (requests.answered, requests.refused);
    report.wrong.extend(requests.wrong);
    let addresses = site.addresses();
    for pair in games.end().await {
        report.games += 1;
        report.acknowledged += pair.moves.len();
        report.wrong.extend(pair.check(addresses).err());
        report.wrong.extend(pair.wrong);
    }
    site.end();
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
