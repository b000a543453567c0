//! Server functions for the visitor's learner.

use leptos::prelude::*;
use wire::visitor::caller::BackendError;
use wire::visitor::learners::{SyncRequest, SyncResponse};

use super::{sequential_client::turn, strict_json::StrictJson};

/// Sends this device's operations on the learner and returns its revision. Idempotent: an operation
/// counts once. The argument's name is part of the call's JSON.
#[server(prefix = "/fn", endpoint = "meet_learner", input = StrictJson)]
pub async fn sync_learner(meeting: SyncRequest) -> Result<SyncResponse, BackendError> {
    use crate::server_fns::session_cookie;

    let backend = session_cookie::backend();
    let answered = backend
        .sync_learner(session_cookie::session(), meeting)
        .await;
    let answer = session_cookie::respond(answered)?;
    if let Some(token) = answer.new_session {
        session_cookie::set_session(&token);
    }
    Ok(answer.response)
}

/// As [`sync_learner`]. A request with operations may create a guest, so it waits for its turn.
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Only a browser makes it.
pub async fn sync_learner_in_turn(request: SyncRequest) -> Result<SyncResponse, BackendError> {
    let _turn = match request.ops.is_empty() {
        true => None,
        false => Some(turn().await),
    };
    sync_learner(request).await
}
