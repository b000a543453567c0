//! A run: games that are played while one fault comes after the other.

use std::time::{Duration, Instant};

use test_services::{NatsServer, PostgresServer};
use tokio::time::sleep;

use super::fault::{Fault, Trouble};
use super::played_games::PlayedGames;
use super::processes::SiteProcesses;
use super::report::FaultReport;
use super::requests::RequestLoop;
use crate::rng::Rng;

/// Between two requests of visitors.
const REQUESTS_EVERY: Duration = Duration::from_millis(100);

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

/// Goes through the faults; `None` where PostgreSQL or NATS is not installed, or no disk may be mounted to be
/// full.
///
/// # Panics
/// The site cannot be started.
pub async fn run(plan: &FaultPlan) -> Option<FaultReport> {
    let is_full = |fault: &Fault| matches!(fault, Fault::DiskFull(_));
    let database = match plan.faults.iter().any(is_full) {
        true => PostgresServer::start_on_small_disk(),
        false => PostgresServer::start(),
    };
    let database = database.expect("PostgreSQL")?;
    let nats = NatsServer::start().expect("NATS")?;
    let mut site = SiteProcesses::start(database, nats, Default::default());
    let addresses = site.addresses();
    let requests = RequestLoop::begin(addresses, REQUESTS_EVERY);
    let games = PlayedGames::begin(addresses, plan.seed, plan.games, plan.per_second);
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
    let requests = requests.end();
    let mut report = FaultReport {
        answered_requests: requests.answered,
        refused_requests: requests.refused,
        wrong: requests.wrong,
        ..FaultReport::default()
    };
    for pair in &games.end().await {
        report.add(pair, &troubles);
        report.wrong.extend(pair.check(addresses).err());
    }
    site.end();
    Some(report)
}
