//! `kill -9` under load, a few times; `cargo xtask prove` does it two hundred times.

use std::time::Duration;

use e2e::kill::{KillPlan, clients, run};

#[test]
fn what_was_acknowledged_is_there_once_after_every_kill() {
    let plan = KillPlan {
        rounds: 3,
        seed: 7,
        // As fast as eight clients can: more writes are under way at each kill.
        per_second: 1_000,
        longest: Duration::from_secs(1),
    };
    let report = run(plan, &mut clients(8));
    assert_eq!(report.wrong, [""; 0]);
    let all_kinds = report.acknowledged.values().all(|count| *count > 0);
    assert!(all_kinds && report.acknowledged.len() == 3, "{report:?}");
}
