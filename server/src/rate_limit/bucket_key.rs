//! Whose a bucket is, and for what.

use std::net::IpAddr;

use serde::{Deserialize, Serialize};

use crate::store::UserId;

/// The purpose of a bucket; its rule is the one of the same name in `Rules`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
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

impl Purpose {
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
pub(super) enum Owner {
    Address(IpAddr),
    Account(UserId),
}
