//! The controller of the dojo.

use std::rc::Rc;
use std::time::Duration;

use client::dojo::{
    DojoConfig, DojoEffect, DojoEvent, DojoRequest, DojoResponse, DojoStage, DojoState, MAX_WORKERS,
};
use client::worker::codec::{decode, encode};
use client::worker::{EngineCommand, FromWorker, LazyPart, SearchId, ToWorker};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::controller::{Controller, StateMachine};
use crate::engine_client::page_worker::PageWorker;
use crate::platform::dojo_storage::DojoStorage;
use crate::platform::random;
use crate::platform::tab_turn;
use crate::platform::web_lock::WebLock;

/// The training on one page.
pub type DojoController = Controller<DojoState>;

/// The tab that holds this lock has the training.
const LOCK: &str = "ponder-dojo";
/// Between two moves of the practice game that is shown.
const TICK: Duration = Duration::from_millis(220);

/// What the dojo needs of the browser. Dropped with the page: the workers end.
pub struct DojoResources {
    workers: [PageWorker; MAX_WORKERS],
    storage: Option<Rc<DojoStorage>>,
    /// Held as long as the page lives, where the browser has locks.
    lock: Option<WebLock>,
}

impl StateMachine for DojoState {
    type Event = DojoEvent;
    type Effect = DojoEffect;
    type Resources = DojoResources;

    fn handle(&mut self, event: DojoEvent, now: u64) -> Vec<DojoEffect> {
        self.update(event, now)
    }

    /// Moves of the practice game wake only its board.
    fn is_search_report(event: &DojoEvent) -> bool {
        matches!(event, DojoEvent::Tick)
    }

    fn run(controller: DojoController, effect: DojoEffect) {
        controller.run(effect);
    }
}

impl DojoController {
    /// A controller with the training of this browser.
    #[allow(clippy::new_without_default)] // It opens storage: nothing to be made in passing.
    pub fn new() -> Self {
        let dojo = Self::with_resources(
            DojoState::default(),
            DojoResources {
                workers: [(); MAX_WORKERS].map(|()| PageWorker::unstarted()),
                storage: None,
                lock: None,
            },
        );
        // A network of one's own: not everybody's first one.
        dojo.dispatch(DojoEvent::Configure(DojoConfig {
            seed: u16::from_le_bytes(random::bytes()).into(),
            ..DojoConfig::default()
        }));
        spawn_local(dojo.load());
        dojo.show_practice();
        dojo
    }

    /// Moves the practice game on while the training runs.
    fn show_practice(self) {
        let is_running = self.read(|state| state.is_running);
        Effect::new(move |_| {
            if is_running.get() {
                // Ends with the effect's run. Fails only outside a page.
                set_interval(move || self.dispatch(DojoEvent::Tick), TICK).ok();
            }
        });
    }

    /// Waits until no other tab has the training, and reads it.
    async fn load(self) {
        let lock = tab_turn::acquire(LOCK, move || {
            // Otherwise the page is gone.
            let is_loading = |state: &DojoState| state.stage == DojoStage::Loading;
            if self.try_with_untracked(is_loading) == Some(true) {
                self.dispatch(DojoEvent::OpenElsewhere);
            }
        });
        let lock = lock.await;
        if self.resources().update(|it| it.lock = lock).is_none() {
            return;
        }
        let stored = match self.load_stored().await {
            Ok(stored) => stored,
            Err(reason) => {
                self.dispatch(DojoEvent::StorageFailed(reason));
                None
            }
        };
        self.dispatch(DojoEvent::Loaded(stored));
    }

    async fn load_stored(self) -> Result<Option<client::dojo::StoredTraining>, String> {
        let storage = DojoStorage::open().await?;
        let stored = storage.read().await?;
        self.resources()
            .update(|it| it.storage = Some(Rc::new(storage)));
        Ok(stored)
    }

    fn run(self, effect: DojoEffect) {
        match effect {
            DojoEffect::StartWorker(index) => {
                if let Some(worker) = self.worker(index) {
                    worker.start(move |message| self.receive(index, message));
                }
            }
            DojoEffect::Ask(index, request) => self.ask(index, &request),
            DojoEffect::EndWorker(index) => {
                if let Some(worker) = self.worker(index) {
                    worker.end();
                }
            }
            DojoEffect::StoreState(reached) => {
                self.store(async move |storage| storage.put_state(&reached).await);
            }
            DojoEffect::StoreRunning(is_running, workers) => {
                self.store(async move |storage| storage.put_running(is_running, workers).await);
            }
            DojoEffect::Clear => self.store(async move |storage| storage.clear().await),
        }
    }

    fn ask(self, index: usize, request: &DojoRequest) {
        if let Some(worker) = self.worker(index) {
            worker.run(EngineCommand::Send(ToWorker::Lazy {
                id: SearchId::default().next(),
                part: LazyPart::Dojo,
                request: encode(request),
            }));
        }
    }

    fn worker(self, index: usize) -> Option<PageWorker> {
        let worker = self.resources().with(|it| it.workers.get(index).copied());
        worker.flatten()
    }

    fn receive(self, index: usize, message: FromWorker) {
        let FromWorker::Lazy(bytes) = message else {
            return self.dispatch(DojoEvent::Engine(index, message));
        };
        self.dispatch(match decode::<DojoResponse>(&bytes) {
            Ok(answer) => DojoEvent::Answer(index, Box::new(answer)),
            Err(message) => DojoEvent::Engine(index, FromWorker::Failed { message }),
        });
    }

    /// Writes into the storage. Writes come to it in the order in which they are begun.
    fn store(self, write: impl AsyncFnOnce(Rc<DojoStorage>) -> Result<(), String> + 'static) {
        let storage = self.resources().with(|it| it.storage.clone());
        let Some(storage) = storage.flatten() else {
            return;
        };
        spawn_local(async move {
            if let Err(reason) = write(storage).await {
                self.dispatch(DojoEvent::StorageFailed(reason));
            }
        });
    }
}
