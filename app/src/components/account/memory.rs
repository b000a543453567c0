//! What the visitor's learners remember, with the server met from here: this page has no worker.

use client::worker::learner::{LearningNews, LearningOrder, MemorySummary};
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
    summary: RwSignal<Option<MemorySummary>>,
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
        ask.run(LearningOrder::Meet);
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
async fn work(page: Page, desk: Desk, mut inbox: mpsc::UnboundedReceiver<LearningOrder>) {
    let mut store = LearnerStore::default();
    while let Some(order) = inbox.next().await {
        let changes = matches!(order, LearningOrder::Import(_) | LearningOrder::Forget);
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

async fn tell(desk: Desk, store: &mut LearnerStore, news: LearningNews) {
    match news {
        LearningNews::Memory(summary) => {
            desk.summary.try_set(Some(summary));
        }
        LearningNews::Refused(reason) => {
            desk.refused.try_set(Some(reason));
        }
        LearningNews::Exported(document) => download("ponder-learning.json", &document),
        LearningNews::Meeting(_) => meet(desk, store).await,
        LearningNews::Learnt(_) => {}
    }
}

/// Has the store and the server meet until the server knows everything; without a server, shows
/// what is here.
async fn meet(desk: Desk, store: &mut LearnerStore) {
    loop {
        let met = match store.execute(LearningOrder::Meet).await.pop() {
            Some(LearningNews::Meeting(meeting)) => server_fns::sync_learner(meeting).await,
            _ => return,
        };
        let order = met.map_or(LearningOrder::Look, LearningOrder::Met);
        let asked = matches!(order, LearningOrder::Met(_));
        let Some(LearningNews::Memory(summary)) = store.execute(order).await.pop() else {
            return;
        };
        let untold = summary.untold;
        desk.summary.try_set(Some(summary));
        if untold == 0 || !asked {
            return;
        }
    }
}
