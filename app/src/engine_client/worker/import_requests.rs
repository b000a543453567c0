//! The requests of the import of games: a bundle of the worker that is loaded with the first one.

use client::game_import::answer;
use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;

use super::answer_function::AnswerFunction;

/// Loads the bundle, the first time.
///
/// # Errors
/// The bundle could not be loaded; another call tries again.
#[lazy(import_requests, fallible)]
pub fn load() -> Result<Box<AnswerFunction>, SplitLoaderError> {
    Ok(Box::new(answer))
}
