//! How often somebody may try to get in.
//!
//! Attempts of strangers are counted twice. Per address, so that one machine can't go through many
//! names; and per name, so that many machines can't go through one name's passwords: at its limit a
//! name lets in 4,320 guesses a day, of which a password of eight random letters has nothing to fear.
//!
//! Somebody who attacks a name uses up its attempts, so its owner must not depend on them. A browser
//! in which the owner has signed in before shows a device token of that account, and one that is
//! signed in shows its session: their attempts are counted by that token alone, and no stranger can
//! use them up. This is OWASP's protocol of device cookies. Whoever steals such a token gets no
//! further than ten guesses and then one each 30 s. An owner without any known device competes with
//! the attacker for the attempts that are left, and waits 20 s at a time.
//!
//! What is counted is kept in memory only, within bounds, and forgotten when it would be full again.

use std::hash::Hash;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use moka::sync::Cache;

use super::token::TokenHash;
use crate::rate_limit::{BucketRule, bucket::Bucket};

/// Addresses and names that are remembered, each.
const MAX_KEYS: u64 = 100_000;

/// A number of attempts at once, then one per interval.
#[derive(Clone, Copy, Debug)]
struct Pace {
    at_once: u32,
    each: Duration,
}

impl Pace {
    /// What an attempt costs, in tokens.
    fn price(self) -> u64 {
        u64::try_from(self.each.as_millis()).unwrap_or(u64::MAX)
    }
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

/// The same from a device or in a session that the account knows.
const PER_TOKEN: Pace = Pace {
    at_once: 10,
    each: Duration::from_secs(30),
};

/// New accounts from one address; a school or a club may have one for all.
const REGISTRATIONS: Pace = Pace {
    at_once: 10,
    each: Duration::from_secs(5 * 60),
};

/// Too many attempts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooMany {
    /// Until the next attempt is allowed.
    pub wait: Duration,
}

/// What an attempt is counted by.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CountedBy {
    /// Address and name: the caller shows no token.
    Stranger {
        /// The address.
        from: IpAddr,
        /// The normalized name.
        name: String,
    },
    /// A session or device token of the account.
    Token(TokenHash),
}

/// Recent attempts; cheap to clone.
#[derive(Clone, Debug)]
pub struct Attempts {
    addresses: Counter<IpAddr>,
    names: Counter<String>,
    tokens: Counter<TokenHash>,
    registrations: Counter<IpAddr>,
}

impl Default for Attempts {
    fn default() -> Self {
        Self {
            addresses: Counter::new(PER_ADDRESS),
            names: Counter::new(PER_NAME),
            tokens: Counter::new(PER_TOKEN),
            registrations: Counter::new(REGISTRATIONS),
        }
    }
}

impl Attempts {
    /// Counts an attempt to prove who one is.
    ///
    /// # Errors
    /// When it may not be made now. A stranger's is not counted for the name then, so an address
    /// that is refused can't keep others out.
    pub fn prove(&self, by: &CountedBy, now: Instant) -> Result<(), TooMany> {
        match by {
            CountedBy::Stranger { from, name } => {
                self.addresses.count(*from, now)?;
                self.names.count(name.clone(), now)
            }
            CountedBy::Token(token) => self.tokens.count(*token, now),
        }
    }

    /// Takes back a successful attempt: only guesses are limited.
    pub fn proved(&self, by: &CountedBy) {
        match by {
            CountedBy::Stranger { from, name } => {
                self.addresses.give_back(from);
                self.names.give_back(name);
            }
            CountedBy::Token(token) => self.tokens.give_back(token),
        }
    }

    /// Counts a registration.
    ///
    /// # Errors
    /// Too many were made from the address.
    pub fn register(&self, from: IpAddr, now: Instant) -> Result<(), TooMany> {
        self.registrations.count(from, now)
    }
}

/// A token bucket per key; a token stands for a millisecond of an attempt's interval.
#[derive(Clone, Debug)]
struct Counter<K: Hash + Eq + Send + Sync + 'static> {
    pace: Pace,
    buckets: Cache<K, Arc<Bucket>>,
}

