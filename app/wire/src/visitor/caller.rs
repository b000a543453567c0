//! The caller of a server function, and the errors of its answer.

use std::future::Future;
use std::net::{IpAddr, Ipv6Addr};
use std::pin::Pin;

use serde::{Deserialize, Serialize};
use server_fn::codec::JsonEncoding;
use server_fn::error::{FromServerFnError, ServerFnErrorErr};

/// A boxed future, so that a backend can be a trait object.
pub type BoxFuture<'a, T> = Pin<Box<dyn Future<Output = T> + Send + 'a>>;

/// What a backend's functions return.
pub type BackendFuture<'a, T> = BoxFuture<'a, Result<T, BackendError>>;

/// The value of the session cookie. Only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct SessionToken(pub String);

// The token must not reach a log through `{:?}`.
impl std::fmt::Debug for SessionToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("SessionToken(…)")
    }
}

/// The value of the device cookie: a browser in which this account's password or recovery code was
/// right before. It authenticates nobody. Only its hash is stored.
#[derive(Clone, PartialEq, Eq)]
pub struct DeviceToken(pub String);

// As for the session token.
impl std::fmt::Debug for DeviceToken {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("DeviceToken(…)")
    }
}

/// The client's address, under which attempts are counted. The server puts it into the request's
/// extensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ClientAddress(pub IpAddr);

impl Default for ClientAddress {
    /// All unknown addresses count as one.
    fn default() -> Self {
        Self(IpAddr::V6(Ipv6Addr::UNSPECIFIED))
    }
}

/// The caller of an operation with access checks or limits.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The session cookie.
    pub session: Option<SessionToken>,
    /// The device cookie.
    pub device: Option<DeviceToken>,
    /// The request's address.
    pub from: ClientAddress,
}

/// Why the server has not done what was asked.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
pub enum BackendError {
    /// The data is inconsistent or against the rules. Repeating the request is useless.
    #[error("{field}: {reason}")]
    Invalid {
        /// The field at fault.
        field: String,
        /// What was expected and what was found.
        reason: String,
    },
    /// The name, the password or the code is wrong; the answer does not say which.
    #[error("the name or what proves it is wrong")]
    Denied,
    /// An account is needed, and this is no visitor, a guest, or an ended session.
    #[error("you are not signed in")]
    SignedOut,
    /// Too many recent attempts.
    #[error("too many attempts; try again in {wait_s} s")]
    TooMany {
        /// Seconds until the next attempt is allowed.
        wait_s: u32,
    },
    /// The server or its storage is unavailable. The request may be repeated later.
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
