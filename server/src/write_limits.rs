//! What visitors may have the server keep: so many new guests, calls that write, and bytes of one
//! address in a day, and nothing new where there is no room.
//!
//! Stands behind the bodies: what a call brings is counted when it is there.

use std::{net::IpAddr, time::Instant};

use axum::{
    Json,
    body::HttpBody,
    extract::{Request, State},
    http::{HeaderMap, HeaderValue, StatusCode, header},
    middleware::Next,
    response::{IntoResponse, Response},
};
use wire::BackendError;

use crate::{
    metrics,
    rate_limit::{
        bucket::{Bucket, whole_seconds},
        clients::THOUSANDTHS,
    },
    state::AppState,
    storage::Room,
};

/// Server functions that keep something new. The others read, or change what is there.
const ADDING: [&str; 5] = [
    "/fn/record_game",
    "/fn/meet_learner",
    "/fn/share_game",
    "/fn/new_live_game",
    "/fn/register",
];

/// One of these adds a guest to a game that is there.
const JOINING: &str = "/fn/join_live_game";

/// After so long a call that found no room is worth another try.
const NO_ROOM_RETRY: HeaderValue = HeaderValue::from_static("600");

/// Lets a call of a server function through if what it adds may be kept.
pub async fn limit(State(state): State<AppState>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let adds = ADDING.contains(&path);
    if !adds && path != JOINING {
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
    // A guest was made if the answer brings the cookie of one.
    if pays_for_guest && !response.headers().contains_key(header::SET_COOKIE) {
        let guests = state.clients.daily_guests(from);
        guests.give_back(THOUSANDTHS, Instant::now());
    }
    response
}

/// Whether a guest was paid for, who may or may not be made.
async fn admit(
    state: &AppState,
    from: IpAddr,
    headers: &HeaderMap,
    adds: bool,
    bytes: u64,
) -> Result<bool, Response> {
    let now = Instant::now();
    let guests = state.clients.daily_guests(from);
    // Before it is known whether one is made: many calls may be under way at once.
    let paid = guests.try_take(THOUSANDTHS, now);
    let room = state.storage.room();
    if !paid || room != Room::Enough {
        let (known, named) = who(state, headers).await?;
        if !paid && !known {
            return Err(too_many(&guests, THOUSANDTHS, now));
        }
        if adds && (room == Room::None || room == Room::ForAccounts && !named) {
            give_back(&guests, paid, now);
            return Err(no_room());
        }
    }
    let calls = state.clients.daily_calls(from);
    if !calls.try_take(THOUSANDTHS, now) {
        give_back(&guests, paid, now);
        return Err(too_many(&calls, THOUSANDTHS, now));
    }
    let kept = state.clients.daily_bytes(from);
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

/// Whether the caller is known, and has a name.
async fn who(state: &AppState, headers: &HeaderMap) -> Result<(bool, bool), Response> {
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
