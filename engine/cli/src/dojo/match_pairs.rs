//! Plays pairs of games on threads.

use std::sync::atomic::{AtomicU16, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use lab::dojo::TestPair;

/// Plays so many pairs; returns how many have 0, ½, 1, 1½ and 2 points.
pub fn match_pairs(pairs: u16, threads: usize, pair: impl Fn(u16) -> TestPair + Sync) -> [u64; 5] {
    let (next, counts) = (AtomicU16::new(0), Mutex::new([0; 5]));
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= pairs {
                        return;
                    }
                    let half_points = usize::from(pair(number).play());
                    let mut counts = counts.lock().unwrap_or_else(PoisonError::into_inner);
                    counts[half_points] += 1;
                }
            });
        }
    });
    counts.into_inner().unwrap_or_else(PoisonError::into_inner)
}

/// The seed of a pair that no test in a training has.
pub fn pair_seed(seed: u64, number: u16) -> u64 {
    !seed ^ u64::from(number) << 48
}
