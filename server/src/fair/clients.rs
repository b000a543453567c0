//! Who asks, and what they may still spend.

use std::{
    net::{IpAddr, Ipv6Addr, SocketAddr},
    sync::Arc,
    time::{Duration, Instant},
};

use axum::{extract::ConnectInfo, http::Extensions, http::HeaderMap};
use moka::sync::Cache;

use super::purse::Purse;
use crate::store::UserId;

/// What each client may spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Nodes by which the allowance grows.
    pub per_second: u64,
    /// Nodes that it may hold.
    pub burst: u64,
    /// Requests that may be under way.
    pub at_once: u32,
}

impl Rule {
    /// So many nodes a second, a minute's worth of them at once.
    pub const fn of(per_second: u64) -> Self {
        Self {
            per_second,
            burst: per_second.saturating_mul(60),
            at_once: 8,
        }
    }
}

impl Rule {
    /// What a client has that can be told apart from others by a key.
    const fn with_key(self) -> Self {
        Self {
            per_second: self.per_second.saturating_mul(KEY_IS_WORTH),
            burst: self.burst.saturating_mul(KEY_IS_WORTH),
            at_once: self.at_once,
        }
    }
}

/// So many times as much may a client spend that shows a key.
const KEY_IS_WORTH: u64 = 5;

/// Who asks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Client {
    /// All that is known is where the request came from.
    Address(IpAddr),
    /// Somebody with an API key. All keys of an account are one client: a second one is for telling
    /// programs apart, not for having twice as much.
    Account(UserId),
}

/// Purses that are remembered; one that nobody used for [`FORGOTTEN_AFTER`] is full again.
const MOST_CLIENTS: u64 = 100_000;
const FORGOTTEN_AFTER: Duration = Duration::from_secs(10 * 60);

/// All clients of late.
#[derive(Clone, Debug)]
pub struct Clients {
    rule: Rule,
    proxies: usize,
    purses: Cache<Client, Arc<Purse>>,
}

impl Clients {
    /// Clients that reach the server through so many proxies of its own.
    pub fn new(rule: Rule, proxies: usize) -> Self {
        Self {
            rule,
            proxies,
            purses: Cache::builder()
                .max_capacity(MOST_CLIENTS)
                .time_to_idle(FORGOTTEN_AFTER)
                .build(),
        }
    }

    /// The purse of a client.
    pub fn purse(&self, client: Client) -> Arc<Purse> {
        let rule = match client {
            Client::Address(_) => self.rule,
            Client::Account(_) => self.rule.with_key(),
        };
        self.purses
            .get_with(client, || Arc::new(Purse::new(rule, Instant::now())))
    }

    /// Where a request came from. Who has many addresses is one nevertheless.
    pub fn origin(&self, headers: &HeaderMap, extensions: &Extensions) -> IpAddr {
        let peer = extensions
            .get::<ConnectInfo<SocketAddr>>()
            .map(|ConnectInfo(peer)| peer.ip());
        household(self.address(headers, peer))
    }

    /// The address that the outermost of our own proxies saw; without one, the peer's. What a
    /// client says of itself stands further left and does not count.
    fn address(&self, headers: &HeaderMap, peer: Option<IpAddr>) -> IpAddr {
        let forwarded = headers.get_all("x-forwarded-for").iter();
        let forwarded: Vec<&str> = forwarded
            .filter_map(|value| value.to_str().ok())
            .flat_map(|value| value.split(','))
            .collect();
        let index = match self.proxies {
            0 => None,
            proxies => forwarded.len().checked_sub(proxies),
        };
        index
            .and_then(|index| forwarded.get(index)?.trim().parse().ok())
            .or(peer)
            .unwrap_or(IpAddr::V6(Ipv6Addr::UNSPECIFIED))
    }
}

/// Who has an IPv6 address has the other 2⁶⁴ of its network, too.
fn household(address: IpAddr) -> IpAddr {
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
            let clients = Clients::new(Rule::of(1), proxies);
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
            assert_eq!(household(address).to_string(), expected);
        }
    }
}
