//! What the visitor's learners remember, with the server met from here: this page has no worker.

use client::worker::learner::{LearnerRequest, LearnerResponse, LearnerSummary};
use futures::{StreamExt, channel::mpsc};
use leptos::prelude::*;

use super::session::{Desk as Page, Section};
use crate::components::panels::memory::{Documents, Figures, Troubles};
use crate::components::shared::erased_view::Erase;
use crate::engine_client::LearnerStore;
use crate::platform::download::download;
use crate::server_fns;

/// What the section shows.
#[derive(Clone, Copy)]
struct Desk {
    summary: RwSignal<Option<LearnerSummary>>,
    refused: RwSignal<Option<String>>,
}

/// The section. When the visitor becomes somebody else, so does the memory.
pub fn memory(page: Page) -> AnyView {
    let desk = Desk {
        summary: RwSignal::new(None),
        refused: RwSignal::new(None),
    };
    let (orders, inbox) = mpsc::unbounded();
    leptos::task::spawn_local(work(page, desk, inbox));
    let ask = Callback::new(move |order| {
        desk.refused.try_set(None);
        // Open for as long as somebody can ask.
        drop(orders.unbounded_send(order));
    });
    Effect::new(move |_| {
        page.visitor.track();
        ask.run(LearnerRequest::StartSync);
    });
    let ready = Signal::derive(move || desk.summary.with(Option::is_some));
    view! {
        <section class="memory" aria-labelledby="memory" data-panel="learning">
            <h2 id="memory">"Memory"</h2>
            <div class="panel">
                <Figures summary=desk.summary.into() />
                <Troubles summary=desk.summary.into() refused=desk.refused.into() />
                <Documents ready ask />
            </div>
        </section>
    }
    .erase()
}

/// Carries one order out after the other.
async fn work(page: Page, desk: Desk, mut inbox: mpsc::UnboundedReceiver<LearnerRequest>) {
    let mut store = LearnerStore::default();
    while let Some(order) = inbox.next().await {
        let changes = matches!(order, LearnerRequest::Import(_) | LearnerRequest::Clear);
        let news = store.execute(order).await;
        for news in news {
            tell(desk, &mut store, news).await;
        }
        if changes {
            meet(desk, &mut store).await;
        }
        page.filled(Section::Memory);
    }
}

async fn tell(desk: Desk, store: &mut LearnerStore, news: LearnerResponse) {
    match news {
        LearnerResponse::Summary(summary) => {
            desk.summary.try_set(Some(summary));
        }
        LearnerResponse::ImportFailed(reason) => {
            desk.refused.try_set(Some(reason));
        }
        LearnerResponse::Exported(document) => download("ponder-learning.json", &document),
        LearnerResponse::Sync(_) => meet(desk, store).await,
        LearnerResponse::Learned(_) => {}
    }
}

/// Has the store and the server meet until the server knows everything; without a server, shows
/// what is here.
async fn meet(desk: Desk, store: &mut LearnerStore) {
    loop {
        let met = match store.execute(LearnerRequest::StartSync).await.pop() {
            Some(LearnerResponse::Sync(meeting)) => server_fns::sync_learner(meeting).await,
            _ => return,
        };
        let order = met.map_or(LearnerRequest::Summarize, LearnerRequest::FinishSync);
        let asked = matches!(order, LearnerRequest::FinishSync(_));
        let Some(LearnerResponse::Summary(summary)) = store.execute(order).await.pop() else {
            return;
        };
        let untold = summary.unsynced;
        desk.summary.try_set(Some(summary));
        if untold == 0 || !asked {
            return;
        }
    }
}
