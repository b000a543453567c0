//! `/api/v1`: what can be said of a position without a search. Everybody may ask; nothing is kept.

use app::api::{
    evaluate::{EvaluateAnswer, EvaluateRequest},
    openings::{OpeningsAnswer, OpeningsRequest},
    validate::{ValidateAnswer, ValidateRequest},
};
use axum::{
    Json, Router,
    body::Bytes,
    extract::RawQuery,
    http::{HeaderMap, header},
    routing::{get, post},
};
use serde::de::DeserializeOwned;

use crate::{body, error::Refusal, query, state::AppState};

/// The addresses, for the API's router.
pub fn routes() -> Router<AppState> {
    Router::new()
        .route("/v1/evaluate", post(evaluate))
        .route("/v1/validate", post(validate))
        .route("/v1/openings", get(openings))
}

async fn evaluate(headers: HeaderMap, bytes: Bytes) -> Result<Json<EvaluateAnswer>, Refusal> {
    let request: EvaluateRequest = read(&headers, &bytes)?;
    Ok(Json(request.answer()?))
}

/// The largest PGN takes some 40 ms, during which other requests should not wait.
async fn validate(headers: HeaderMap, bytes: Bytes) -> Result<Json<ValidateAnswer>, Refusal> {
    let request: ValidateRequest = read(&headers, &bytes)?;
    let answer = tokio::task::spawn_blocking(move || request.answer()).await;
    Ok(Json(answer.map_err(|_| Refusal::Internal)??))
}

async fn openings(RawQuery(parameters): RawQuery) -> Result<Json<OpeningsAnswer>, Refusal> {
    let request: OpeningsRequest = query::parse(parameters.as_deref())?;
    Ok(Json(request.answer()?))
}

fn read<T: DeserializeOwned>(headers: &HeaderMap, bytes: &[u8]) -> Result<T, Refusal> {
    body::expect_json(headers.get(header::CONTENT_TYPE))?;
    body::parse(bytes)
}
