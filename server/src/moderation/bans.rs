//! The addresses that are kept out.

use std::{
    net::IpAddr,
    sync::{Arc, PoisonError, RwLock},
};

use axum::{
    extract::{Request, State},
    middleware::Next,
    response::{IntoResponse, Response},
};
use ipnet::IpNet;

use crate::{error::Refusal, rate_limit::Clients};

/// An address or a network that is kept out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BannedNetwork {
    /// Which addresses.
    pub network: IpNet,
    /// Until when, milliseconds since 1970; `None` for good.
    pub until: Option<i64>,
}

/// Those that are kept out now; cheap to clone.
#[derive(Clone, Debug, Default)]
pub struct BannedNetworks(Arc<RwLock<Vec<BannedNetwork>>>);

impl BannedNetworks {
    /// Keeps these out from now on, and no others.
    pub fn replace(&self, banned: Vec<BannedNetwork>) {
        // Nothing in here panics halfway.
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = banned;
    }

    /// Whether an address is kept out at `now`, milliseconds since 1970.
    pub fn contain(&self, address: IpAddr, now: i64) -> bool {
        let banned = self.0.read().unwrap_or_else(PoisonError::into_inner);
        banned
            .iter()
            .any(|ban| ban.until.is_none_or(|until| until > now) && ban.network.contains(&address))
    }
}

/// Refuses whatever comes from an address that is kept out.
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

/// Reads an address or a network: `192.0.2.7`, `192.0.2.0/24`, `2001:db8::/48`. An IPv6 address
/// stands for its network of 64 bits, all of whose addresses whoever has one of them can use.
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
