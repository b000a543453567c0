//! An admitted request, and the buckets that pay for its searches.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::bucket::{Allowance, Bucket, Limited, RequestNumber};
use super::{Clients, RateLimitKey};

/// An admitted request. It ends when the last copy is dropped: for a stream, at the stream's end.
#[derive(Clone, Debug)]
pub struct RequestPermit(Arc<PermitState>);

#[derive(Debug)]
struct PermitState {
    payer: SearchPayer,
    /// The request's number in each bucket.
    numbers: Vec<RequestNumber>,
}

impl Drop for PermitState {
    fn drop(&mut self) {
        for (bucket, number) in self.payer.buckets.iter().zip(&self.numbers) {
            bucket.leave(*number);
        }
    }
}

impl RequestPermit {
    /// Admits a request and charges each bucket.
    ///
    /// # Errors
    /// The first bucket that refuses; nothing is charged then.
    pub fn enter(payer: SearchPayer, price: u64) -> Result<Self, Limited> {
        let now = Instant::now();
        let mut inner = PermitState {
            payer,
            numbers: Vec::new(),
        };
        // Dropping `inner` leaves the buckets that were entered.
        for bucket in &inner.payer.buckets {
            inner.numbers.push(bucket.enter(0, now)?);
        }
        inner.payer.charge(price);
        Ok(Self(Arc::new(inner)))
    }

    /// Who pays for the request's searches.
    pub fn payer(&self) -> &SearchPayer {
        &self.0.payer
    }

    /// Sets how long the request may take, for the `Retry-After` of others.
    pub fn expect_at_most(&self, time: Duration) {
        let end = Instant::now() + time;
        for (bucket, number) in self.0.payer.buckets.iter().zip(&self.0.numbers) {
            bucket.expect_end(*number, end);
        }
    }

    /// The allowance.
    pub fn allowance(&self) -> Allowance {
        self.0.payer.allowance()
    }
}

/// The client of a search.
#[derive(Clone, Debug)]
pub struct SearchPayer {
    /// Each is charged the whole price.
    buckets: Vec<Arc<Bucket>>,
    lane: u64,
    /// The price of a second of a search thread, in nodes.
    nodes_per_thread_second: u64,
}

impl SearchPayer {
    /// A client whose requests are no searches.
    pub fn by_request(bucket: Arc<Bucket>) -> Self {
        Self {
            buckets: vec![bucket],
            lane: 0,
            nodes_per_thread_second: 0,
        }
    }

    /// A client whose searches are free and only take turns: engine players in live games.
    pub fn without_allowance(key: RateLimitKey) -> Self {
        Self {
            buckets: Vec::new(),
            lane: lane_of(key),
            nodes_per_thread_second: 0,
        }
    }

    /// A client of another server, which charges it.
    #[cfg(feature = "nats")]
    pub fn paid_elsewhere(lane: u64) -> Self {
        Self {
            buckets: Vec::new(),
            lane,
            nodes_per_thread_second: 0,
        }
    }

    /// The queue's lane of the client.
    pub fn lane(&self) -> u64 {
        self.lane
    }

    /// Whether the client has an allowance.
    ///
    /// # Errors
    /// It has none.
    pub fn check(&self) -> Result<(), Limited> {
        let now = Instant::now();
        self.buckets.iter().try_for_each(|bucket| bucket.check(now))
    }

    /// Charges nodes.
    pub fn charge(&self, nodes: u64) {
        let now = Instant::now();
        for bucket in &self.buckets {
            bucket.charge(nodes, now);
        }
    }

    /// Charges a search: its nodes, or its thread time if that is more.
    pub fn charge_search(&self, nodes: u64, thread_time: Duration) {
        let by_time = (thread_time.as_secs_f64() * self.nodes_per_thread_second as f64) as u64;
        self.charge(nodes.max(by_time));
    }

    /// The smallest allowance of the buckets.
    fn allowance(&self) -> Allowance {
        let now = Instant::now();
        let left = self.buckets.iter().map(|bucket| bucket.allowance(now));
        left.min_by_key(|left| left.remaining).unwrap_or(Allowance {
            limit: 0,
            remaining: 0,
            reset: 0,
        })
    }
}

/// All searches of an address share a lane, whatever their keys.
fn lane_of(key: RateLimitKey) -> u64 {
    let (RateLimitKey::Address(address)
    | RateLimitKey::Account(_, address)
    | RateLimitKey::ForeignPage(address)) = key;
    let mut lane = DefaultHasher::new();
    address.hash(&mut lane);
    lane.finish()
}

impl Clients {
    /// Admits a request for searches.
    ///
    /// # Errors
    /// The client has no allowance, or too many requests in progress.
    pub fn enter_search(&self, key: RateLimitKey, price: u64) -> Result<RequestPermit, Limited> {
        RequestPermit::enter(self.search_payer(key), price)
    }

    /// A client's allowance for searches.
    pub fn search_allowance(&self, key: RateLimitKey) -> Allowance {
        self.search_payer(key).allowance()
    }

    fn search_payer(&self, key: RateLimitKey) -> SearchPayer {
        SearchPayer {
            buckets: self.search_buckets(key),
            lane: lane_of(key),
            nodes_per_thread_second: self.nodes_per_thread_second(),
        }
    }
}
