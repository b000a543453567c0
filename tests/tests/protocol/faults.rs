//! A site of two servers whose parts fail while games are played, each a few times; `cargo xtask prove` does it
//! for long.

use std::time::Duration;

use e2e::faults::{Fault, FaultPlan, run};

#[tokio::test(flavor = "multi_thread")]
async fn what_was_acknowledged_is_there_once_whatever_fails() {
    let plan = FaultPlan {
        faults: vec![
            Fault::Kill,
            Fault::NatsGone(Duration::from_secs(2)),
            Fault::KillWorker,
            Fault::DatabaseGone(Duration::from_secs(2)),
            Fault::Kill,
            // Longer than a server is believed to live.
            Fault::Pause(Duration::from_secs(6)),
        ],
        seed: 1,
        games: 10,
        per_second: 20,
        between: Duration::from_secs(1),
    };
    let Some(report) = run(&plan).await else {
        return;
    };
    assert_eq!(report.wrong, [""; 0]);
    assert!(report.acknowledged > 100, "{report:?}");
    assert!(report.answered_requests > 50, "{report:?}");
    // Games went on after the faults.
    assert!(report.resumed.len() > plan.games, "{report:?}");
    assert!(!report.overcharged.is_empty(), "{report:?}");
}
