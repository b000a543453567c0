//! The worker's request to the server for the learner: a bundle that is loaded when one is made.

use std::pin::Pin;

use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;
use wire::BackendError;
use wire::visitor::learners::{SyncRequest, SyncResponse};

use crate::platform::online::is_online;
use crate::server_fns;

/// The bundle's function.
type SyncCall =
    fn(SyncRequest) -> Pin<Box<dyn Future<Output = Result<SyncResponse, BackendError>>>>;

/// Loads the bundle, the first time.
///
/// # Errors
/// The bundle could not be loaded; another call tries again.
#[lazy(learner_exchange, fallible)]
fn load() -> Result<Box<SyncCall>, SplitLoaderError> {
    Ok(Box::new(|request| {
        Box::pin(server_fns::sync_learner_in_turn(request))
    }))
}

/// The server's answer; `None` if there is none now.
pub async fn ask_server(request: SyncRequest) -> Option<SyncResponse> {
    if !is_online() {
        return None;
    }
    let call = load().await.ok()?;
    // The network may have gone meanwhile.
    if !is_online() {
        return None;
    }
    call(request).await.ok()
}
