//! A run: games that are played while one fault comes after the other.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use test_services::{NatsServer, PostgresServer};
use tokio::task::JoinSet;
use tokio::time::sleep;

use super::fault::{Fault, Trouble};
use super::pair::Pair;
use super::processes::SiteProcesses;
use super::report::FaultReport;
use super::watcher::Watcher;
use crate::rng::Rng;

/// The size of a run.
#[derive(Clone, Debug)]
pub struct FaultPlan {
    /// What happens, one after the other.
    pub faults: Vec<Fault>,
    /// The seed of the moments, the servers and the moves.
    pub seed: u64,
    /// Games at a time; each has two players and a watcher.
    pub games: usize,
    /// Moves a second, of all games together.
    pub per_second: u32,
    /// The time between two faults.
    pub between: Duration,
}

/// Goes through the faults; `None` where PostgreSQL or NATS is not installed.
///
/// # Panics
/// The site cannot be started.
pub async fn run(plan: &FaultPlan) -> Option<FaultReport> {
    let database = PostgresServer::start().expect("PostgreSQL")?;
    let nats = NatsServer::start().expect("NATS")?;
    let mut site = SiteProcesses::start(database, nats);
    let addresses = site.addresses();
    let over = Arc::new(AtomicBool::new(false));
    let pause = Duration::from_secs(1) * plan.games as u32 / plan.per_second;
    let mut games = JoinSet::new();
    for number in 0..plan.games {
        let pair = Pair::new(addresses, plan.seed, number);
        games.spawn(play_on(pair, pause, Arc::clone(&over)));
    }
    let mut rng = Rng::new(plan.seed);
    let mut troubles = Vec::new();
    sleep(plan.between).await;
    for (number, fault) in plan.faults.iter().enumerate() {
        sleep(plan.between.mul_f64(rng.fraction())).await;
        let begun = Instant::now();
        let server = site.suffer(*fault, &mut rng).await;
        troubles.push(Trouble {
            fault: *fault,
            begun,
            ended: Instant::now(),
            server,
        });
        sleep(plan.between).await;
        if (number + 1) % 20 == 0 {
            eprintln!("{} faults", number + 1);
        }
    }
    over.store(true, Ordering::Relaxed);
    let mut report = FaultReport::default();
    while let Some(played) = games.join_next().await {
        let played = played.expect("a game's task does not panic");
        for pair in &played {
            report.add(pair, &troubles);
            report.wrong.extend(pair.check(addresses).err());
        }
    }
    site.end();
    Some(report)
}

/// Plays games one after the other until it is over.
async fn play_on(mut pair: Pair, pause: Duration, over: Arc<AtomicBool>) -> Vec<Pair> {
    let mut played = Vec::new();
    let is_over = || over.load(Ordering::Relaxed);
    while !is_over() {
        pair.begin().await;
        let watcher = tokio::spawn(Watcher::new(pair.watching_seat(), pair.is_over()).watch());
        while !is_over() && pair.goes_on() {
            pair.move_once(pause).await;
        }
        pair.end(watcher).await;
        let next = pair.successor();
        played.push(std::mem::replace(&mut pair, next));
    }
    played
}
