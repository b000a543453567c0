//! A token bucket with a bounded debt and a bounded number of requests under way, the only one of the
//! server. The crate `governor` knows neither debts nor refunds nor requests under way.

use std::sync::Arc;
use std::time::{Duration, Instant};

use parking_lot::{Mutex, MutexGuard};

use super::bucket_key::BucketKey;
use super::unsent::UnsentCharges;

/// The rate and size of a bucket. The caller defines the unit of a token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BucketRule {
    /// Tokens added per second.
    pub per_second: u64,
    /// The size of the bucket, which is full at first.
    pub burst: u64,
    /// Requests that may be in progress at once.
    pub at_once: u32,
}

/// Maximum debt. A search is charged when it has ended, so it can cost more than was left; other
/// clients of the address wait at most this long.
const MAX_DEBT: Duration = Duration::from_secs(5);

/// Below this part of the burst, one request at a time is admitted. Otherwise several long searches
/// could begin with the last token.
const LOW_PART: f64 = 0.1;

/// The assumed duration of a request.
const USUAL_REQUEST: Duration = Duration::from_secs(1);

/// A token bucket of one client.
#[derive(Debug)]
pub struct Bucket {
    rule: BucketRule,
    state: Mutex<BucketState>,
    /// Where is noted what other servers are to charge, and as whose.
    shared: Option<(Arc<UnsentCharges>, BucketKey)>,
}

#[derive(Debug)]
struct BucketState {
    /// Tokens; negative for debt.
    balance: f64,
    /// The time of the balance.
    at: Instant,
    /// Requests in progress, and when each is expected to end.
    under_way: Vec<(u64, Instant)>,
    next_request: u64,
}

/// Why a request is refused; it was not charged.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Limited {
    /// The bucket is empty.
    Spent {
        /// Until it is not.
        wait: Duration,
    },
    /// Too many requests are in progress.
    Busy {
        /// Until the first of them is expected to end.
        wait: Duration,
    },
}

/// An allowance, as in the `RateLimit` headers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Allowance {
    /// The size of the bucket.
    pub limit: u64,
    /// Tokens left.
    pub remaining: u64,
    /// Seconds until the bucket is full again.
    pub reset: u64,
}

/// Identifies a request in progress.
pub type RequestNumber = u64;

impl Bucket {
    /// A full bucket.
    pub fn new(rule: BucketRule, now: Instant) -> Self {
        Self {
            rule,
            state: Mutex::new(BucketState {
                balance: rule.burst as f64,
                at: now,
                under_way: Vec::new(),
                next_request: 0,
            }),
            shared: None,
        }
    }

    /// Has other servers told of what is taken.
    pub(super) fn shared(self, unsent: Arc<UnsentCharges>, key: BucketKey) -> Self {
        Self {
            shared: Some((unsent, key)),
            ..self
        }
    }

    /// Admits a request and charges its price; [`Bucket::leave`] has to follow.
    ///
    /// # Errors
    /// The request is refused and not charged.
    pub fn enter(&self, price: u64, now: Instant) -> Result<RequestNumber, Limited> {
        let mut state = self.at(now);
        if state.balance <= 0.0 {
            let wait = self.time_for(1.0 - state.balance);
            return Err(Limited::Spent { wait });
        }
        let is_low = state.balance < self.rule.burst as f64 * LOW_PART;
        let at_once = if is_low { 1 } else { self.rule.at_once };
        if state.under_way.len() >= at_once as usize {
            let ends = state.under_way.iter().map(|(_, end)| *end);
            let wait = ends
                .min()
                .map_or(USUAL_REQUEST, |end| end.saturating_duration_since(now));
            return Err(Limited::Busy { wait });
        }
        self.take(&mut state, price);
        let number = state.next_request;
        state.next_request += 1;
        state.under_way.push((number, now + USUAL_REQUEST));
        Ok(number)
    }

    /// Sets when a request is expected to end.
    pub fn expect_end(&self, number: RequestNumber, end: Instant) {
        let mut state = self.state.lock();
        let found = state
            .under_way
            .iter_mut()
            .find(|(known, _)| *known == number);
        if let Some((_, expected)) = found {
            *expected = end;
        }
    }

    /// Ends a request.
    pub fn leave(&self, number: RequestNumber) {
        self.state
            .lock()
            .under_way
            .retain(|(known, _)| *known != number);
    }

    /// Takes tokens; false, and nothing taken, if there are too few.
    pub fn try_take(&self, tokens: u64, now: Instant) -> bool {
        let mut state = self.at(now);
        let enough = state.balance >= tokens as f64;
        if enough {
            state.balance -= tokens as f64;
            self.note(tokens, 1);
        }
        enough
    }

    /// The time until there are enough tokens.
    pub fn wait_for(&self, tokens: u64, now: Instant) -> Duration {
        let balance = self.at(now).balance;
        self.time_for((tokens as f64 - balance).max(0.0))
    }

    /// Returns tokens.
    pub fn give_back(&self, tokens: u64, now: Instant) {
        let mut state = self.at(now);
        state.balance = (state.balance + tokens as f64).min(self.rule.burst as f64);
        self.note(tokens, -1);
    }

    /// Takes tokens, into debt if needed.
    pub fn charge(&self, tokens: u64, now: Instant) {
        let mut state = self.at(now);
        self.take(&mut state, tokens);
    }

    /// Takes the tokens that another server has taken of the same client, or returns those that it has returned.
    pub(super) fn charge_elsewhere(&self, tokens: i64, now: Instant) {
        let mut state = self.at(now);
        match tokens {
            0.. => self.reduce(&mut state, tokens.unsigned_abs()),
            _ => {
                let balance = state.balance - tokens as f64;
                state.balance = balance.min(self.rule.burst as f64);
            }
        }
    }

