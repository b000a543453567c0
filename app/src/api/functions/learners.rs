//! Of the visitor's learner.

use leptos::prelude::*;

use super::{in_turn::InTurn, strict::StrictJson};
use crate::api::backend::BackendError;
use crate::api::learners::{Meeting, Met};

/// Tells the server what was done to the learner on this device, and answers what it is now. Safe to
/// send again: a deed counts once.
#[server(prefix = "/fn", endpoint = "meet_learner", input = StrictJson, client = InTurn)]
pub async fn meet_learner(meeting: Meeting) -> Result<Met, BackendError> {
    use crate::api::cookies;

    let backend = cookies::backend()?;
    let answered = backend.meet_learner(cookies::session(), meeting).await;
    let answer = cookies::answer(answered)?;
    if let Some(token) = answer.new_session {
        cookies::set_session(&token);
    }
    Ok(answer.met)
}
