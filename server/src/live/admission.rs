//! How many sockets are admitted, and why one is refused.

/// One address gets this part of all sockets.
const ADDRESS_DIVISOR: usize = 64;

/// How many sockets may be open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SocketLimits {
    /// In total.
    pub total: usize,
    /// From one address.
    pub per_address: usize,
}

impl SocketLimits {
    /// The limits that follow from a total.
    pub fn of(total: usize) -> Self {
        Self {
            total,
            per_address: (total / ADDRESS_DIVISOR).max(1),
        }
    }
}

/// Why a socket is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum AdmitError {
    /// The total is reached.
    #[error("the server has as many open sockets as it may")]
    Full,
    /// The address's limit is reached.
    #[error("this address has as many open sockets as it may")]
    TooMany,
    /// The server is shutting down.
    #[error("the server is shutting down")]
    Closing,
}
