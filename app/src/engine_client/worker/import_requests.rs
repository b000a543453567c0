//! The requests of the training: the import of games, and the reasons of opening moves. A bundle of the worker
//! that is loaded with the first one.

use client::game_import::answer;
use client::openings::explain_departure;
use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;

use super::answer_function::AnswerFunction;

/// The bundle's functions.
pub struct TrainingRequests {
    pub import: AnswerFunction,
    pub openings: AnswerFunction,
}

/// Loads the bundle, the first time.
///
/// # Errors
/// The bundle could not be loaded; another call tries again.
#[lazy(import_requests, fallible)]
pub fn load() -> Result<Box<TrainingRequests>, SplitLoaderError> {
    Ok(Box::new(TrainingRequests {
        import: answer,
        openings: explain_departure,
    }))
}
