//! Banned networks.

use std::{net::IpAddr, sync::Arc};

use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use ipnet::IpNet;
use parking_lot::RwLock;

use crate::{error::Refusal, rate_limit::Clients};

/// A banned address or network.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BannedNetwork {
    pub network: IpNet,
    /// The end of the ban, milliseconds since 1970; `None` for a permanent one.
    pub until: Option<i64>,
}

/// The bans in force; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct BannedNetworks(Arc<RwLock<Vec<BannedNetwork>>>);

impl BannedNetworks {
    /// Replaces all bans.
    pub fn replace(&self, banned: Vec<BannedNetwork>) {
        *self.0.write() = banned;
    }

    /// Whether an address is banned at `now`, milliseconds since 1970.
    pub fn contain(&self, address: IpAddr, now: i64) -> bool {
        let banned = self.0.read();
        banned
            .iter()
            .any(|ban| ban.until.is_none_or(|until| until > now) && ban.network.contains(&address))
    }
}

/// Refuses requests from banned addresses.
pub async fn refuse(
    State((banned, clients)): State<(BannedNetworks, Clients)>,
    request: Request,
    next: Next,
) -> Response {
    let from = clients.origin(request.headers(), request.extensions());
    if banned.contain(from, crate::store::now_ms()) {
        return Refusal::Banned.into_response();
    }
    next.run(request).await
}

/// Parses an address or a network: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/48`. An IPv6 address
/// stands for its network of 64 bits, which one client can use as a whole.
pub fn network(text: &str) -> Option<IpNet> {
    if let Ok(network) = text.parse::<IpNet>() {
        return Some(network.trunc());
    }
    let address: IpAddr = text.parse().ok()?;
    let bits = match address {
        IpAddr::V4(_) => 32,
        IpAddr::V6(_) => 64,
    };
    Some(IpNet::new(address, bits).ok()?.trunc())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_or_a_network_is_kept_out_until_its_time_is_over() {
        let banned = BannedNetworks::default();
        let address = |text: &str| text.parse::<IpAddr>().expect("an address");
        assert!(!banned.contain(address("192.0.2.7"), 0));
        let ban = |text: &str, until| BannedNetwork {
            network: network(text).expect("a network"),
            until,
        };
        banned.replace(vec![
            ban("192.0.2.0/24", Some(1_000)),
            ban("198.51.100.7", None),
            ban("2001:db8:1:2:3::4", None),
        ]);
        for (text, now, out) in [
            ("192.0.2.7", 999, true),
            ("192.0.2.7", 1_000, false),
            ("192.0.3.7", 0, false),
            ("198.51.100.7", i64::MAX, true),
            ("198.51.100.8", 0, false),
            // As addresses are counted.
            ("2001:db8:1:2::", 0, true),
            ("2001:db8:1:3::", 0, false),
        ] {
            assert_eq!(banned.contain(address(text), now), out, "{text} {now}");
        }
    }

    #[test]
    fn a_name_is_no_network() {
        for text in ["Anna", "2001", "192.0.2", "192.0.2.0/33", "", "::g"] {
            assert_eq!(network(text), None, "{text}");
        }
    }
}
