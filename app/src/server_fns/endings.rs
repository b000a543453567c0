//! Server functions for the course of endings.

use leptos::prelude::*;
use wire::visitor::caller::BackendError;
use wire::visitor::endings::SolvedEnding;

#[cfg(feature = "ssr")]
use super::session_cookie::{backend, respond, session, set_session};
use super::{sequential_client::SequentialClient, strict_json::StrictJson};

/// What the visitor has solved.
#[server(prefix = "/fn", endpoint = "solved_endings", input = StrictJson)]
pub async fn solved_endings() -> Result<Vec<SolvedEnding>, BackendError> {
    respond(backend().solved_endings(session()).await)
}

/// Adds what was solved, and returns all of it. Idempotent.
#[server(prefix = "/fn", endpoint = "record_endings", input = StrictJson, client = SequentialClient)]
pub async fn record_endings(solved: Vec<SolvedEnding>) -> Result<Vec<SolvedEnding>, BackendError> {
    let recorded = respond(backend().record_endings(session(), solved).await)?;
    if let Some(token) = recorded.new_session {
        set_session(&token);
    }
    Ok(recorded.solved)
}
