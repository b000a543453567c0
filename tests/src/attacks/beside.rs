//! Runs attackers and a bystander at the same time.

use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::{Duration, Instant};

/// How often a sleeping attacker looks at the flag.
const SLICE: Duration = Duration::from_millis(20);

/// Tells the attackers when to stop.
#[derive(Debug, Default)]
pub struct StopFlag(AtomicBool);

impl StopFlag {
    /// Whether the attackers have to stop.
    pub fn is_set(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Sleeps for `time`, or until the flag is set.
    pub fn sleep(&self, time: Duration) {
        let end = Instant::now() + time;
        while !self.is_set() {
            match end.checked_duration_since(Instant::now()) {
                Some(left) if !left.is_zero() => thread::sleep(left.min(SLICE)),
                _ => return,
            }
        }
    }

    fn end(&self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Sets the flag when dropped, so that a bystander that panics leaves no attackers behind.
struct Guard<'a>(&'a StopFlag);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Runs `attackers` attackers, each with its number, until the bystander is done. Returns what each
/// attacker and the bystander have found.
pub fn beside<A: Send, B>(
    attackers: usize,
    attack: impl Fn(usize, &StopFlag) -> A + Sync,
    bystander: impl FnOnce() -> B,
) -> (Vec<A>, B) {
    let stop = StopFlag::default();
    thread::scope(|scope| {
        let (stop, attack) = (&stop, &attack);
        let attacking: Vec<_> = (0..attackers)
            .map(|number| scope.spawn(move || attack(number, stop)))
            .collect();
        let found = {
            let _guard = Guard(stop);
            bystander()
        };
        let attacked = attacking.into_iter().map(|attacker| {
            let attacked = attacker.join();
            attacked.expect("an attacker does not panic")
        });
        (attacked.collect(), found)
    })
}
