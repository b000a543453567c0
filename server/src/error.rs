//! Refusals of requests, as RFC 9457 problems.

use std::time::Duration;

use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use wire::problem::{PROBLEM_JSON, Problem as Document};

use crate::live::admission::AdmitError;
use crate::metrics;
use crate::rate_limit::bucket::{Limited, whole_seconds};
use crate::readiness::NotReady;
use crate::search::pool::PoolError;
use crate::tables::sets::TablesUnavailable;

/// A refusal; its text is the problem's `detail`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The body or the query string has the wrong format.
    #[error("{detail}")]
    Malformed {
        /// The field, where it is known.
        field: Option<String>,
        /// What was expected and found.
        detail: String,
    },
    /// The request is readable but impossible, such as an illegal position.
    #[error("{reason}")]
    Invalid {
        /// The field at fault, as a path: `position.moves[3]`.
        field: String,
        /// What was expected and found.
        reason: String,
    },
    /// The API key is unknown or malformed.
    #[error(
        "expected `Authorization: Bearer` and an API key that was not revoked, or no such header"
    )]
    UnknownKey,
    /// The request needs an API key, and none was shown.
    #[error("expected `Authorization: Bearer` and an API key of an account, made at /me")]
    NeedsKey,
    /// Another site's page caused the request.
    #[error("this address takes requests of its own pages only")]
    CrossSite,
    /// The address is banned.
    #[error("this address is banned; whoever runs the site can lift that")]
    Banned,
    /// The address does not exist.
    #[error("there is nothing at {0}")]
    NotFound(String),
    /// The address does not support the method.
    #[error("{0} is not possible here")]
    Method(Method),
    /// The body arrived too slowly.
    #[error("the body did not arrive within {} seconds", .0.as_secs())]
    Slow(Duration),
    /// The body is too large.
    #[error("a body may have at most {0} bytes")]
    TooLarge(usize),
    /// The body is compressed.
    #[error("expected a body without a content encoding, found {0}")]
    ContentEncoding(String),
    /// `Accept` excludes every response format.
    #[error("Accept excludes application/json, application/x-ndjson and text/event-stream")]
    NotAcceptable,
    /// The body has another content type.
    #[error("expected the content type {expected}, found {found}")]
    MediaType {
        /// The one that is taken.
        expected: &'static str,
        /// What the request says.
        found: String,
    },
    /// The client's allowance is spent, or too many of its requests are in progress.
    #[error("{}", limited(*.0))]
    Limited(Limited),
    /// The client has too many connections, sockets or bytes in progress.
    #[error("this client has too many {0}")]
    TooMany(&'static str),
    /// The server holds too many bytes of bodies.
    #[error("the server takes in as many bytes as it may at the moment")]
    NoRoomForBody,
    /// The store is full.
    #[error("the site has no room for more at the moment")]
    NoStorage,
    /// All search threads are busy, or the server is shutting down.
    #[error("{0}")]
    Busy(PoolError),
    /// The endgame tables are not there.
    #[error("{0}")]
    NoTables(TablesUnavailable),
    /// All sockets are taken, or the server is shutting down.
    #[error("{0}")]
    NoRoom(AdmitError),
    /// The address accepts WebSockets only.
    #[error("expected a WebSocket: {0}")]
    NoSocket(String),
    /// The server is not ready.
    #[error("{0}")]
    NotReady(NotReady),
    /// A bug; the log says which.
    #[error("the server failed; it is not the request's fault")]
    Internal,
}

/// Retry delay of a refused request, seconds.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// Retry delay while the endgame tables are made, seconds.
const RETRY_AFTER_MAKING: HeaderValue = HeaderValue::from_static("30");

/// Retry delay while the store is full, seconds.
const RETRY_AFTER_FULL: HeaderValue = HeaderValue::from_static("600");

/// The authentication scheme.
const BEARER: HeaderValue = HeaderValue::from_static("Bearer");

/// The only accepted content encoding.
const IDENTITY: HeaderValue = HeaderValue::from_static("identity");

fn limited(limited: Limited) -> String {
    let wait = whole_seconds(limited.wait()).max(1);
    match limited {
        Limited::Spent { .. } => {
            format!("this client has asked for as much as it may for now; {wait} s until more")
        }
        Limited::Busy { .. } => {
            format!("this client has too many requests under way; {wait} s until one has ended")
        }
    }
}

