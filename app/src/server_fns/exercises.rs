//! Server functions for exercises.

use leptos::prelude::*;
use wire::visitor::caller::BackendError;
use wire::visitor::exercise_sync::{ExercisePage, RefusedExercises};
use wire::visitor::exercises::{ExerciseAnswer, StoredExercise};

#[cfg(feature = "ssr")]
use super::session_cookie::{backend, respond, session, set_session};
use super::{sequential_client::SequentialClient, strict_json::StrictJson};

/// The visitor's exercises and answers after a cursor, 0 for all.
#[server(prefix = "/fn", endpoint = "known_exercises", input = StrictJson)]
pub async fn known_exercises(after: u64) -> Result<ExercisePage, BackendError> {
    respond(backend().known_exercises(session(), after).await)
}

/// Adds exercises and answers, and returns what was refused of them. Idempotent.
#[server(prefix = "/fn", endpoint = "record_exercises", input = StrictJson, client = SequentialClient)]
pub async fn record_exercises(
    exercises: Vec<StoredExercise>,
    answers: Vec<ExerciseAnswer>,
) -> Result<RefusedExercises, BackendError> {
    let recorded = respond(
        backend()
            .record_exercises(session(), exercises, answers)
            .await,
    )?;
    if let Some(token) = recorded.new_session {
        set_session(&token);
    }
    Ok(recorded.refused)
}
