//! The learner's table on the account page, which has no worker: the page itself synchronises it with
//! the server.

use client::worker::learner::{LearnerRequest, LearnerResponse, LearnerSummary};
use futures::{StreamExt, channel::mpsc};
use leptos::prelude::*;

use super::controller::AccountController;
use crate::components::panels::memory::{MemoryErrors, MemoryStatistics, MemoryTransfer};
use crate::engine_client::worker::learner_exchange::synchronise;
use crate::engine_client::worker::learner_store::LearnerStore;
use crate::platform::download::download;

/// The state of the section.
#[derive(Clone, Copy)]
struct MemorySection {
    summary: RwSignal<Option<LearnerSummary>>,
    refused: RwSignal<Option<String>>,
}

/// The section. It is loaded again when the visitor changes.
pub fn memory(account: AccountController) -> AnyView {
    let section = MemorySection {
        summary: RwSignal::new(None),
        refused: RwSignal::new(None),
    };
    let (orders, inbox) = mpsc::unbounded();
    leptos::task::spawn_local(run_orders(account, section, inbox));
    let ask = Callback::new(move |order| {
        section.refused.try_set(None);
        // The receiver lives as long as the page.
        drop(orders.unbounded_send(order));
    });
    Effect::new(move |_| {
        account.visitor.track();
        ask.run(LearnerRequest::Sync);
    });
    let ready = Signal::derive(move || section.summary.with(Option::is_some));
    view! {
        <section class="memory" aria-labelledby="memory" data-panel="learning">
            <h2 id="memory">"Memory"</h2>
            <div class="panel">
                <MemoryStatistics summary=section.summary.into() />
                <MemoryErrors summary=section.summary.into() refused=section.refused.into() />
                <MemoryTransfer ready ask />
            </div>
        </section>
    }
    .into_any()
}

/// Runs the orders one after another.
async fn run_orders(
    account: AccountController,
    section: MemorySection,
    mut inbox: mpsc::UnboundedReceiver<LearnerRequest>,
) {
    let mut store = LearnerStore::default();
    while let Some(order) = inbox.next().await {
        let changes = matches!(order, LearnerRequest::Import(_) | LearnerRequest::Clear);
        let syncs = order == LearnerRequest::Sync;
        if !syncs {
            run(section, &mut store, order).await;
        }
        if syncs || changes {
            sync_with_server(section, &mut store).await;
        }
        account.memory_loaded.try_set(true);
    }
}

async fn run(section: MemorySection, store: &mut LearnerStore, order: LearnerRequest) {
    for response in store.execute(order).await {
        show(section, response);
    }
}

fn show(section: MemorySection, response: LearnerResponse) {
    match response {
        LearnerResponse::Summary(summary) => {
            section.summary.try_set(Some(summary));
        }
        LearnerResponse::ImportFailed(reason) => {
            section.refused.try_set(Some(reason));
        }
        LearnerResponse::Exported(document) => download("ponder-learning.json", &document),
        LearnerResponse::Synced(_) | LearnerResponse::Learned(_) => {}
    }
}

/// Synchronises the store with the server; without the server, shows the local table.
async fn sync_with_server(section: MemorySection, store: &mut LearnerStore) {
    match synchronise(store).await {
        Some(summary) => section.summary.try_set(Some(summary)).map_or((), drop),
        None => run(section, store, LearnerRequest::Summarize).await,
    }
}
