//! Daily limits of what visitors store: new guests, writing calls and bytes per address; nothing
//! new when the store is full.
//!
//! Runs after the body is read, so that its size is known.

use std::{net::IpAddr, time::Instant};

use axum::Json;
use axum::body::HttpBody;
use axum::extract::{Request, State};
use axum::http::{HeaderMap, HeaderValue, Method, StatusCode, header};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};
use wire::BackendError;

use crate::error::Refusal;
use crate::metrics;
use crate::rate_limit::Purpose;
use crate::rate_limit::bucket::{Bucket, Limited, whole_seconds};
use crate::rate_limit::clients::THOUSANDTHS;
use crate::state::AppState;
use crate::storage::FreeSpace;

/// Server functions that create rows. The others read or change what exists.
const CREATING_PATHS: [&str; 9] = [
    "/fn/record_game",
    "/fn/record_endings",
    "/fn/record_exercises",
    "/fn/keep_analysis",
    "/fn/meet_learner",
    "/fn/share_game",
    "/fn/upload_network",
    "/fn/new_live_game",
    "/fn/register",
];

/// May create a guest, but no game.
const JOIN_PATH: &str = "/fn/join_live_game";

/// When a call that found no room may be repeated, seconds.
const NO_ROOM_RETRY: HeaderValue = HeaderValue::from_static("600");

/// Lets a call of a server function through if what it creates may be stored.
pub async fn limit(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let adds = CREATING_PATHS.contains(&path);
    if !adds && path != JOIN_PATH {
        return next.run(request).await;
    }
    let from = state
        .clients
        .origin(request.headers(), request.extensions());
    let bytes = request.body().size_hint().exact().unwrap_or(0);
    let pays_for_guest = match admit(&state, from, request.headers(), adds, bytes).await {
        Ok(pays) => pays,
        Err(refusal) => return refusal,
    };
    let response = next.run(request).await;
    // A response with a cookie has created a guest.
    if pays_for_guest && !response.headers().contains_key(header::SET_COOKIE) {
        let guests = state.clients.of_address(from, Purpose::DailyGuests);
        guests.give_back(THOUSANDTHS, Instant::now());
    }
    response
}

/// Lets an upload of the API through if it may be stored. Whoever has a key has an account.
pub async fn limit_upload(State(state): State<AppState>, request: Request, next: Next) -> Response {
    if request.method() != Method::POST {
        return next.run(request).await;
    }
    let from = state
        .clients
        .origin(request.headers(), request.extensions());
    let bytes = request.body().size_hint().exact().unwrap_or(0);
    match admit_upload(&state, from, bytes) {
        Ok(()) => next.run(request).await,
        Err(refusal) => refusal.into_response(),
    }
}

fn admit_upload(state: &AppState, from: IpAddr, bytes: u64) -> Result<(), Refusal> {
    if state.storage.free_space() == FreeSpace::None {
        return Err(Refusal::NoStorage);
    }
    let now = Instant::now();
    let spent = |bucket: &Bucket, tokens| {
        let wait = bucket.wait_for(tokens, now);
        Refusal::Limited(Limited::Spent { wait })
    };
    let calls = state.clients.of_address(from, Purpose::DailyCalls);
    if !calls.try_take(THOUSANDTHS, now) {
        return Err(spent(&calls, THOUSANDTHS));
    }
    let kept = state.clients.of_address(from, Purpose::DailyBytes);
    if !kept.try_take(bytes, now) {
        calls.give_back(THOUSANDTHS, now);
        return Err(spent(&kept, bytes));
    }
    Ok(())
}

/// Whether a guest was paid for, who is created or not.
async fn admit(
    state: &AppState,
    from: IpAddr,
    headers: &HeaderMap,
    adds: bool,
    bytes: u64,
) -> Result<bool, Response> {
    let now = Instant::now();
    let guests = state.clients.of_address(from, Purpose::DailyGuests);
    // Paid in advance, because concurrent calls may create guests, too.
    let paid = guests.try_take(THOUSANDTHS, now);
    let free_space = state.storage.free_space();
    if !paid || free_space != FreeSpace::Enough {
        let (known, named) = find_caller(state, headers).await?;
        if !paid && !known {
            return Err(too_many(&guests, THOUSANDTHS, now));
        }
        if adds && (free_space == FreeSpace::None || free_space == FreeSpace::ForAccounts && !named)
        {
            give_back(&guests, paid, now);
            return Err(no_room());
        }
    }
    let calls = state.clients.of_address(from, Purpose::DailyCalls);
    if !calls.try_take(THOUSANDTHS, now) {
        give_back(&guests, paid, now);
        return Err(too_many(&calls, THOUSANDTHS, now));
    }
    let kept = state.clients.of_address(from, Purpose::DailyBytes);
    if !kept.try_take(bytes, now) {
        give_back(&guests, paid, now);
        calls.give_back(THOUSANDTHS, now);
        return Err(too_many(&kept, bytes, now));
    }
    Ok(paid)
}

fn give_back(guests: &Bucket, paid: bool, now: Instant) {
    if paid {
        guests.give_back(THOUSANDTHS, now);
    }
}

/// Whether the caller has a session, and a name.
async fn find_caller(state: &AppState, headers: &HeaderMap) -> Result<(bool, bool), Response> {
    let Some(session) = state.cookies.session_in(headers) else {
        return Ok((false, false));
    };
    let person = state.hub.person(&session).await.map_err(|error| {
        tracing::error!(%error, "a caller could not be looked up");
        let error = BackendError::Unavailable("the server can't tell who calls".to_owned());
        (StatusCode::SERVICE_UNAVAILABLE, Json(error)).into_response()
    })?;
    let named = person.as_ref().is_some_and(|person| person.name.is_some());
    Ok((person.is_some(), named))
}

fn too_many(bucket: &Bucket, tokens: u64, now: Instant) -> Response {
    metrics::refused("daily");
    let wait = whole_seconds(bucket.wait_for(tokens, now)).max(1);
    let error = BackendError::TooMany {
        wait_s: u32::try_from(wait).unwrap_or(u32::MAX),
    };
    let retry = [(header::RETRY_AFTER, HeaderValue::from(wait))];
    (StatusCode::TOO_MANY_REQUESTS, retry, Json(error)).into_response()
}

fn no_room() -> Response {
    metrics::refused("no_room");
    let reason = "the site has no room for more at the moment";
    let error = BackendError::Unavailable(reason.to_owned());
    let retry = [(header::RETRY_AFTER, NO_ROOM_RETRY)];
    (StatusCode::INSUFFICIENT_STORAGE, retry, Json(error)).into_response()
}
