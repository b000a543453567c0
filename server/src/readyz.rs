//! `GET /readyz`.

use axum::extract::State;

use crate::{error::Refusal, state::AppState};

/// `GET /readyz`.
pub async fn readyz(State(state): State<AppState>) -> Result<&'static str, Refusal> {
    state.ready.check().await.map_err(Refusal::NotReady)?;
    Ok("ok")
}
