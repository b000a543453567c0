//! Rate limit keys, and the buckets of each client.

use std::net::{IpAddr, Ipv6Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::{extract::ConnectInfo, http::Extensions, http::HeaderMap};
use moka::sync::Cache;

use super::bucket::{Bucket, BucketRule};
use super::bucket_key::{BucketKey, Owner, Purpose};
use super::unsent::UnsentCharges;
use crate::store::UserId;

/// The rules of all buckets.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rules {
    /// Searches of the API, in nodes.
    pub search: BucketRule,
    /// Minimum price of a second of a search thread, in nodes. Tree searches, minimax and slow
    /// machines visit fewer nodes per second, but time is what other clients lack.
    pub nodes_per_thread_second: u64,
    /// Pages and documents of games, in requests.
    pub pages: BucketRule,
    /// Server functions, in requests.
    pub calls: BucketRule,
    /// Requests that pages of other sites cause, in requests; a separate bucket, so that the
    /// visitor does not pay for them.
    pub cross_site: BucketRule,
    /// Look-ups of unknown API keys.
    pub key_lookups: BucketRule,
    /// New guests per day, in thousandths.
    pub daily_guests: BucketRule,
    /// Writing calls per day, in thousandths.
    pub daily_calls: BucketRule,
    /// Bytes of writing calls per day.
    pub daily_bytes: BucketRule,
    /// Messages of an address's sockets beyond each socket's own rate.
    pub socket_messages: BucketRule,
    /// The same in bytes, frame headers included.
    pub socket_bytes: BucketRule,
}

/// A classroom shares one address: forty visitors who open the page at once send some hundred
/// requests within seconds.
const PAGES: BucketRule = BucketRule {
    per_second: 50,
    burst: 1_000,
    at_once: 128,
};
const CALLS: BucketRule = PAGES;
const CROSS_SITE: BucketRule = BucketRule {
    per_second: 5,
    burst: 100,
    at_once: 16,
};
const KEY_LOOKUPS: BucketRule = BucketRule {
    per_second: 5,
    burst: 50,
    at_once: 8,
};
/// Guests and calls are counted in thousandths, because less than one is added per second.
pub const THOUSANDTHS: u64 = 1_000;

/// A daily limit, `at_first` of it at once.
const fn daily(of_a_day: u64, at_first: u64) -> BucketRule {
    BucketRule {
        per_second: of_a_day.div_ceil(24 * 60 * 60),
        burst: at_first,
        at_once: u32::MAX,
    }
}

/// A class of forty creates forty guests, or some more where cookies are lost.
const DAILY_GUESTS: BucketRule = daily(1_000 * THOUSANDTHS, 200 * THOUSANDTHS);

/// Forty visitors with thirty games each, and the learner's calls.
const DAILY_CALLS: BucketRule = daily(10_000 * THOUSANDTHS, 3_000 * THOUSANDTHS);

/// Twelve full learners, or twenty thousand games.
const DAILY_BYTES: BucketRule = daily(64 << 20, 64 << 20);

const SOCKET_MESSAGES: BucketRule = BucketRule {
    per_second: 200,
    burst: 2_000,
    at_once: u32::MAX,
};
const SOCKET_BYTES: BucketRule = BucketRule {
    per_second: 64 << 10,
    burst: 1 << 20,
    at_once: u32::MAX,
};

/// Alpha-beta's nodes per second and thread.
const NODES_PER_THREAD_SECOND: u64 = 2_000_000;

/// API requests of one client in progress.
const SEARCHES_AT_ONCE: u32 = 8;

/// The burst, in seconds of the rate.
const SEARCH_BURST_S: u64 = 60;

impl Rules {
    /// The rules for a rate of searched nodes per second.
    pub const fn of_nodes(per_second: u64) -> Self {
        Self {
            search: BucketRule {
                per_second,
                burst: per_second.saturating_mul(SEARCH_BURST_S),
                at_once: SEARCHES_AT_ONCE,
            },
            nodes_per_thread_second: NODES_PER_THREAD_SECOND,
            pages: PAGES,
            calls: CALLS,
            cross_site: CROSS_SITE,
            key_lookups: KEY_LOOKUPS,
            daily_guests: DAILY_GUESTS,
            daily_calls: DAILY_CALLS,
            daily_bytes: DAILY_BYTES,
            socket_messages: SOCKET_MESSAGES,
            socket_bytes: SOCKET_BYTES,
        }
    }
}

