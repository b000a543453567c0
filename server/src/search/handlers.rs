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
use engine::player::Decision;

use super::{
    desk::{Answered, Desk},
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
    let found = match request.game.outcome() {
        // By threefold repetition a game ends with legal moves left; nobody is to search them.
        Some(_) => Answered {
            request,
            decision: Decision::game_over(0),
            threads: 1,
        },
        None => pool.run(request).await?,
    };
    Ok(Json(answer(&found.request, &found.decision, found.threads)))
}

/// Lists the strategies, ready or not.
pub async fn list() -> Json<Vec<StrategyInfo>> {
    Json(strategies::list())
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
