//! `POST /api/v1/search` and `GET /api/v1/strategies`.

use app::api::{
    SearchAnswer, SearchRequest, StrategyInfo,
    answer::answer,
    request::{FieldError, Resolved},
    strategies,
};
use axum::{
    Json,
    extract::State,
    http::{HeaderMap, header},
};
use engine::{
    eval::Evaluation,
    player::{Decision, Source, StopReason},
};

use super::{
    desk::Desk,
    limits::CEILING,
    pool::{PoolError, Stub},
};
use crate::{body, error::Refusal};

/// Searches a position.
pub async fn search(
    State(pool): State<Stub<Desk>>,
    headers: HeaderMap,
    bytes: axum::body::Bytes,
) -> Result<Json<SearchAnswer>, Refusal> {
    body::expect_json(headers.get(header::CONTENT_TYPE))?;
    let request = resolve(&body::parse(&bytes)?)?;
    let (request, decision) = match request.game.outcome() {
        // By threefold repetition a game ends with legal moves left; nobody is to search them.
        Some(_) => (request, nothing_to_choose()),
        None => pool.run(request).await?,
    };
    Ok(Json(answer(
        &request,
        &decision,
        request.strategy.as_str(),
        Evaluation::default().as_str(),
    )))
}

/// Lists the strategies, ready or not.
pub async fn list() -> Json<Vec<StrategyInfo>> {
    Json(strategies::list())
}

fn nothing_to_choose() -> Decision {
    Decision {
        mv: None,
        source: Source::Search,
        lines: Vec::new(),
        depth: 0,
        seldepth: 0,
        nodes: 0,
        time_ms: 0,
        stop_reason: StopReason::GameOver,
    }
}

fn resolve(request: &SearchRequest) -> Result<Resolved, FieldError> {
    let resolved = request.resolve()?;
    CEILING.check(&resolved)?;
    Ok(resolved)
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
            PoolError::Full => Self::Busy("all search threads are busy and the queue is full"),
            PoolError::Waited => Self::Busy("all search threads are busy"),
            PoolError::Closed => Self::Busy("the server is shutting down"),
            PoolError::Failed => Self::Internal,
        }
    }
}
