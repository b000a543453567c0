//! Every way in which a request is refused, as an RFC 9457 problem.

use std::time::Duration;

use axum::{
    http::{HeaderValue, Method, StatusCode, header},
    response::{IntoResponse, Response},
};
use wire::problem::{PROBLEM_JSON, Problem as Document};

use crate::{
    live::admission::AdmitError,
    metrics,
    rate_limit::bucket::{Limited, whole_seconds},
    readiness::NotReady,
    search::pool::PoolError,
};

/// A refusal. Its text becomes the problem's `detail`.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The body is no JSON, or JSON of another shape; or the address has parameters like that.
    #[error("{detail}")]
    Malformed {
        /// Where in it, when that is known.
        field: Option<String>,
        /// What was expected and what was found.
        detail: String,
    },
    /// The request can be read and means nothing: an illegal position, say.
    #[error("{reason}")]
    Invalid {
        /// The field at fault, as a path: `position.moves[3]`.
        field: String,
        /// What was expected and what was found.
        reason: String,
    },
    /// The key that was shown is nobody's, or what was shown is no key.
    #[error(
        "expected `Authorization: Bearer` and an API key that was not revoked, or no such header"
    )]
    UnknownKey,
    /// A page of another site sent the browser here.
    #[error("this address takes requests of its own pages only")]
    CrossSite,
    /// Whoever runs the site keeps this address out.
    #[error("this address is banned; whoever runs the site can lift that")]
    Banned,
    /// Nothing lives there.
    #[error("there is nothing at {0}")]
    NotFound(String),
    /// Something lives there and does not answer to this method.
    #[error("{0} is not possible here")]
    Method(Method),
    /// The body took too long to arrive.
    #[error("the body did not arrive within {} seconds", .0.as_secs())]
    Slow(Duration),
    /// The body is larger than any request needs to be.
    #[error("a body may have at most {0} bytes")]
    TooLarge(usize),
    /// The body is compressed.
    #[error("expected a body without a content encoding, found {0}")]
    ContentEncoding(String),
    /// `Accept` excludes every form of the answer.
    #[error("Accept excludes application/json, application/x-ndjson and text/event-stream")]
    NotAcceptable,
    /// The body is of another kind.
    #[error("expected the content type application/json, found {0}")]
    MediaType(String),
    /// The client has spent what it may for now, or has as many requests under way as it may.
    #[error("{}", limited(*.0))]
    Limited(Limited),
    /// The client has as many connections, sockets or bytes under way as it may.
    #[error("this client has too many {0}")]
    TooMany(&'static str),
    /// The server has no room for another body now.
    #[error("the server takes in as many bytes as it may at the moment")]
    NoRoomForBody,
    /// Every search thread is busy, or the server is leaving.
    #[error("{0}")]
    Busy(PoolError),
    /// There is no room for another socket, or the server is leaving.
    #[error("{0}")]
    NoRoom(AdmitError),
    /// Only sockets are answered here.
    #[error("expected a WebSocket: {0}")]
    NoSocket(String),
    /// The server should be sent nothing for now.
    #[error("{0}")]
    NotReady(NotReady),
    /// A fault of ours. What it was stands in the log.
    #[error("the server failed; it is not the request's fault")]
    Internal,
}

/// After so many seconds a refused search is worth another try.
const RETRY_AFTER: HeaderValue = HeaderValue::from_static("1");

/// What an address that knows keys takes.
const BEARER: HeaderValue = HeaderValue::from_static("Bearer");

/// What a body may be encoded with: nothing.
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
            Self::UnknownKey => StatusCode::UNAUTHORIZED,
            Self::CrossSite | Self::Banned => StatusCode::FORBIDDEN,
            Self::NotFound(_) => StatusCode::NOT_FOUND,
            Self::Method(_) => StatusCode::METHOD_NOT_ALLOWED,
            Self::Slow(_) => StatusCode::REQUEST_TIMEOUT,
            Self::TooLarge(_) => StatusCode::PAYLOAD_TOO_LARGE,
            Self::MediaType(_) | Self::ContentEncoding(_) => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Self::NotAcceptable => StatusCode::NOT_ACCEPTABLE,
            Self::Limited(_) | Self::TooMany(_) => StatusCode::TOO_MANY_REQUESTS,
            Self::Busy(_) | Self::NotReady(_) | Self::NoRoom(_) | Self::NoRoomForBody => {
                StatusCode::SERVICE_UNAVAILABLE
            }
            Self::NoSocket(_) => StatusCode::UPGRADE_REQUIRED,
            Self::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }

    fn title(&self) -> &'static str {
        match self {
            Self::Malformed { .. } => "The request can't be read",
            Self::Invalid { .. } => "The request can't be carried out",
            Self::UnknownKey => "Unknown API key",
            Self::CrossSite => "A request from another site",
            Self::Banned => "Banned",
            Self::NotFound(_) => "Not found",
            Self::Method(_) => "Method not allowed",
            Self::Slow(_) => "The body came too slowly",
            Self::TooLarge(_) => "The body is too large",
            Self::MediaType(_) => "Unsupported content type",
            Self::ContentEncoding(_) => "Unsupported content encoding",
            Self::NotAcceptable => "Not acceptable",
            Self::Limited(Limited::Spent { .. }) => "Too much for one client",
            Self::Limited(Limited::Busy { .. }) => "Too many requests at once",
            Self::TooMany(_) => "Too many at once",
            Self::NoRoomForBody => "No room for the body",
            Self::Busy(_) => "Too busy",
            Self::NotReady(_) => "Not ready",
            Self::NoRoom(_) => "Too many sockets",
            Self::NoSocket(_) => "A WebSocket is expected",
            Self::Internal => "Server error",
        }
    }

    /// What it is counted as.
    fn reason(&self) -> &'static str {
        match self {
            Self::Malformed { .. } => "malformed",
            Self::Invalid { .. } => "invalid",
            Self::UnknownKey => "unknown_key",
            Self::CrossSite => "cross_site",
            Self::Banned => "banned",
            Self::NotFound(_) => "not_found",
            Self::Method(_) => "method",
            Self::Slow(_) => "slow",
            Self::TooLarge(_) => "too_large",
            Self::MediaType(_) => "media_type",
            Self::ContentEncoding(_) => "content_encoding",
            Self::NotAcceptable => "not_acceptable",
            Self::Limited(Limited::Spent { .. }) => "spent",
            Self::Limited(Limited::Busy { .. }) | Self::TooMany(_) => "too_many",
            Self::NoRoomForBody => "body_room",
            Self::Busy(PoolError::Full { .. }) => "full",
            Self::Busy(PoolError::Waited { .. }) => "waited",
            Self::Busy(PoolError::Closed) => "draining",
            Self::NotReady(_) => "not_ready",
            Self::NoRoom(_) => "sockets",
            Self::NoSocket(_) => "no_socket",
            Self::Busy(PoolError::Failed) | Self::Internal => "internal",
        }
    }

    /// As a problem document, which is how each of them goes out, and so is counted here.
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
            Self::UnknownKey => {
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
