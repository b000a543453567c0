//! How often somebody may try to get in.
//!
//! Attempts are counted twice. Per address, so that one machine can't go through many names; and per
//! name, so that many machines can't go through one name's passwords: at its limit a name lets in
//! 4,320 guesses a day, of which a password of eight random letters has nothing to fear. The limit
//! per name is wide and refills fast on purpose. Somebody who attacks a name competes with its owner
//! for the attempts that are left, and the owner, who has an address of their own, waits 20 s at a
//! time rather than being locked out; who is signed in already notices nothing.
//!
//! What is counted is kept in memory only, within bounds, and forgotten when it would be full again.

use std::{
    hash::Hash,
    net::IpAddr,
    sync::{Arc, Mutex, PoisonError},
    time::{Duration, Instant},
};

use moka::sync::Cache;

/// Addresses and names that are remembered, each.
const MOST: u64 = 100_000;

/// So many at once, and then one each while.
#[derive(Clone, Copy, Debug)]
struct Pace {
    at_once: u32,
    each: Duration,
}

/// Names and passwords, codes and confirmations, from one address.
const PER_ADDRESS: Pace = Pace {
    at_once: 10,
    each: Duration::from_secs(30),
};

/// The same for one name.
const PER_NAME: Pace = Pace {
    at_once: 30,
    each: Duration::from_secs(20),
};

/// New accounts from one address; a school or a club may have one for all.
const REGISTRATIONS: Pace = Pace {
    at_once: 10,
    each: Duration::from_secs(5 * 60),
};

/// It was tried too often.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// Until another attempt is let in.
    pub wait: Duration,
}

/// All attempts of late; cheap to clone.
#[derive(Clone, Debug)]
pub struct Attempts {
    addresses: Counter<IpAddr>,
    names: Counter<String>,
    registrations: Counter<IpAddr>,
}

impl Default for Attempts {
    fn default() -> Self {
        Self {
            addresses: Counter::new(PER_ADDRESS),
            names: Counter::new(PER_NAME),
            registrations: Counter::new(REGISTRATIONS),
        }
    }
}

impl Attempts {
    /// Counts an attempt to prove oneself to be `name`.
    ///
    /// # Errors
    /// When it may not be made now. It is not counted for the name then, so an address that is
    /// refused can't keep others out.
    pub fn prove(&self, from: IpAddr, name: &str, now: Instant) -> Result<(), TooMany> {
        self.addresses.count(from, now)?;
        self.names.count(name.to_owned(), now)
    }

    /// Forgets an attempt that succeeded: only guesses are to be few.
    pub fn proved(&self, from: IpAddr, name: &str) {
        self.addresses.give_back(&from);
        self.names.give_back(name);
    }

    /// Counts an attempt to make an account.
    ///
    /// # Errors
    /// When it may not be made now.
    pub fn register(&self, from: IpAddr, now: Instant) -> Result<(), TooMany> {
        self.registrations.count(from, now)
    }
}

#[derive(Clone, Debug)]
struct Counter<K: Hash + Eq + Send + Sync + 'static> {
    pace: Pace,
    of: Cache<K, Arc<Mutex<Option<Instant>>>>,
}

impl<K: Hash + Eq + Send + Sync + 'static> Counter<K> {
    fn new(pace: Pace) -> Self {
        Self {
            pace,
            of: Cache::builder()
                .max_capacity(MOST)
                .time_to_idle(pace.each * pace.at_once)
                .build(),
        }
    }

    /// Lets an attempt in: what is kept is when all of them would be paid for.
    fn count(&self, key: K, now: Instant) -> Result<(), TooMany> {
        let kept = self.of.get_with(key, Arc::default);
        // Nothing that runs under the lock can leave it half-changed.
        let mut paid = kept.lock().unwrap_or_else(PoisonError::into_inner);
        let due = paid.map_or(now, |paid| paid.max(now));
        let most = self.pace.each * (self.pace.at_once - 1);
        match due.saturating_duration_since(now).checked_sub(most) {
            Some(wait) if !wait.is_zero() => Err(TooMany { wait }),
            _ => {
                *paid = Some(due + self.pace.each);
                Ok(())
            }
        }
    }

    /// Takes one attempt back.
    fn give_back<Q>(&self, key: &Q)
    where
        K: std::borrow::Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        let Some(kept) = self.of.get(key) else { return };
        let mut paid = kept.lock().unwrap_or_else(PoisonError::into_inner);
        *paid = paid.and_then(|paid| paid.checked_sub(self.pace.each));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    #[test]
    fn an_address_may_try_ten_times_and_then_each_thirty_seconds() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for number in 0..10 {
            let name = format!("name{number}");
            assert_eq!(attempts.prove(address(1), &name, now), Ok(()));
        }
        let refused = attempts.prove(address(1), "name", now);
        let wait = Duration::from_secs(30);
        assert_eq!(refused, Err(TooMany { wait }));
        assert_eq!(attempts.prove(address(2), "name", now), Ok(()));
        let later = now + wait;
        assert_eq!(attempts.prove(address(1), "name", later), Ok(()));
        assert!(attempts.prove(address(1), "name", later).is_err());
        let much_later = now + Duration::from_secs(3_600);
        for _ in 0..10 {
            assert_eq!(attempts.prove(address(1), "name", much_later), Ok(()));
        }
        assert!(attempts.prove(address(1), "name", much_later).is_err());
    }

    #[test]
    fn who_gets_in_may_come_as_often_as_they_like_and_gains_no_guesses() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for _ in 0..100 {
            assert_eq!(attempts.prove(address(1), "anna", now), Ok(()));
            attempts.proved(address(1), "anna");
        }
        for _ in 0..10 {
            assert_eq!(attempts.prove(address(1), "bertha", now), Ok(()));
        }
        assert!(attempts.prove(address(1), "anna", now).is_err());
    }

    #[test]
    fn a_name_under_attack_from_everywhere_opens_every_twenty_seconds() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for last in 0..30 {
            assert_eq!(attempts.prove(address(last), "anna", now), Ok(()));
        }
        let wait = Duration::from_secs(20);
        let owner = address(200);
        assert_eq!(attempts.prove(owner, "anna", now), Err(TooMany { wait }));
        assert_eq!(attempts.prove(owner, "anna", now + wait), Ok(()));
    }

    #[test]
    fn an_address_that_is_refused_costs_the_name_nothing() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for _ in 0..1_000 {
            attempts.prove(address(1), "anna", now).ok();
        }
        for last in 2..22 {
            assert_eq!(attempts.prove(address(last), "anna", now), Ok(()));
        }
    }
}
