//! Attackers and a bystander at the same time.

use std::{
    sync::atomic::{AtomicBool, Ordering},
    thread,
    time::{Duration, Instant},
};

/// How long a sleeper does not look whether all is over.
const SLICE: Duration = Duration::from_millis(20);

/// Tells the attackers when to stop.
#[derive(Debug, Default)]
pub struct Over(AtomicBool);

impl Over {
    /// Whether it is over.
    pub fn is_over(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }

    /// Sleeps so long, or until it is over.
    pub fn sleep(&self, time: Duration) {
        let end = Instant::now() + time;
        while !self.is_over() {
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

/// Ends it when dropped, so that a bystander that panics does not leave attackers behind.
struct Guard<'a>(&'a Over);

impl Drop for Guard<'_> {
    fn drop(&mut self) {
        self.0.end();
    }
}

/// Has so many attackers attack, each with its number, until the bystander is done; what each of
/// them has found.
pub fn beside<A: Send, B>(
    attackers: usize,
    attack: impl Fn(usize, &Over) -> A + Sync,
    bystander: impl FnOnce() -> B,
) -> (Vec<A>, B) {
    let over = Over::default();
    thread::scope(|scope| {
        let (over, attack) = (&over, &attack);
        let attacking: Vec<_> = (0..attackers)
            .map(|number| scope.spawn(move || attack(number, over)))
            .collect();
        let found = {
            let _guard = Guard(over);
            bystander()
        };
        let attacked = attacking.into_iter().map(|attacker| {
            let attacked = attacker.join();
            attacked.expect("an attacker does not panic")
        });
        (attacked.collect(), found)
    })
}
