//! `POST` and `GET /api/v1/search`, `GET /api/v1/strategies`.

use axum::extract::{RawQuery, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use axum::{Extension, Json};
use wire::problem::PROBLEM_JSON;
use wire::search::query::{SearchQuery, as_parameter};
use wire::search::request::ResolvedSearch;
use wire::search::stream::{Step, StepBuilder};
use wire::{FieldError, Problem, SearchAnswer, SearchRequest, StrategyInfo, strategies};

use super::accept::negotiate;
use super::cache_key::{CacheKey, repeats};
use super::limits::MAX_MOVETIME;
use super::pool::PoolError;
use super::response_format::ResponseFormat;
use super::service::SearchService;
use crate::{
    body,
    conditional::none_match_names,
    error::Refusal,
    headers::KEPT_A_DAY,
    networks::NetworkLoader,
    query,
    rate_limit::{RateLimitKey, RequestPermit},
};

/// One that depends on how fast the server was may not be kept.
const NOT_KEPT: HeaderValue = HeaderValue::from_static("no-store");

/// Searches a position. Where application/x-ndjson or text/event-stream is accepted, every finished
/// depth is told as it comes, and with `trace` the tree of the search before the result.
#[utoipa::path(post, path = "/search", tag = "search",
    request_body(content = SearchRequest, examples(
        ("a mate in two" = (value = json!({
            "position": { "fen": "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1" }, "limits": { "depth": 8 } }))),
        ("level three" = (value = json!({
            "position": { "moves": ["e2e4", "e7e5"] }, "limits": { "nodes": 20_000 },
            "options": { "level": 3 }, "seed": 7 }))),
        ("three lines" = (value = json!({
            "position": "startpos", "limits": { "depth": 5 }, "multipv": 3 }))),
        ("tree search" = (value = json!({
            "position": "startpos", "limits": { "nodes": 5_000 }, "strategy": "explorer" }))),
    )),
    responses(
        (status = 200, description = "What was found", content(
            (SearchAnswer = "application/json"),
            (Step = "application/x-ndjson"),
            (Step = "text/event-stream"))),
        (status = "4XX", description = "Why not", body = Problem, content_type = PROBLEM_JSON),
        (status = 429, description = "This client has to wait; `Retry-After` says how long", body = Problem, content_type = PROBLEM_JSON),
        (status = 503, description = "All threads are busy, and `Retry-After` says how long; or the endgame tables are not there", body = Problem, content_type = PROBLEM_JSON),
    ))]
pub async fn search(
    State(searches): State<SearchService>,
    State(networks): State<NetworkLoader>,
    Extension(permit): Extension<RequestPermit>,
    account: Option<Extension<RateLimitKey>>,
    headers: HeaderMap,
    bytes: axum::body::Bytes,
) -> Result<Response, Refusal> {
    let form = negotiate(&headers)?;
    let request: SearchRequest = body::read(&headers, &bytes)?;
    let request = networks
        .provide(request.resolve()?, account.map(|Extension(key)| key))
        .await?;
    let key = searches.key(&request);
    answer(&searches, request, key, permit, form).await
}

/// Searches the position that the address names. Where the answer is always the same it bears an
/// entity tag, and whoever has it already is told so without a search.
#[utoipa::path(get, path = "/search", tag = "search", params(SearchQuery),
    responses(
        (status = 200, description = "What was found", content(
            (SearchAnswer = "application/json"),
            (Step = "application/x-ndjson"),
            (Step = "text/event-stream"))),
        (status = 304, description = "The answer is the one that `If-None-Match` names"),
        (status = "4XX", description = "Why not", body = Problem, content_type = PROBLEM_JSON),
        (status = 429, description = "This client has to wait; `Retry-After` says how long", body = Problem, content_type = PROBLEM_JSON),
        (status = 503, description = "All threads are busy, and `Retry-After` says how long; or the endgame tables are not there", body = Problem, content_type = PROBLEM_JSON),
    ))]
pub async fn search_by_address(
    State(searches): State<SearchService>,
    State(networks): State<NetworkLoader>,
    Extension(permit): Extension<RequestPermit>,
    account: Option<Extension<RateLimitKey>>,
    headers: HeaderMap,
    RawQuery(parameters): RawQuery,
) -> Result<Response, Refusal> {
    let asked: SearchQuery = query::parse(parameters.as_deref())?;
    let request = asked.into_request().resolve().map_err(as_parameter)?;
    let request = networks
        .provide(request, account.map(|Extension(key)| key))
        .await
        .map_err(Refusal::into_parameter)?;
    let (key, repeats) = (searches.key(&request), repeats(&request));
    let form = negotiate(&headers)?;
    if repeats && none_match_names(&headers, key.etag().as_bytes()) {
        let mut response = StatusCode::NOT_MODIFIED.into_response();
        keep(&mut response, key);
        return Ok(response);
    }
    let mut response = answer(&searches, request, key, permit, form).await?;
    if repeats && form == ResponseFormat::Json && searches.keeps(key) {
        keep(&mut response, key);
    }
    Ok(response)
}

/// Lists the strategies that can be asked.
#[utoipa::path(get, path = "/strategies", tag = "search",
    responses((status = 200, description = "All of them", body = [StrategyInfo])))]
pub async fn list() -> Json<Vec<StrategyInfo>> {
    Json(strategies::list())
}

async fn answer(
    searches: &SearchService,
    request: ResolvedSearch,
    key: CacheKey,
    permit: RequestPermit,
    form: ResponseFormat,
) -> Result<Response, Refusal> {
    if request.trace.is_some() && form == ResponseFormat::Json {
        let reason = "a tree is told as a stream: accept application/x-ndjson or text/event-stream";
        return Err(FieldError::new("trace", reason).into());
    }
    let teller = StepBuilder::new(request.game.clone(), usize::from(request.limits.multipv));
    let movetime = request.limits.movetime.unwrap_or(MAX_MOVETIME);
    permit.expect_at_most(movetime.min(MAX_MOVETIME));
    let asked = searches.ask(request, key, permit.payer())?;
    let mut response = form.answer(asked, teller, permit).await?;
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, NOT_KEPT);
    headers.insert(header::VARY, HeaderValue::from_static("accept"));
    Ok(response)
}

fn keep(response: &mut Response, key: CacheKey) {
    let headers = response.headers_mut();
    headers.insert(header::CACHE_CONTROL, KEPT_A_DAY);
    headers.insert(header::VARY, HeaderValue::from_static("accept"));
    // Digits and quotes make a header.
    if let Ok(etag) = HeaderValue::try_from(key.etag()) {
        headers.insert(header::ETAG, etag);
    }
}

impl Refusal {
    /// The same with the field's name as a parameter of the address.
    fn into_parameter(self) -> Self {
        match self {
            Self::Invalid { field, reason } => as_parameter(FieldError { field, reason }).into(),
            other => other,
        }
    }
}

impl From<FieldError> for Refusal {
    fn from(error: FieldError) -> Self {
        Self::Invalid {
            field: error.field,
            reason: error.reason,
        }
    }
}

impl From<PoolError> for Refusal {
    fn from(error: PoolError) -> Self {
        match error {
            PoolError::Full { .. }
            | PoolError::Waited { .. }
            | PoolError::NoMachine
            | PoolError::Closed => Self::Busy(error),
            PoolError::Failed => Self::Internal,
        }
    }
}
