//! Of the visitor's learner.

use leptos::prelude::*;
use wire::visitor::{
    caller::BackendError,
    learners::{Meeting, Met},
};

use super::{sequential_client::InTurn, strict_json::StrictJson};

/// Tells the server what was done to the learner on this device, and answers what it is now. Safe to
/// send again: a deed counts once.
#[server(prefix = "/fn", endpoint = "meet_learner", input = StrictJson, client = InTurn)]
pub async fn meet_learner(meeting: Meeting) -> Result<Met, BackendError> {
    use crate::server_fns::session_cookie;

    let backend = session_cookie::backend()?;
    let answered = backend
        .meet_learner(session_cookie::session(), meeting)
        .await;
    let answer = session_cookie::answer(answered)?;
    if let Some(token) = answer.new_session {
        session_cookie::set_session(&token);
    }
    Ok(answer.met)
}