/// The factor for clients with an API key.
const KEY_FACTOR: u64 = 5;

/// The rule of a client with an API key.
const fn with_key(rule: BucketRule) -> BucketRule {
    BucketRule {
        per_second: rule.per_second.saturating_mul(KEY_FACTOR),
        burst: rule.burst.saturating_mul(KEY_FACTOR),
        at_once: rule.at_once,
    }
}

/// Identifies the client that a request counts for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RateLimitKey {
    /// An address.
    Address(IpAddr),
    /// An account with an API key, and the address. All keys of an account are one client.
    Account(UserId, IpAddr),
    /// Another site's page in a browser at this address; the visitor does not pay for it.
    ForeignPage(IpAddr),
}

/// Buckets that are kept; one that was unused for [`FORGOTTEN_AFTER`] would be full again.
const MAX_BUCKETS: u64 = 200_000;
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10 * 60);
const DAILY_FORGOTTEN_AFTER: Duration = Duration::from_secs(24 * 60 * 60);

/// The buckets of recent clients; cheap to clone.
#[derive(Clone, Debug)]
pub struct Clients(Arc<Known>);

#[derive(Debug)]
struct Known {
    rules: Rules,
    proxies: usize,
    buckets: Cache<BucketKey, Arc<Bucket>>,
    /// Daily limits.
    daily: Cache<BucketKey, Arc<Bucket>>,
    /// What other servers are to charge, too.
    unsent: Arc<UnsentCharges>,
}

impl Clients {
    /// Clients behind so many proxies of this site.
    pub fn new(rules: Rules, proxies: usize) -> Self {
        Self(Arc::new(Known {
            rules,
            proxies,
            buckets: Cache::builder()
                .max_capacity(MAX_BUCKETS)
                .time_to_idle(FORGOTTEN_AFTER)
                .build(),
            daily: Cache::builder()
                .max_capacity(MAX_BUCKETS)
                .time_to_idle(DAILY_FORGOTTEN_AFTER)
                .build(),
            unsent: Arc::default(),
        }))
    }

    /// Whether a proxy of this site stands in front, so that the peer is not the client.
    pub fn behind_proxy(&self) -> bool {
        self.0.proxies > 0
    }

    /// The buckets of a client's searches. An account pays from its own bucket and from the one of
    /// all accounts at its address.
    pub(super) fn search_buckets(&self, key: RateLimitKey) -> Vec<Arc<Bucket>> {
        match key {
            RateLimitKey::Address(address) => vec![self.of_address(address, Purpose::Search)],
            RateLimitKey::ForeignPage(address) => {
                vec![self.of_address(address, Purpose::ForeignSearch)]
            }
            RateLimitKey::Account(user, address) => vec![
                self.bucket(Owner::Account(user), Purpose::Search),
                self.of_address(address, Purpose::KeyedSearch),
            ],
        }
    }

    pub(super) fn nodes_per_thread_second(&self) -> u64 {
        self.0.rules.nodes_per_thread_second
    }

    /// An address's bucket.
    pub fn of_address(&self, address: IpAddr, purpose: Purpose) -> Arc<Bucket> {
        self.bucket(Owner::Address(address), purpose)
    }

    /// What other servers are to charge.
    pub(super) fn unsent(&self) -> &UnsentCharges {
        &self.0.unsent
    }

