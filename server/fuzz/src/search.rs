//! Requests for searches. What is accepted keeps within what may be asked for.

use server::search::limits::{MAX_MOVETIME, bounded};
use server::{body, query};
use wire::FieldError;
use wire::search::batch::{BatchRequest, field_in_batch};
use wire::search::query::{SearchQuery, as_parameter};
use wire::search::request::{MAX_HASH_MB, MAX_NODES, SearchRequest};

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
        Ok(asked) => match asked.clone().into_request().resolve() {
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
        let search: SearchRequest = match body::parse(entry.search.get().as_bytes()) {
            Ok(search) => search,
            Err(refusal) => {
                refused::check(refusal);
                continue;
            }
        };
        match search.resolve() {
            Ok(_) => check(&search),
            Err(FieldError { field, reason }) => {
                let field = field_in_batch(index, Some(&field));
                refused::check(FieldError::new(field, reason));
            }
        }
    }
}

fn check(request: &SearchRequest) {
    let resolved = match request.resolve() {
        Ok(resolved) => resolved,
        Err(error) => return refused::check(error),
    };
    let limits = bounded(resolved.limits.clone());
    assert!(limits.movetime.is_some_and(|time| time <= MAX_MOVETIME));
    assert!(limits.nodes.is_none_or(|nodes| nodes <= MAX_NODES));
    assert!((1..=MAX_HASH_MB).contains(&resolved.hash_mb));
    let position = resolved.game.position();
    assert!(limits.searchmoves.iter().all(|&mv| position.is_legal(mv)));
    // The page sends requests that were written out.
    let again: SearchRequest = serde_json::to_vec(request)
        .map(|json| body::parse(&json).expect("what was read can be read again"))
        .expect("a request can be written");
    assert_eq!(&again, request);
}
