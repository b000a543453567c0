//! Bodies: how large, how slow, of which kind, and where in them a mistake is.
//!
//! tower-http's limit answers with plain text, and its timeout begins again with every chunk.

use std::{error::Error, time::Duration};

use axum::body::{Body, to_bytes};
use axum::extract::{OriginalUri, Request, State};
use axum::http::{HeaderMap, Method, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use http_body_util::LengthLimitError;
use serde::de::DeserializeOwned;
use wire::positions::validate::MAX_PGN_BYTES;
use wire::visitor::networks::MAX_NETWORK_BYTES;

use crate::{body_budget::BodyBudget, error::Refusal, rate_limit::Clients};

/// The largest body that a request needs, bytes, unless it brings a whole PGN.
pub const LIMIT: usize = 64 * 1024;

/// The largest body that brings a PGN, bytes: the longest PGN, and a quarter of that for what JSON
/// escapes: the ends of lines and the quotes of tags. Who escapes every foreign letter too can send
/// a shorter one.
const PGN_LIMIT: usize = MAX_PGN_BYTES + MAX_PGN_BYTES / 4;

/// Where a PGN can be sent: to be checked, or as an analysis that is shared or kept.
const TAKES_PGN: [&str; 3] = ["/api/v1/validate", "/fn/share_game", "/fn/keep_analysis"];

/// The largest body that brings what a learner knows, bytes: the largest table that is kept, its
/// quotes escaped.
const LEARNER_LIMIT: usize = 5 << 20;

/// Where that can be sent.
const TAKES_LEARNER: &str = "/fn/meet_learner";

/// Where a network can be sent: as a file, or by a page as base64 beside its card.
const TAKES_NETWORK: [(&str, usize); 2] = [
    ("/api/v1/networks", MAX_NETWORK_BYTES),
    ("/fn/upload_network", MAX_NETWORK_BYTES / 3 * 4 + LIMIT),
];

/// How long a body may take to arrive.
const PATIENCE: Duration = Duration::from_secs(10);

/// Takes a request's body in before anybody looks at it, so that size and slowness are refused in
/// one place and in one way, and there is room for it as long as the request is answered.
pub async fn take_in(
    State((budget, clients)): State<(BodyBudget, Clients)>,
    request: Request,
    next: Next,
) -> Response {
    if matches!(
        *request.method(),
        Method::GET | Method::HEAD | Method::OPTIONS
    ) {
        return next.run(request).await;
    }
    if let Err(refusal) = expect_no_encoding(request.headers()) {
        return refusal.into_response();
    }
    // Behind a prefix, only this one is whole.
    let uri = request.extensions().get::<OriginalUri>();
    let limit = match uri.map_or(request.uri(), |OriginalUri(uri)| uri).path() {
        path if TAKES_PGN.contains(&path) => PGN_LIMIT,
        TAKES_LEARNER => LEARNER_LIMIT,
        path => {
            let network = TAKES_NETWORK.iter().find(|(taken, _)| *taken == path);
            network.map_or(LIMIT, |&(_, limit)| limit)
        }
    };
    let announced = request
        .headers()
        .get(header::CONTENT_LENGTH)
        .and_then(|length| length.to_str().ok())
        .and_then(|length| length.parse::<u64>().ok());
    if announced.is_some_and(|length| length > limit as u64) {
        return Refusal::TooLarge(limit).into_response();
    }
    let origin = clients.origin(request.headers(), request.extensions());
    let most = announced.map_or(limit, |length| length as usize);
    let _room = match budget.reserve(origin, most) {
        Ok(room) => room,
        Err(refusal) => return refusal.into_response(),
    };
    let (parts, body) = request.into_parts();
    match tokio::time::timeout(PATIENCE, to_bytes(body, limit)).await {
        Ok(Ok(bytes)) => {
            next.run(Request::from_parts(parts, Body::from(bytes)))
                .await
        }
        Ok(Err(error)) => refusal_of(&error, limit).into_response(),
        Err(_) => Refusal::Slow(PATIENCE).into_response(),
    }
}

/// Lets a body through that is not compressed: what it grows to could not be bounded beforehand.
///
/// # Errors
/// [`Refusal::ContentEncoding`] for any encoding but `identity`.
fn expect_no_encoding(headers: &HeaderMap) -> Result<(), Refusal> {
    for value in headers.get_all(header::CONTENT_ENCODING) {
        if !value.as_bytes().eq_ignore_ascii_case(b"identity") {
            let found = String::from_utf8_lossy(value.as_bytes());
            let found = found.chars().take(100).collect();
            return Err(Refusal::ContentEncoding(found));
        }
    }
    Ok(())
}

/// Why a body did not come to its end: it is too large, or its framing is broken. A connection that
/// broke is the same, and then nobody reads the answer.
fn refusal_of(error: &axum::Error, limit: usize) -> Refusal {
    let mut cause: Option<&dyn Error> = Some(error);
    while let Some(error) = cause {
        if error.is::<LengthLimitError>() {
            return Refusal::TooLarge(limit);
        }
        cause = error.source();
    }
    Refusal::Malformed {
        field: None,
        detail: "expected a whole body, found one that breaks off or has a malformed chunk"
            .to_owned(),
    }
}

/// Lets JSON through.
///
/// # Errors
/// As [`expect_kind`].
pub fn expect_json(headers: &HeaderMap) -> Result<(), Refusal> {
    expect_kind(headers, "application/json")
}

/// Lets a body of one kind through.
///
/// # Errors
/// [`Refusal::MediaType`] for anything else, and for nothing at all.
pub fn expect_kind(headers: &HeaderMap, expected: &'static str) -> Result<(), Refusal> {
    let refuse = |found: String| Err(Refusal::MediaType { expected, found });
    let Some(value) = headers.get(header::CONTENT_TYPE) else {
        return refuse("none".to_owned());
    };
    let text = String::from_utf8_lossy(value.as_bytes());
    let kind = text.split(';').next().unwrap_or_default().trim();
    match kind.eq_ignore_ascii_case(expected) {
        true => Ok(()),
        false => refuse(text.chars().take(100).collect()),
    }
}

/// Reads a body that says it is JSON, an object.
///
/// # Errors
/// [`Refusal::MediaType`] for a body of another kind, else as [`parse`].
pub fn read<T: DeserializeOwned>(headers: &HeaderMap, bytes: &[u8]) -> Result<T, Refusal> {
    expect_json(headers)?;
    parse(bytes)
}

/// Reads JSON, an object.
///
/// # Errors
/// [`Refusal::Malformed`] with the field, where the mistake is inside one.
pub fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Refusal> {
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let mut track = serde_path_to_error::Track::new();
    let tracked = serde_path_to_error::Deserializer::new(&mut reader, &mut track);
    let value = wire::search::request::object(tracked).map_err(|error| {
        let path = track.path().to_string();
        // A path to where the text ends in mid-air helps nobody.
        let field = (error.is_data() && path != ".").then_some(path);
        Refusal::Malformed {
            field,
            detail: error.to_string(),
        }
    })?;
    reader.end().map_err(|error| Refusal::Malformed {
        field: None,
        detail: error.to_string(),
    })?;
    Ok(value)
}
