//! The dojo's requests: a bundle of the worker that is loaded with the first one.

use std::cell::RefCell;

use client::dojo::DojoWorker;
use client::worker::codec::{decode, encode};
use engine::eval::SharedEval;
use engine::player::Control;
use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;

use super::answer_function::AnswerFunction;

thread_local! {
    /// What this worker holds from one request to the next.
    static WORKER: RefCell<DojoWorker> = RefCell::default();
}

/// Loads the bundle, the first time.
///
/// # Errors
/// The bundle could not be loaded; another call tries again.
#[lazy(dojo_requests, fallible)]
pub fn load() -> Result<Box<AnswerFunction>, SplitLoaderError> {
    Ok(Box::new(answer))
}

fn answer(
    request: &[u8],
    _network: Option<SharedEval>,
    control: &mut Control<'_>,
    post: &mut dyn FnMut(Vec<u8>),
) -> Result<(), String> {
    let request = decode(request)?;
    let answer = WORKER.with_borrow_mut(|worker| worker.answer(request, control.clock));
    if let Some(answer) = answer {
        post(encode(&answer));
    }
    Ok(())
}
