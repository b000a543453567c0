//! The controller of the import of games.

use std::rc::Rc;

use client::analysis::parse_fragment;
use client::game_import::{
    GivenGame, ImportAnswer, ImportEffect, ImportEvent, ImportRequest, ImportState,
};
use client::worker::codec::{decode, encode};
use client::worker::{EngineCommand, FromWorker, LazyPart, ToWorker};
use futures::StreamExt as _;
use futures::channel::mpsc::{self, UnboundedReceiver, UnboundedSender};
use futures::future::LocalBoxFuture;
use leptos::prelude::window;
use leptos::task::spawn_local;
use leptos::web_sys::File;

use super::controller::{Controller, StateMachine};
use super::train::TrainController;
use crate::engine_client::page_worker::PageWorker;
use crate::platform::address::AddressWriter;
use crate::platform::clock::{local_time, wall_clock};
use crate::platform::files::file_slice;
use crate::platform::import_storage::ImportStorage;
use crate::platform::online::is_online;
use crate::platform::tab_turn;
use crate::platform::web_lock::WebLock;
use crate::routes::TRAIN;
use crate::server_fns;

/// The import on one page.
pub type ImportController = Controller<ImportState>;

/// The tab that holds this lock has the import.
const LOCK: &str = "ponder-import";

/// The most pages of the visitor's games on this site that a visit looks at.
const MAX_PLAYED_PAGES: usize = 5;

/// Work with the storage.
type StorageTask =
    Box<dyn FnOnce(Rc<ImportStorage>) -> LocalBoxFuture<'static, Result<(), String>>>;

/// What the import needs of the browser. Dropped with the page: the worker ends.
pub struct ImportResources {
    worker: PageWorker,
    /// Takes work with the storage, which is done in order; `None` where the browser has none.
    storage: Option<UnboundedSender<StorageTask>>,
    /// Held as long as the page lives, where the browser has locks.
    lock: Option<WebLock>,
    /// The file that is read.
    file: Option<File>,
    /// Where the exercises go.
    train: TrainController,
}

impl StateMachine for ImportState {
    type Event = ImportEvent;
    type Effect = ImportEffect;
    type Resources = ImportResources;

    fn handle(&mut self, event: ImportEvent, _now: u64) -> Vec<ImportEffect> {
        self.update(event, wall_clock())
    }

    fn run(controller: ImportController, effect: ImportEffect) {
        controller.run(effect);
    }
}

impl ImportController {
    /// A controller with the import of this browser, whose exercises go to a training.
    pub fn new(train: TrainController) -> Self {
        let import = Self::with_resources(
            ImportState::default(),
            ImportResources {
                worker: PageWorker::unstarted(),
                storage: None,
                lock: None,
                file: None,
                train,
            },
        );
        spawn_local(import.load());
        import
    }

    /// Reads a chosen file.
    pub fn choose(self, file: File) {
        let chosen = ImportEvent::ChooseFile {
            name: file.name(),
            size: file.size() as u64,
        };
        self.resources().update(|it| it.file = Some(file));
        self.dispatch(chosen);
    }

    /// Waits until no other tab has the import, and reads it.
    async fn load(self) {
        let lock = tab_turn::acquire(LOCK, move || self.dispatch(ImportEvent::OpenElsewhere));
        let lock = lock.await;
        if self.resources().update(|it| it.lock = lock).is_none() {
            return;
        }
        let stored = async {
            let storage = ImportStorage::open().await?;
            let stored = storage.read().await?;
            let (tasks, to_do) = mpsc::unbounded();
            self.resources().update(|it| it.storage = Some(tasks));
            spawn_local(self.work_with(Rc::new(storage), to_do));
            Ok(stored)
        };
        let stored = stored.await.unwrap_or_else(|reason| {
            self.dispatch(ImportEvent::StorageFailed(reason));
            client::game_import::StoredImport::default()
        });
        self.dispatch(ImportEvent::Stored(Box::new(stored)));
        self.take_linked();
        self.give_played().await;
    }

    /// Has exercises made of the game in the page's address, if there is one, and takes it out of there: a
    /// reload is no second request.
    fn take_linked(self) {
        let hash = window().location().hash().unwrap_or_default();
        let Some(linked) = parse_fragment(hash.trim_start_matches('#')) else {
            return;
        };
        self.dispatch(match linked {
            Ok(opened) => ImportEvent::Give(vec![GivenGame::opened(&opened)]),
            Err(error) => ImportEvent::LinkRefused(format!("The link holds no game. {error}")),
        });
        AddressWriter::new().write(|| TRAIN.to_owned());
    }

