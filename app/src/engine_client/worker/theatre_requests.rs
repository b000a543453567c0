//! The theatre's requests: a bundle of the worker that is loaded with the first one.

use std::cell::RefCell;
use std::pin::Pin;

use client::theatre::{self, Networks, TheatreRequest};
use client::worker::codec::{decode, encode};
use engine::eval::SharedEval;
use engine::player::{Control, StrategyId};
use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;

use super::player_factory::visitors_network;

/// The function of the bundle, which answers a request; the last parameter gets the answers, encoded.
///
/// # Errors
/// The request is unreadable.
pub type TheatreFunction = for<'a> fn(
    &'a [u8],
    Option<SharedEval>,
    &'a mut Control<'_>,
    &'a mut dyn FnMut(Vec<u8>),
) -> Answering<'a>;

/// The future of an answer.
pub type Answering<'a> = Pin<Box<dyn Future<Output = Result<(), String>> + 'a>>;

/// Loads the bundle, the first time.
///
/// # Errors
/// The bundle could not be loaded; another call tries again.
#[lazy(theatre_requests, fallible)]
pub fn load() -> Result<Box<TheatreFunction>, SplitLoaderError> {
    Ok(Box::new(|request, network, control, post| {
        Box::pin(answer(request, network, control, post))
    }))
}

async fn answer(
    request: &[u8],
    site: Option<SharedEval>,
    control: &mut Control<'_>,
    post: &mut dyn FnMut(Vec<u8>),
) -> Result<(), String> {
    let request: TheatreRequest = decode(request)?;
    let mut visitors = Vec::new();
    for mind in request.minds_with_visitors_networks() {
        visitors.push((mind, network_for(&request, mind).await));
    }
    let networks = Networks { site, visitors };
    theatre::answer(request, &networks, control, &mut |answer| {
        post(encode(&answer));
    });
    Ok(())
}

thread_local! {
    /// The network of the search that is shown, where it is the visitor's.
    static SHOWN: RefCell<Option<(StrategyId, SharedEval)>> = const { RefCell::new(None) };
}

/// A visitor's network. What looks further into the search that is shown goes by that one's, though a dojo may
/// have trained on since.
async fn network_for(request: &TheatreRequest, mind: StrategyId) -> Result<SharedEval, String> {
    let is_new = matches!(request, TheatreRequest::Trace { .. });
    if !is_new
        && !matches!(request, TheatreRequest::CompareMinds { .. })
        && let Some(shown) = SHOWN.with_borrow(|shown| shown.clone().filter(|(id, _)| *id == mind))
    {
        return Ok(shown.1);
    }
    let network = visitors_network(mind).await?;
    if is_new {
        SHOWN.set(Some((mind, network.clone())));
    }
    Ok(network)
}
