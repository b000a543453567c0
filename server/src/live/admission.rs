//! How many sockets are admitted, and why one is not.

/// One address may have so small a part of the sockets.
const ADDRESS_PART: usize = 64;

/// How many sockets there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Crowd {
    /// In all.
    pub in_all: usize,
    /// From one address.
    pub from_one: usize,
}

impl Crowd {
    /// So many sockets in all, and each address's part of them.
    pub fn of(in_all: usize) -> Self {
        Self {
            in_all,
            from_one: (in_all / ADDRESS_PART).max(1),
        }
    }
}

/// Why a socket is not let in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Turned {
    /// There are as many as there may be.
    #[error("the server has as many open sockets as it may")]
    Full,
    /// There are as many of this address.
    #[error("this address has as many open sockets as it may")]
    TooMany,
    /// The server leaves.
    #[error("the server is shutting down")]
    Leaving,
}