impl<K: Hash + Eq + Send + Sync + 'static> Counter<K> {
    fn new(pace: Pace) -> Self {
        Self {
            pace,
            buckets: Cache::builder()
                .max_capacity(MAX_KEYS)
                .time_to_idle(pace.each * pace.at_once)
                .build(),
        }
    }

    fn count(&self, key: K, now: Instant) -> Result<(), TooMany> {
        let price = self.pace.price();
        let bucket = self.buckets.get_with(key, || {
            Arc::new(Bucket::new(
                BucketRule {
                    per_second: 1_000,
                    burst: price * u64::from(self.pace.at_once),
                    at_once: u32::MAX,
                },
                now,
            ))
        });
        match bucket.try_take(price, now) {
            true => Ok(()),
            false => Err(TooMany {
                wait: bucket.wait_for(price, now),
            }),
        }
    }

    /// Takes one attempt back.
    fn give_back<Q>(&self, key: &Q)
    where
        K: std::borrow::Borrow<Q>,
        Q: Hash + Eq + ?Sized,
    {
        if let Some(bucket) = self.buckets.get(key) {
            bucket.give_back(self.pace.price(), Instant::now());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(last: u8) -> IpAddr {
        [10, 0, 0, last].into()
    }

    fn stranger(from: IpAddr, name: &str) -> CountedBy {
        CountedBy::Stranger {
            from,
            name: name.to_owned(),
        }
    }

    #[test]
    fn an_address_may_try_ten_times_and_then_each_thirty_seconds() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for number in 0..10 {
            let name = format!("name{number}");
            assert_eq!(attempts.prove(&stranger(address(1), &name), now), Ok(()));
        }
        let refused = attempts.prove(&stranger(address(1), "name"), now);
        let wait = Duration::from_secs(30);
        assert_eq!(refused, Err(TooMany { wait }));
        assert_eq!(attempts.prove(&stranger(address(2), "name"), now), Ok(()));
        let later = now + wait;
        assert_eq!(attempts.prove(&stranger(address(1), "name"), later), Ok(()));
        assert!(
            attempts
                .prove(&stranger(address(1), "name"), later)
                .is_err()
        );
        let much_later = now + Duration::from_secs(3_600);
        for _ in 0..10 {
            assert_eq!(
                attempts.prove(&stranger(address(1), "name"), much_later),
                Ok(())
            );
        }
        assert!(
            attempts
                .prove(&stranger(address(1), "name"), much_later)
                .is_err()
        );
    }

    #[test]
    fn who_gets_in_may_come_as_often_as_they_like_and_gains_no_guesses() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for _ in 0..100 {
            assert_eq!(attempts.prove(&stranger(address(1), "anna"), now), Ok(()));
            attempts.proved(&stranger(address(1), "anna"));
        }
        for _ in 0..10 {
            assert_eq!(attempts.prove(&stranger(address(1), "bertha"), now), Ok(()));
        }
        assert!(attempts.prove(&stranger(address(1), "anna"), now).is_err());
    }

    #[test]
    fn a_name_under_attack_from_everywhere_opens_every_twenty_seconds() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for last in 0..30 {
            assert_eq!(
                attempts.prove(&stranger(address(last), "anna"), now),
                Ok(())
            );
        }
        let wait = Duration::from_secs(20);
        let owner = address(200);
        assert_eq!(
            attempts.prove(&stranger(owner, "anna"), now),
            Err(TooMany { wait })
        );
        assert_eq!(attempts.prove(&stranger(owner, "anna"), now + wait), Ok(()));
    }

    #[test]
    fn a_known_token_has_attempts_that_no_stranger_uses_up_and_they_are_few() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for last in 0..=255 {
            attempts.prove(&stranger(address(last), "anna"), now).ok();
        }
        let (own, other) = (TokenHash([1; 32]), TokenHash([2; 32]));
        for _ in 0..10 {
            assert_eq!(attempts.prove(&CountedBy::Token(own), now), Ok(()));
        }
        let wait = Duration::from_secs(30);
        let refused = attempts.prove(&CountedBy::Token(own), now);
        assert_eq!(refused, Err(TooMany { wait }));
        assert_eq!(attempts.prove(&CountedBy::Token(other), now), Ok(()));
        attempts.proved(&CountedBy::Token(own));
        assert_eq!(attempts.prove(&CountedBy::Token(own), now), Ok(()));
    }

    #[test]
    fn an_address_that_is_refused_costs_the_name_nothing() {
        let (attempts, now) = (Attempts::default(), Instant::now());
        for _ in 0..1_000 {
            attempts.prove(&stranger(address(1), "anna"), now).ok();
        }
        for last in 2..22 {
            assert_eq!(
                attempts.prove(&stranger(address(last), "anna"), now),
                Ok(())
            );
        }
    }
}
