//! Who asks the server for something, and why the server did not do it.

use std::{
    future::Future,
    net::{IpAddr, Ipv6Addr},
    pin::Pin,
};

use serde::{Deserialize, Serialize};
use server_fn::{
    codec::JsonEncoding,
    error::{FromServerFnError, ServerFnErrorErr},
};

/// A future that can be stored and sent between threads, so that a backend can be a trait object.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// The value of the session's cookie. It stands for a visitor; only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken(pub String);

// A token must not reach a log by way of `{:?}`.
impl std::fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SessionToken(…)")
    }
}

/// The value of the device's cookie. It stands for a browser in which this account's password or
/// recovery code was right before; by itself it opens nothing. Only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct DeviceToken(pub String);

// As a session's.
impl std::fmt::Debug for DeviceToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DeviceToken(…)")
    }
}

/// The address of whoever sent a request, as far as attempts are counted by it. The server puts it
/// into the request's extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl Default for ClientAddress {
    /// All whose address is not known are one.
    fn default() -> Self {
        Self(IpAddr::V6(Ipv6Addr::UNSPECIFIED))
    }
}

/// Who calls, for what is given to some and not to others, or not too often.
#[derive(Debug, Clone)]
pub struct Caller {
    /// What their cookie says.
    pub session: Option<SessionToken>,
    /// What the device's cookie says.
    pub device: Option<DeviceToken>,
    /// Where the request came from.
    pub from: ClientAddress,
}

/// Why the server did not do what was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum BackendError {
    /// The data contradicts itself or the rules. Sending it again changes nothing.
    #[error("{field}: {reason}")]
    Invalid {
        /// The field at fault.
        field: String,
        /// What was expected and what was found.
        reason: String,
    },
    /// The name, the password or the code is wrong; it is not said which.
    #[error("the name or what proves it is wrong")]
    Denied,
    /// Only somebody with a name may do that, and this is nobody, a guest, or a session that ended.
    #[error("you are not signed in")]
    SignedOut,
    /// This was tried too often of late.
    #[error("too many attempts; try again in {wait_s} s")]
    TooMany {
        /// Seconds until another attempt is let in.
        wait_s: u32,
    },
    /// The server or its storage can't be reached now. Sending it again later is right.
    #[error("{0}")]
    Unavailable(String),
}

impl FromServerFnError for BackendError {
    type Encoder = JsonEncoding;

    fn from_server_fn_error(error: ServerFnErrorErr) -> Self {
        match error {
            ServerFnErrorErr::Args(reason) => Self::Invalid {
                field: "arguments".to_owned(),
                reason,
            },
            ServerFnErrorErr::MissingArg(field) => Self::Invalid {
                field,
                reason: "is missing".to_owned(),
            },
            other => Self::Unavailable(other.to_string()),
        }
    }
}
