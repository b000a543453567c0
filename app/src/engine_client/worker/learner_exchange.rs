//! The worker's request to the server for the learner: a bundle that is loaded when one is made.

use client::worker::learner::LearnerSummary;
use leptos::lazy;
use leptos::wasm_split::SplitLoaderError;
use wire::BackendError;
use wire::visitor::learners::{SyncRequest, SyncResponse};

use super::learner_store::{LearnerStore, StoreFuture};
use crate::platform::online::is_online;
use crate::server_fns;

/// The bundle's functions.
struct ExchangeFunctions {
    ask: fn(SyncRequest) -> StoreFuture<'static, Result<SyncResponse, BackendError>>,
    synchronise: for<'a> fn(&'a mut LearnerStore) -> StoreFuture<'a, Option<LearnerSummary>>,
}

/// Loads the bundle, the first time.
///
/// # Errors
/// The bundle could not be loaded; another call tries again.
#[lazy(learner_exchange, fallible)]
fn load() -> Result<Box<ExchangeFunctions>, SplitLoaderError> {
    Ok(Box::new(ExchangeFunctions {
        ask: |request| Box::pin(server_fns::sync_learner_in_turn(request)),
        synchronise: |store| Box::pin(repeat_until_told(store)),
    }))
}

/// Synchronises the store with the server until the server has every change; the last summary, `None` if
/// the server has not answered.
pub async fn synchronise(store: &mut LearnerStore) -> Option<LearnerSummary> {
    (load().await.ok()?.synchronise)(store).await
}

async fn repeat_until_told(store: &mut LearnerStore) -> Option<LearnerSummary> {
    let mut last = None;
    while let Some(request) = store.start_sync().await
        && is_online()
        && let Ok(response) = server_fns::sync_learner_in_turn(request).await
        && let Some(summary) = store.finish_sync(response).await
    {
        let is_done = summary.unsynced == 0;
        last = Some(summary);
        if is_done {
            break;
        }
    }
    last
}

/// The server's answer; `None` if there is none now.
pub async fn ask_server(request: SyncRequest) -> Option<SyncResponse> {
    if !is_online() {
        return None;
    }
    let functions = load().await.ok()?;
    // The network may have gone meanwhile.
    if !is_online() {
        return None;
    }
    (functions.ask)(request).await.ok()
}
