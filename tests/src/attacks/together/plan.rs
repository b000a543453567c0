//! How long all attacks run together, and from which addresses.

use std::time::Duration;

use crate::origin::Origin;

/// What is done.
#[derive(Clone, Copy, Debug)]
pub struct Plan {
    /// How long.
    pub time: Duration,
    /// Whether everybody comes through one proxy, which names their addresses.
    pub is_proxied: bool,
}

impl Plan {
    /// The client with this address of its group.
    pub(super) fn origin(self, group: u8, number: usize) -> Origin {
        let last = 1 + (number % 250) as u8;
        match self.is_proxied {
            true => Origin::forwarded([198, 18, group, last]),
            false => Origin::direct([127, 0, group, last]),
        }
    }
}
