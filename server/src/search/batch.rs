//! `POST /api/v1/batch`.

use std::convert::Infallible;

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::HeaderMap;
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use futures::{StreamExt, stream};
use serde::Serialize;
use serde_json::value::RawValue;
use utoipa::ToSchema;
use wire::problem::PROBLEM_JSON;
use wire::search::batch::{BatchRequest, field_in_batch};
use wire::search::request::ResolvedSearch;
use wire::{FieldError, Problem, SearchAnswer, SearchRequest};

use super::accept::negotiate;
use super::response_format::ResponseFormat;
use super::service::{PendingAnswer, SearchService};
use crate::request_id;
use crate::{
    body,
    error::Refusal,
    networks::NetworkLoader,
    rate_limit::{RateLimitKey, RequestPermit},
};

/// So many searches of a batch are under way at a time: one runs, one waits.
const AT_ONCE: usize = 2;

/// What has become of one of the searches.
#[derive(Serialize, ToSchema)]
struct Entry {
    id: String,
    /// As of `POST /search`.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(value_type = Option<SearchAnswer>)]
    answer: Option<Box<RawValue>>,
    /// Why there is no answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<Problem>,
}

/// The body of the answer: results in the order of the request.
#[derive(Serialize, ToSchema)]
struct Results {
    results: Vec<Entry>,
}

/// Makes many searches. As a stream, results come as they are found.
#[utoipa::path(post, path = "/batch", tag = "search",
    request_body(content = BatchRequest, example = json!({ "searches": [
        { "id": "start", "search": { "position": "startpos", "limits": { "depth": 4 } } },
        { "id": "sicilian", "search": {
            "position": { "moves": ["e2e4", "c7c5"] }, "limits": { "depth": 4 } } },
    ] })),
    responses(
        (status = 200, description = "The results by id, each an answer or a problem", content(
            (Results = "application/json"),
            (Entry = "application/x-ndjson"),
            (Entry = "text/event-stream"))),
        (status = "4XX", description = "Why not", body = Problem, content_type = PROBLEM_JSON),
        (status = 429, description = "This client has to wait; `Retry-After` says how long", body = Problem, content_type = PROBLEM_JSON),
    ))]
pub async fn batch(
    State(searches): State<SearchService>,
    State(networks): State<NetworkLoader>,
    Extension(permit): Extension<RequestPermit>,
    account: Option<Extension<RateLimitKey>>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Response, Refusal> {
    let form = negotiate(&headers)?;
    let request: BatchRequest = body::read(&headers, &bytes)?;
    request.check()?;
    let entries = request.searches.into_iter().enumerate();
    let account = account.map(|Extension(key)| key);
    let mut wanted = Vec::new();
    for (index, entry) in entries {
        let request = match read(index, &entry.search) {
            Ok(request) => networks.provide(request, account).await,
            Err(refusal) => Err(refusal),
        };
        wanted.push((
            entry.id,
            request.map_err(|refusal| in_batch(index, refusal)),
        ));
    }
    let request_id = request_id::current();
    let made = stream::iter(wanted).map(move |(id, request)| {
        let (searches, permit, request_id) = (searches.clone(), permit.clone(), request_id.clone());
        request_id::within(request_id, async move {
            find(&searches, id, request, &permit).await
        })
    });
    if form == ResponseFormat::Json {
        let results = made.buffered(AT_ONCE).collect().await;
        return Ok(Json(Results { results }).into_response());
    }
    let lines = made
        .buffer_unordered(AT_ONCE)
        .map(move |entry| Ok::<_, Infallible>(form.framed("entry", &entry)));
    Ok(form.typed(Body::from_stream(lines)))
}

/// Reads and checks one of the searches.
fn read(index: usize, search: &RawValue) -> Result<ResolvedSearch, Refusal> {
    let request: SearchRequest = body::parse(search.get().as_bytes()).map_err(|refusal| {
        let Refusal::Malformed { field, detail } = refusal else {
            return refusal;
        };
        // Line and column would be those of the search by itself.
        let detail = detail
            .rsplit_once(" at line ")
            .map_or(&*detail, |(what, _)| what);
        Refusal::Malformed {
            field: Some(field_in_batch(index, field.as_deref())),
            detail: detail.to_owned(),
        }
    })?;
    let resolved = request.resolve().and_then(|resolved| match resolved.trace {
        None => Ok(resolved),
        Some(_) => Err(FieldError::new(
            "trace",
            "a search of a batch tells no tree",
        )),
    });
    Ok(resolved?)
}

/// The refusal of a search as one of the batch.
fn in_batch(index: usize, refusal: Refusal) -> Refusal {
    match refusal {
        Refusal::Invalid { field, reason } => Refusal::Invalid {
            field: field_in_batch(index, Some(&field)),
            reason,
        },
        other => other,
    }
}

async fn find(
    searches: &SearchService,
    id: String,
    request: Result<ResolvedSearch, Refusal>,
    permit: &RequestPermit,
) -> Entry {
    let answer = match request {
        Ok(request) => search(searches, request, permit).await,
        Err(refusal) => Err(refusal),
    };
    match answer {
        Ok(answer) => Entry {
            id,
            answer: Some(answer),
            problem: None,
        },
        Err(refusal) => Entry {
            id,
            answer: None,
            problem: Some(refusal.document()),
        },
    }
}

async fn search(
    searches: &SearchService,
    request: ResolvedSearch,
    permit: &RequestPermit,
) -> Result<Box<RawValue>, Refusal> {
    // What went before may have taken all there was.
    permit.payer().check()?;
    let key = searches.key(&request);
    let asked: PendingAnswer = searches.ask(request, key, permit.payer())?;
    let json = asked.answer().await?.json().ok_or(Refusal::Internal)?;
    let json = String::from_utf8(json.into()).map_err(|_| Refusal::Internal)?;
    RawValue::from_string(json).map_err(|_| Refusal::Internal)
}