impl Refusal {
    /// The status code.
    pub fn status(&self) -> StatusCode {
        match self {
            Self::Malformed { .. } => StatusCode::BAD_REQUEST,
            Self::Invalid { .. } => StatusCode::UNPROCESSABLE_ENTITY,
            Self::UnknownKey | Self::NeedsKey => StatusCode::UNAUTHORIZED,
            Self::CrossSite | Self::Banned => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::Slow(_) => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::MediaType { .. } | Self::ContentEncoding(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
            Self::Limited(_) | Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy(_)
            | Self::NotReady(_)
            | Self::NoRoom(_)
            | Self::NoRoomForBody
            | Self::NoTables(_) => StatusCode::SERVICE_UNAVAILABLE,
            Self::NoSocket(_) => StatusCode::UPGRADE_REQUIRED,
            Self::NoStorage => StatusCode::INSUFFICIENT_STORAGE,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn title(&self) -> &'static str {
        match self {
            Self::Malformed { .. } => "The request can't be read",
            Self::Invalid { .. } => "The request can't be carried out",
            Self::UnknownKey => "Unknown API key",
            Self::NeedsKey => "An API key is needed",
            Self::CrossSite => "A request from another site",
            Self::Banned => "Banned",
            Self::NotFound(_) => "Not found",
            Self::Method(_) => "Method not allowed",
            Self::Slow(_) => "The body came too slowly",
            Self::TooLarge(_) => "The body is too large",
            Self::MediaType { .. } => "Unsupported content type",
            Self::ContentEncoding(_) => "Unsupported content encoding",
            Self::NotAcceptable => "Not acceptable",
            Self::Limited(Limited::Spent { .. }) => "Too much for one client",
            Self::Limited(Limited::Busy { .. }) => "Too many requests at once",
            Self::TooMany(_) => "Too many at once",
            Self::NoRoomForBody => "No room for the body",
            Self::NoStorage => "No room",
            Self::Busy(_) => "Too busy",
            Self::NotReady(_) => "Not ready",
            Self::NoTables(_) => "No endgame tables",
            Self::NoRoom(_) => "Too many sockets",
            Self::NoSocket(_) => "A WebSocket is expected",
            Self::Internal => "Server error",
        }
    }

    /// The label of the refusal's metric.
    fn reason(&self) -> &'static str {
        match self {
            Self::Malformed { .. } => "malformed",
            Self::Invalid { .. } => "invalid",
            Self::UnknownKey => "unknown_key",
            Self::NeedsKey => "needs_key",
            Self::CrossSite => "cross_site",
            Self::Banned => "banned",
            Self::NotFound(_) => "not_found",
            Self::Method(_) => "method",
            Self::Slow(_) => "slow",
            Self::TooLarge(_) => "too_large",
            Self::MediaType { .. } => "media_type",
            Self::ContentEncoding(_) => "content_encoding",
            Self::NotAcceptable => "not_acceptable",
            Self::Limited(Limited::Spent { .. }) => "spent",
            Self::Limited(Limited::Busy { .. }) | Self::TooMany(_) => "too_many",
            Self::NoRoomForBody => "body_room",
            Self::NoStorage => "no_room",
            Self::Busy(PoolError::Full { .. }) => "full",
            Self::Busy(PoolError::Waited { .. }) => "waited",
            Self::Busy(PoolError::NoMachine) => "no_machine",
            Self::Busy(PoolError::Closed) => "draining",
            Self::NotReady(_) => "not_ready",
            Self::NoTables(_) => "no_tables",
            Self::NoRoom(_) => "sockets",
            Self::NoSocket(_) => "no_socket",
            Self::Busy(PoolError::Failed) | Self::Internal => "internal",
        }
    }

    /// The problem document. Each refusal is sent as one, so it is counted here.
    pub fn document(&self) -> Document {
        metrics::refused(self.reason());
        let document =
            Document::new(self.status().as_u16(), self.title()).with_detail(self.to_string());
        match self {
            Self::Invalid { field, .. }
            | Self::Malformed {
                field: Some(field), ..
            } => document.with_field(field),
            _ => document,
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let Ok(body) = serde_json::to_vec(&self.document()) else {
            return StatusCode::INTERNAL_SERVER_ERROR.into_response();
        };
        let mut response = (self.status(), body).into_response();
        let headers = response.headers_mut();
        headers.insert(header::CONTENT_TYPE, HeaderValue::from_static(PROBLEM_JSON));
        headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        match self {
            Self::TooMany(_) | Self::NotReady(_) | Self::NoRoom(_) | Self::NoRoomForBody => {
                headers.insert(header::RETRY_AFTER, RETRY_AFTER);
            }
            Self::Busy(error) => {
                let wait = whole_seconds(error.wait()).max(1);
                headers.insert(header::RETRY_AFTER, HeaderValue::from(wait));
            }
            Self::NoStorage => {
                headers.insert(header::RETRY_AFTER, RETRY_AFTER_FULL);
            }
            Self::NoTables(TablesUnavailable::Making) => {
                headers.insert(header::RETRY_AFTER, RETRY_AFTER_MAKING);
            }
            Self::UnknownKey | Self::NeedsKey => {
                headers.insert(header::WWW_AUTHENTICATE, BEARER);
            }
            Self::NoSocket(_) => {
                headers.insert(header::UPGRADE, HeaderValue::from_static("websocket"));
            }
            // RFC 9110, section 12.5.3.
            Self::ContentEncoding(_) => {
                headers.insert(header::ACCEPT_ENCODING, IDENTITY);
            }
            Self::Limited(limited) => {
                let wait = whole_seconds(limited.wait()).max(1);
                headers.insert(header::RETRY_AFTER, HeaderValue::from(wait));
            }
            _ => {}
        }
        response
    }
}

impl From<TablesUnavailable> for Refusal {
    fn from(error: TablesUnavailable) -> Self {
        Self::NoTables(error)
    }
}
