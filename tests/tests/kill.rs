//! `kill -9` under load, a few times; `cargo xtask prove` does it two hundred times.

use std::time::Duration;

use e2e::kill::{Client, Plan, games::Games, run};

#[test]
fn what_was_acknowledged_is_there_once_after_every_kill() {
    let plan = Plan {
        rounds: 3,
        seed: 7,
        // As fast as eight clients can: more writes are under way at each kill.
        per_second: 1_000,
        longest: Duration::from_secs(1),
    };
    let mut clients: Vec<Box<dyn Client>> = (0..8)
        .map(|number| Box::new(Games::new(number)) as Box<dyn Client>)
        .collect();
    let report = run(plan, &mut clients);
    assert_eq!(report.wrong, [""; 0]);
    assert!(report.acknowledged > 0, "{report:?}");
}