    /// The rule of a bucket.
    pub(super) fn rule(&self, (owner, purpose): BucketKey) -> BucketRule {
        let rules = &self.0.rules;
        match (purpose, owner) {
            (Purpose::Search, Owner::Address(_)) | (Purpose::ForeignSearch, _) => rules.search,
            (Purpose::Search, Owner::Account(_)) | (Purpose::KeyedSearch, _) => {
                with_key(rules.search)
            }
            (Purpose::Pages, _) => rules.pages,
            (Purpose::Calls, _) => rules.calls,
            (Purpose::CrossSite, _) => rules.cross_site,
            (Purpose::KeyLookups, _) => rules.key_lookups,
            (Purpose::DailyGuests, _) => rules.daily_guests,
            (Purpose::DailyCalls, _) => rules.daily_calls,
            (Purpose::DailyBytes, _) => rules.daily_bytes,
            (Purpose::SocketMessages, _) => rules.socket_messages,
            (Purpose::SocketBytes, _) => rules.socket_bytes,
        }
    }

    pub(super) fn bucket(&self, owner: Owner, purpose: Purpose) -> Arc<Bucket> {
        let key = (owner, purpose);
        let buckets = match purpose.is_daily() {
            true => &self.0.daily,
            false => &self.0.buckets,
        };
        buckets.get_with(key, || {
            let bucket = Bucket::new(self.rule(key), Instant::now());
            Arc::new(match purpose.is_shared() {
                true => bucket.shared(Arc::clone(&self.0.unsent), key),
                false => bucket,
            })
        })
    }

    /// The client's [`address_group`].
    pub fn origin(&self, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
        let peer = extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map(|ConnectInfo(peer)| peer.ip());
        address_group(self.address(headers, peer))
    }

    /// The address that the outermost own proxy saw; without a proxy, the peer. Entries further
    /// left come from the client and do not count.
    fn address(&self, headers: &HeaderMap, peer: Option<IpAddr>) -> IpAddr {
        let forwarded = headers.get_all("x-forwarded-for").iter();
        let forwarded: Vec<&str> = forwarded
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        let index = match self.0.proxies {
            0 => None,
            proxies => forwarded.len().checked_sub(proxies),
        };
        index
            .and_then(|index| forwarded.get(index)?.trim().parse().ok())
            .or(peer)
            .unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED))
    }
}

/// Groups addresses that count as one client: an IPv4 address, or an IPv6 network of 64 bits, which
/// one client can use as a whole.
pub fn address_group(address: IpAddr) -> IpAddr {
    match address {
        IpAddr::V4(_) => address,
        IpAddr::V6(v6) => match v6.to_ipv4_mapped() {
            Some(v4) => IpAddr::V4(v4),
            None => IpAddr::V6(Ipv6Addr::from_bits(v6.to_bits() >> 64 << 64)),
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(values: &[&str]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("x-forwarded-for", value.parse().expect("a value"));
        }
        headers
    }

    #[test]
    fn what_a_client_says_of_itself_does_not_count() {
        let peer: IpAddr = "10.0.0.1".parse().expect("an address");
        for (proxies, values, expected) in [
            (0, &["1.1.1.1"][..], "10.0.0.1"),
            (1, &[], "10.0.0.1"),
            (1, &["1.1.1.1"], "1.1.1.1"),
            (1, &["6.6.6.6, 1.1.1.1"], "1.1.1.1"),
            (1, &["6.6.6.6", "1.1.1.1"], "1.1.1.1"),
            (2, &["6.6.6.6, 1.1.1.1, 2.2.2.2"], "1.1.1.1"),
            (2, &["1.1.1.1"], "10.0.0.1"),
            (1, &["nonsense"], "10.0.0.1"),
            (1, &["1.1.1.1, "], "10.0.0.1"),
        ] {
            let clients = Clients::new(Rules::of_nodes(1), proxies);
            let found = clients.address(&headers(values), Some(peer));
            assert_eq!(found.to_string(), expected, "{proxies} {values:?}");
        }
    }

    #[test]
    fn a_network_is_one_client() {
        for (address, expected) in [
            ("1.2.3.4", "1.2.3.4"),
            ("::ffff:1.2.3.4", "1.2.3.4"),
            ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ] {
            let address: IpAddr = address.parse().expect("an address");
            assert_eq!(address_group(address).to_string(), expected);
        }
    }
}
