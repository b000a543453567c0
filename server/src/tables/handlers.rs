//! `GET /api/v1/tablebase`.

use std::time::Instant;

use axum::extract::{RawQuery, State};
use axum::http::{HeaderName, HeaderValue, header};
use axum::{Extension, Json};
use engine::rules::Position;
use engine::tables::TableSet;
use wire::positions::tablebase::{TablebaseAnswer, TablebaseQuery};
use wire::problem::PROBLEM_JSON;
use wire::search::request::PositionFields;
use wire::{FieldError, Problem};

use super::lookup::Lookup;
use super::sets::TableSets;
use crate::{
    error::Refusal, headers::KEPT_A_DAY, offload::offload_reads, query, rate_limit::RequestPermit,
};

/// Looks a position of up to four men up in the endgame tables, one of more in the server's Syzygy tables.
/// Also at `/tablebase/standard`, where clients
/// of the public tablebase API ask.
#[utoipa::path(get, path = "/tablebase", tag = "positions", params(TablebaseQuery),
    responses(
        (status = 200, description = "The result and the moves, best first", body = TablebaseAnswer),
        (status = "4XX", description = "Why not", body = Problem, content_type = PROBLEM_JSON),
        (status = 503, description = "The tables are not there; `Retry-After` says how long where they are being made", body = Problem, content_type = PROBLEM_JSON),
    ))]
pub async fn tablebase(
    State(sets): State<TableSets>,
    Extension(permit): Extension<RequestPermit>,
    RawQuery(parameters): RawQuery,
) -> Result<([(HeaderName, HeaderValue); 1], Json<TablebaseAnswer>), Refusal> {
    let query: TablebaseQuery = query::parse(parameters.as_deref())?;
    let position = position(&query.fen)?;
    let tables = sets.get(TableSet::Four)?;
    // The first position of an ending has its distances decoded, which takes up to 0.2 s, and Syzygy tables
    // are on the disk.
    let (answer, time) = offload_reads(move || {
        let begun = Instant::now();
        let failed_before = sets.failed_probes();
        let answer = tables.map(|tables| {
            let lookup = Lookup {
                ours: &*tables,
                syzygy: sets.syzygy().map(|tables| &**tables),
            };
            lookup.answer(&position)
        });
        let answer = answer.filter(|_| !sets.have_failed_since(failed_before));
        (answer, begun.elapsed())
    })
    .await?;
    permit.payer().charge_search(0, time);
    let answer = answer.ok_or(Refusal::Internal)?;
    Ok(([(header::CACHE_CONTROL, KEPT_A_DAY)], Json(answer)))
}

/// Underscores may stand for spaces, as clients of the public API send them.
fn position(fen: &str) -> Result<Position, FieldError> {
    let fields = PositionFields {
        fen: Some(fen.replace('_', " ")),
        moves: Vec::new(),
    };
    Ok(*fields.game()?.position())
}