    /// Whether the balance is positive.
    ///
    /// # Errors
    /// It is not.
    pub fn check(&self, now: Instant) -> Result<(), Limited> {
        let balance = self.at(now).balance;
        if balance > 0.0 {
            return Ok(());
        }
        let wait = self.time_for(1.0 - balance);
        Err(Limited::Spent { wait })
    }

    /// The allowance.
    pub fn allowance(&self, now: Instant) -> Allowance {
        let balance = self.at(now).balance;
        let missing = self.time_for((self.rule.burst as f64 - balance).max(0.0));
        Allowance {
            limit: self.rule.burst,
            remaining: balance.max(0.0) as u64,
            reset: whole_seconds(missing),
        }
    }

    fn take(&self, state: &mut BucketState, tokens: u64) {
        self.reduce(state, tokens);
        self.note(tokens, 1);
    }

    /// Notes for other servers what was taken, or returned.
    fn note(&self, tokens: u64, sign: i64) {
        if let Some((unsent, key)) = &self.shared {
            let tokens = i64::try_from(tokens).unwrap_or(i64::MAX);
            unsent.add(*key, sign * tokens);
        }
    }

    fn reduce(&self, state: &mut BucketState, tokens: u64) {
        let floor = -(self.rule.per_second as f64) * MAX_DEBT.as_secs_f64();
        state.balance = (state.balance - tokens as f64).max(floor);
    }

    /// The time in which so many tokens are added.
    fn time_for(&self, tokens: f64) -> Duration {
        Duration::try_from_secs_f64(tokens / self.rule.per_second as f64).unwrap_or(Duration::MAX)
    }

    /// The state at `now`.
    fn at(&self, now: Instant) -> MutexGuard<'_, BucketState> {
        let mut state = self.state.lock();
        let passed = now.saturating_duration_since(state.at);
        let filled = state.balance + passed.as_secs_f64() * self.rule.per_second as f64;
        state.balance = filled.min(self.rule.burst as f64);
        state.at = state.at.max(now);
        state
    }
}

impl Limited {
    /// The time until a request would be admitted, if no other comes first.
    pub fn wait(self) -> Duration {
        match self {
            Self::Spent { wait } | Self::Busy { wait } => wait,
        }
    }
}

/// Seconds, rounded up.
pub fn whole_seconds(duration: Duration) -> u64 {
    duration.as_secs() + u64::from(duration.subsec_nanos() > 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    const RULE: BucketRule = BucketRule {
        per_second: 100,
        burst: 1_000,
        at_once: 2,
    };

    fn seconds(number: u64) -> Duration {
        Duration::from_secs(number)
    }

    #[test]
    fn a_debt_is_paid_before_anything_more_is_let_in_and_never_exceeds_five_seconds() {
        let start = Instant::now();
        for (cost, wait) in [(1_200, 2), (1_500, 5), (1_000_000, 5)] {
            let bucket = Bucket::new(RULE, start);
            let request = bucket.enter(1, start).expect("is let in");
            bucket.charge(cost, start);
            bucket.leave(request);
            let refused = bucket.enter(1, start).expect_err("is in debt");
            assert!(matches!(refused, Limited::Spent { .. }));
            assert_eq!(refused.wait().as_secs(), wait, "{cost}");
            assert_eq!(bucket.allowance(start).remaining, 0);
            let later = start + refused.wait() + Duration::from_millis(1);
            assert!(bucket.enter(1, later).is_ok(), "{cost}");
        }
    }

    #[test]
    fn what_is_refused_is_not_charged() {
        let start = Instant::now();
        let bucket = Bucket::new(RULE, start);
        bucket.charge(1_100, start);
        for _ in 0..1_000 {
            assert!(bucket.enter(50, start).is_err());
            assert!(!bucket.try_take(1, start));
        }
        let later = start + seconds(2);
        assert!(bucket.enter(50, later).is_ok());
    }

    #[test]
    fn it_never_holds_more_than_fits() {
        let start = Instant::now();
        let bucket = Bucket::new(RULE, start);
        bucket.charge(10, start);
        let later = start + seconds(3_600);
        assert_eq!(bucket.allowance(later).remaining, 1_000);
        assert_eq!(bucket.allowance(later).reset, 0);
    }

    #[test]
    fn so_many_at_once_and_no_more_until_one_has_ended() {
        let start = Instant::now();
        let bucket = Bucket::new(RULE, start);
        let first = bucket.enter(1, start).expect("is let in");
        let second = bucket.enter(1, start).expect("is let in");
        bucket.expect_end(first, start + seconds(9));
        bucket.expect_end(second, start + seconds(4));
        let refused = bucket.enter(1, start).expect_err("two are under way");
        assert_eq!(refused, Limited::Busy { wait: seconds(4) });
        bucket.leave(first);
        assert!(bucket.enter(1, start).is_ok());
    }

    #[test]
    fn with_little_left_requests_come_one_at_a_time() {
        let start = Instant::now();
        let bucket = Bucket::new(RULE, start);
        bucket.charge(950, start);
        let only = bucket.enter(1, start).expect("is let in");
        assert!(bucket.enter(1, start).is_err());
        bucket.leave(only);
        assert!(bucket.enter(1, start).is_ok());
    }

    #[test]
    fn tokens_are_taken_whole_or_not_at_all() {
        let start = Instant::now();
        let bucket = Bucket::new(RULE, start);
        assert!(bucket.try_take(990, start));
        assert!(!bucket.try_take(20, start));
        assert_eq!(bucket.wait_for(20, start), Duration::from_millis(100));
        assert!(bucket.try_take(10, start));
    }
}
