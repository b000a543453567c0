//! `/api/v1`: what can be said of a position without a search. Everybody may ask; nothing is kept.

use std::time::Instant;

use axum::body::Bytes;
use axum::extract::RawQuery;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::{Extension, Json};
use wire::Problem;
use wire::positions::evaluate::{EvaluateAnswer, EvaluateRequest};
use wire::positions::openings::{OpeningsAnswer, OpeningsRequest};
use wire::positions::validate::{ValidateAnswer, ValidateRequest};
use wire::problem::PROBLEM_JSON;

use crate::{
    body, error::Refusal, headers::KEPT_A_DAY, offload::offload, query, rate_limit::RequestPermit,
};

/// Judges a position without looking ahead, and says what the score is made of.
#[utoipa::path(post, path = "/evaluate", tag = "positions",
    request_body(content = EvaluateRequest, example = json!({
        "position": { "moves": ["e2e4", "e7e5", "g1f3"] }
    })),
    responses(
        (status = 200, description = "The score and its terms", body = EvaluateAnswer),
        (status = "4XX", description = "Why not", body = Problem, content_type = PROBLEM_JSON),
    ))]
pub async fn evaluate(headers: HeaderMap, bytes: Bytes) -> Result<Json<EvaluateAnswer>, Refusal> {
    let request: EvaluateRequest = body::read(&headers, &bytes)?;
    Ok(Json(request.answer()?))
}

/// Says whether a FEN or a PGN is legal, and what it says.
// The largest PGN takes some 40 ms, during which other requests should not wait.
#[utoipa::path(post, path = "/validate", tag = "positions",
    request_body(content = ValidateRequest, examples(
        ("fen" = (value = json!({ "fen": "8/8/8/8/8/5k2/7q/5K2 w - - 0 1" }))),
        ("pgn" = (value = json!({ "pgn": "1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0" }))),
    )),
    responses(
        (status = 200, description = "The position reached, and the way to it", body = ValidateAnswer),
        (status = "4XX", description = "Why not", body = Problem, content_type = PROBLEM_JSON),
    ))]
pub async fn validate(
    Extension(permit): Extension<RequestPermit>,
    headers: HeaderMap,
    bytes: Bytes,
) -> Result<Json<ValidateAnswer>, Refusal> {
    let request: ValidateRequest = body::read(&headers, &bytes)?;
    let (answer, time) = offload(move || {
        let begun = Instant::now();
        (request.answer(), begun.elapsed())
    })
    .await?;
    permit.payer().charge_search(0, time);
    Ok(Json(answer?))
}

/// Names an opening, and says what the book plays.
#[utoipa::path(get, path = "/openings", tag = "positions", params(OpeningsRequest),
    responses(
        (status = 200, description = "The name and the moves", body = OpeningsAnswer),
        (status = "4XX", description = "Why not", body = Problem, content_type = PROBLEM_JSON),
    ))]
pub async fn openings(
    RawQuery(parameters): RawQuery,
) -> Result<([(HeaderName, HeaderValue); 1], Json<OpeningsAnswer>), Refusal> {
    let request: OpeningsRequest = query::parse(parameters.as_deref())?;
    // The book is part of the program.
    Ok((
        [(header::CACHE_CONTROL, KEPT_A_DAY)],
        Json(request.answer()?),
    ))
}
