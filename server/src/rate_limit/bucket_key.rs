//! Whose a bucket is, and for what.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use crate::store::UserId;

/// The purpose of a bucket; its rule is the one of the same name in `Rules`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    Search,
    /// Searches of all accounts at one address: accounts are free, so several of them share one
    /// limit.
    KeyedSearch,
    /// Searches of other sites' pages.
    ForeignSearch,
    Pages,
    Calls,
    CrossSite,
    KeyLookups,
    DailyGuests,
    DailyCalls,
    DailyBytes,
    SocketMessages,
    SocketBytes,
}

/// Identifies a bucket at all servers of a site.
pub type BucketKey = (Owner, Purpose);

impl Purpose {
    /// Whether the limit holds for all servers of a site together. What sockets send is counted where they are.
    pub(super) fn is_shared(self) -> bool {
        !matches!(self, Self::SocketMessages | Self::SocketBytes)
    }

    /// Whether the limit is daily.
    pub(super) fn is_daily(self) -> bool {
        matches!(
            self,
            Self::DailyGuests | Self::DailyCalls | Self::DailyBytes
        )
    }
}

/// The owner of a bucket.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Owner {
    Address(IpAddr),
    Account(UserId),
}
