//! Requests for searches. What is accepted keeps within what may be asked for.

use app::api::{
    batch::{BatchRequest, in_batch},
    query::{SearchQuery, as_parameter},
    request::SearchRequest,
};
use server::{
    body, query,
    search::{handlers::resolve, limits::CEILING},
};

use super::refused;

/// `POST /search`.
pub fn check_body(bytes: &[u8]) {
    match body::parse(bytes) {
        Ok(request) => check(&request),
        Err(refusal) => refused::check(refusal),
    }
}

/// `GET /search`.
pub fn check_address(parameters: &str) {
    match query::parse::<SearchQuery>(Some(parameters)) {
        Ok(asked) => match resolve(&asked.clone().into_request()) {
            Ok(_) => check(&asked.into_request()),
            Err(error) => refused::check(as_parameter(error)),
        },
        Err(refusal) => refused::check(refusal),
    }
}

/// `POST /batch`.
pub fn check_batch(bytes: &[u8]) {
    let request: BatchRequest = match body::parse(bytes) {
        Ok(request) => request,
        Err(refusal) => return refused::check(refusal),
    };
    if let Err(error) = request.check() {
        return refused::check(error);
    }
    for (index, entry) in request.searches.iter().enumerate() {
        match resolve(&entry.search) {
            Ok(_) => check(&entry.search),
            Err(error) => refused::check(in_batch(index, error)),
        }
    }
}

fn check(request: &SearchRequest) {
    let resolved = match resolve(request) {
        Ok(resolved) => resolved,
        Err(error) => return refused::check(error),
    };
    let limits = CEILING.under(resolved.limits.clone());
    assert!(limits.movetime.is_some_and(|time| time <= CEILING.movetime));
    assert!(limits.nodes.is_none_or(|nodes| nodes <= CEILING.nodes));
    assert!((1..=CEILING.hash_mb).contains(&resolved.hash_mb));
    let position = resolved.game.position();
    assert!(limits.searchmoves.iter().all(|&mv| position.is_legal(mv)));
    // The page sends requests that were written out.
    let again: SearchRequest = serde_json::to_vec(request)
        .map(|json| body::parse(&json).expect("what was read can be read again"))
        .expect("a request can be written");
    assert_eq!(&again, request);
}