    /// Has exercises made of the games that the visitor has played on this site since the last time, the
    /// latest first.
    async fn give_played(self) {
        let mut before = None;
        for _ in 0..MAX_PLAYED_PAGES {
            if !is_online() {
                return;
            }
            // They are asked for again at the next visit.
            let Ok(page) = server_fns::games_before(before).await else {
                return;
            };
            let new = self.try_with_untracked(|state| {
                let games = page.games.iter();
                let new = games.filter(|game| !state.has_played(game.kept_ms));
                new.filter_map(GivenGame::played).collect::<Vec<_>>()
            });
            let Some(new) = new.filter(|new| !new.is_empty()) else {
                return;
            };
            self.dispatch(ImportEvent::Give(new));
            before = page.before;
            if before.is_none() {
                return;
            }
        }
    }

    fn run(self, effect: ImportEffect) {
        match effect {
            ImportEffect::ReadSlice { file, from, to } => {
                spawn_local(self.read_slice(file, from, to));
            }
            ImportEffect::StoreTexts(texts) => {
                self.store(async move |storage| storage.put_texts(&texts).await);
            }
            ImportEffect::StoreHeader(bytes) => {
                self.store(async move |storage| storage.put_header(&bytes).await);
            }
            ImportEffect::StoreRecord(index, bytes) => {
                self.store(async move |storage| storage.put_record(index, &bytes).await);
            }
            ImportEffect::StoreEarlier(bytes) => {
                self.store(async move |storage| storage.put_earlier(&bytes).await);
            }
            ImportEffect::StorePlayed(bytes) => {
                self.store(async move |storage| storage.put_played(&bytes).await);
            }
            ImportEffect::Clear => {
                self.store(async move |storage| storage.clear().await);
            }
            ImportEffect::LoadText(index) => self.load_text(index),
            ImportEffect::StartWorker => self.start_worker(),
            ImportEffect::EndWorker => {
                if let Some(worker) = self.worker() {
                    worker.end();
                }
            }
            ImportEffect::Ask(request) => self.ask(&request),
            ImportEffect::CancelRequest(id) => {
                if let Some(worker) = self.worker() {
                    worker.run(EngineCommand::Cancel(id));
                }
            }
            ImportEffect::ClearTexts => {
                self.store(async move |storage| storage.clear_texts().await);
            }
            ImportEffect::AddExercises(exercises) => {
                let train = self.resources().with(|it| it.train);
                let time = local_time();
                // Before the record of their game, which is the next work with the storage.
                self.store(async move |_| match train {
                    Some(train) => train.add(exercises, time).await,
                    None => Ok(()),
                });
            }
        }
    }

    async fn read_slice(self, file: u32, from: u64, to: u64) {
        let Some(chosen) = self.resources().with(|it| it.file.clone()).flatten() else {
            return;
        };
        self.dispatch(match file_slice(&chosen, from, to).await {
            Some(bytes) => ImportEvent::Slice { file, from, bytes },
            None => ImportEvent::ReadFailed {
                file,
                reason: "The browser cannot read the file.".to_owned(),
            },
        });
    }

    fn load_text(self, index: u32) {
        let has_storage = self.store(async move |storage| {
            let text = storage.text(index).await;
            let (text, failed) = match text {
                Ok(text) => (text, Ok(())),
                Err(reason) => (None, Err(reason)),
            };
            self.dispatch(ImportEvent::TextLoaded { index, text });
            failed
        });
        if !has_storage {
            self.dispatch(ImportEvent::TextLoaded { index, text: None });
        }
    }

    /// Does one piece of work with the storage after the other, until the page is gone.
    async fn work_with(
        self,
        storage: Rc<ImportStorage>,
        mut to_do: UnboundedReceiver<StorageTask>,
    ) {
        while let Some(task) = to_do.next().await {
            if let Err(reason) = task(storage.clone()).await {
                self.dispatch(ImportEvent::StorageFailed(reason));
            }
        }
    }

    fn ask(self, ImportRequest::Game(order): &ImportRequest) {
        let message = ToWorker::Lazy {
            id: order.id,
            part: LazyPart::Import,
            request: encode(&ImportRequest::Game(order.clone())),
        };
        if let Some(worker) = self.worker() {
            worker.run(EngineCommand::Send(message));
        }
    }

    fn worker(self) -> Option<PageWorker> {
        self.resources().with(|it| it.worker)
    }

    fn start_worker(self) {
        let Some(worker) = self.worker() else { return };
        worker.start(move |message| self.receive(message));
    }

    fn receive(self, message: FromWorker) {
        let FromWorker::Lazy(bytes) = message else {
            return self.dispatch(ImportEvent::Engine(message));
        };
        self.dispatch(match decode::<ImportAnswer>(&bytes) {
            Ok(answer) => ImportEvent::Answer(Box::new(answer)),
            Err(message) => ImportEvent::Engine(FromWorker::Failed { message }),
        });
    }

    /// Has work done with the storage after what was asked for before; whether there is one.
    fn store(
        self,
        work: impl AsyncFnOnce(Rc<ImportStorage>) -> Result<(), String> + 'static,
    ) -> bool {
        let task: StorageTask = Box::new(move |storage| Box::pin(work(storage)));
        let storage = self.resources().with(|it| it.storage.clone()).flatten();
        storage.is_some_and(|tasks| tasks.unbounded_send(task).is_ok())
    }
}
