//! The theatre's requests: a bundle of the worker that is loaded with the first one.

use client::theatre;
use client::worker::codec::{decode, encode};
use engine::eval::SharedEval;
use engine::player::Control;
use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;

use super::answer_function::AnswerFunction;

/// Loads the bundle, the first time.
///
/// # Errors
/// The bundle could not be loaded; another call tries again.
#[lazy(theatre_requests, fallible)]
pub fn load() -> Result<Box<AnswerFunction>, SplitLoaderError> {
    Ok(Box::new(answer))
}

fn answer(
    request: &[u8],
    network: Option<SharedEval>,
    control: &mut Control<'_>,
    post: &mut dyn FnMut(Vec<u8>),
) -> Result<(), String> {
    theatre::answer(decode(request)?, network, control, &mut |answer| {
        post(encode(&answer));
    });
    Ok(())
}
