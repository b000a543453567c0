//! A request that was let in, and who pays for the searches that it asks for.

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::Arc,
    time::{Duration, Instant},
};

use super::{
    Clients, RateLimitKey,
    bucket::{Allowance, Bucket, Limited, RequestNumber},
};

/// A request under way, in its client's name. It ends when the last copy is gone: with a stream,
/// at the stream's end.
#[derive(Clone, Debug)]
pub struct RequestPermit(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    payer: SearchPayer,
    /// The request's number in each of the payer's buckets.
    numbers: Vec<RequestNumber>,
}

impl Drop for Inner {
    fn drop(&mut self) {
        for (bucket, number) in self.payer.buckets.iter().zip(&self.numbers) {
            bucket.leave(*number);
        }
    }
}

impl RequestPermit {
    /// Lets a request in and charges its price to each of the buckets.
    ///
    /// # Errors
    /// What the first bucket says that does not let it in; nothing is charged then.
    pub fn enter(payer: SearchPayer, price: u64) -> Result<Self, Limited> {
        let now = Instant::now();
        let mut inner = Inner {
            payer,
            numbers: Vec::new(),
        };
        // Dropping `inner` leaves those that were entered.
        for bucket in &inner.payer.buckets {
            inner.numbers.push(bucket.enter(0, now)?);
        }
        inner.payer.charge(price);
        Ok(Self(Arc::new(inner)))
    }

    /// Who pays for what it asks for.
    pub fn payer(&self) -> &SearchPayer {
        &self.0.payer
    }

    /// Says how long the request may take at most, for whoever is refused meanwhile.
    pub fn expect_at_most(&self, time: Duration) {
        let end = Instant::now() + time;
        for (bucket, number) in self.0.payer.buckets.iter().zip(&self.0.numbers) {
            bucket.expect_end(*number, end);
        }
    }

    /// What is left to spend.
    pub fn allowance(&self) -> Allowance {
        self.0.payer.allowance()
    }
}

/// A client, as the search threads know it.
#[derive(Clone, Debug)]
pub struct SearchPayer {
    /// Each pays the whole price.
    buckets: Vec<Arc<Bucket>>,
    lane: u64,
    /// Nodes that a second of a search thread costs.
    nodes_per_thread_second: u64,
}

impl SearchPayer {
    /// A client that pays for what is no search.
    pub fn by_request(bucket: Arc<Bucket>) -> Self {
        Self {
            buckets: vec![bucket],
            lane: 0,
            nodes_per_thread_second: 0,
        }
    }

    /// A client whose searches cost it nothing and take turns with those of other clients. For the
    /// engine's moves in live games.
    pub fn without_allowance(key: RateLimitKey) -> Self {
        Self {
            buckets: Vec::new(),
            lane: lane_of(key),
            nodes_per_thread_second: 0,
        }
    }

    /// Which of the queue's lanes its searches wait in.
    pub fn lane(&self) -> u64 {
        self.lane
    }

    /// Whether anything is left to spend.
    ///
    /// # Errors
    /// When nothing is.
    pub fn check(&self) -> Result<(), Limited> {
        let now = Instant::now();
        self.buckets.iter().try_for_each(|bucket| bucket.check(now))
    }

    /// Pays for so many nodes.
    pub fn charge(&self, nodes: u64) {
        let now = Instant::now();
        for bucket in &self.buckets {
            bucket.charge(nodes, now);
        }
    }

    /// Pays for a search: its nodes, or the time of its threads, whichever is more.
    pub fn charge_search(&self, nodes: u64, thread_time: Duration) {
        let by_time = (thread_time.as_secs_f64() * self.nodes_per_thread_second as f64) as u64;
        self.charge(nodes.max(by_time));
    }

    /// What is left: the least of the buckets.
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

/// All searches of an address wait in one lane, whichever keys are shown there: turns go by address.
fn lane_of(key: RateLimitKey) -> u64 {
    let (RateLimitKey::Address(address)
    | RateLimitKey::Account(_, address)
    | RateLimitKey::ForeignPage(address)) = key;
    let mut lane = DefaultHasher::new();
    address.hash(&mut lane);
    lane.finish()
}

impl Clients {
    /// Lets a request for searches in.
    ///
    /// # Errors
    /// When the client has spent what it may or has too many requests under way.
    pub fn enter_search(&self, key: RateLimitKey, price: u64) -> Result<RequestPermit, Limited> {
        RequestPermit::enter(self.search_payer(key), price)
    }

    /// What a client has left to spend on searches.
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
