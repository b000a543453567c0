//! The controller of the page of tournaments.

use std::rc::Rc;

use client::arena::{
    ArenaEffect, ArenaEvent, ArenaFile, ArenaResponse, ArenaStage, ArenaState, FileError, FileKind,
    MAX_WORKERS, PlayedGame, fragment, names_tournament, parse_fragment,
};
use client::worker::codec::decode;
use client::worker::{EngineCommand, FromWorker};
use engine::player::StrategyId;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::controller::{Controller, StateMachine};
use crate::engine_client::page_worker::PageWorker;
use crate::platform::address::AddressWriter;
use crate::platform::arena_storage::ArenaStorage;
use crate::platform::dojo_storage::DojoStorage;
use crate::platform::sharing::absolute_address;
use crate::platform::tab_turn;
use crate::platform::tasks::next_task;
use crate::platform::web_lock::WebLock;
use crate::routes::ARENA;

/// The tournament on one page.
pub type ArenaController = Controller<ArenaState>;

/// The tab that holds this lock has the tournament.
const LOCK: &str = "ponder-arena";
/// Stored games that are read within one task.
const GAMES_A_TASK: usize = 10;

/// What a tournament needs of the browser. Dropped with the page: the workers end.
pub struct ArenaResources {
    workers: [PageWorker; MAX_WORKERS],
    address: AddressWriter,
    storage: Option<Rc<ArenaStorage>>,
    /// Held as long as the page lives, where the browser has locks.
    lock: Option<WebLock>,
}

impl StateMachine for ArenaState {
    type Event = ArenaEvent;
    type Effect = ArenaEffect;
    type Resources = ArenaResources;

    fn handle(&mut self, event: ArenaEvent, _now: u64) -> Vec<ArenaEffect> {
        self.update(event)
    }

    /// Moves of the games in progress wake only the boards.
    fn is_search_report(event: &ArenaEvent) -> bool {
        match event {
            ArenaEvent::Answer(_, answer) => matches!(**answer, ArenaResponse::Progress(_)),
            _ => false,
        }
    }

    fn run(controller: ArenaController, effect: ArenaEffect) {
        controller.run(effect);
    }
}

impl ArenaController {
    /// A controller with the tournament of this browser, or the one that the page's address describes.
    #[allow(clippy::new_without_default)] // It opens storage: nothing to be made in passing.
    pub fn new() -> Self {
        let arena = Self::with_resources(
            ArenaState::default(),
            ArenaResources {
                workers: [(); MAX_WORKERS].map(|()| PageWorker::unstarted()),
                address: AddressWriter::new(),
                storage: None,
                lock: None,
            },
        );
        arena.dispatch(ArenaEvent::SetWorkers(spare_cores()));
        arena.follow_address();
        let listener = window_event_listener_untyped("hashchange", move |_| arena.follow_address());
        on_cleanup(move || listener.remove());
        spawn_local(arena.load());
        arena
    }

    fn follow_address(self) {
        let hash = window().location().hash().unwrap_or_default();
        let hash = hash.trim_start_matches('#');
        if names_tournament(hash) {
            self.dispatch(ArenaEvent::Open(parse_fragment(hash).map(Box::new)));
            self.use_missing_networks();
        }
    }

    /// The absolute URL of the tournament.
    pub fn link(self) -> String {
        let fragment = self.with_untracked(|state| fragment(state.plan()));
        absolute_address(&format!("{ARENA}#{fragment}"))
    }

    /// Waits until no other tab has the tournament, and reads it.
    async fn load(self) {
        let lock = tab_turn::acquire(LOCK, move || {
            // Otherwise the page is gone.
            let is_loading = |state: &ArenaState| state.stage == ArenaStage::Loading;
            if self.try_with_untracked(is_loading) == Some(true) {
                self.dispatch(ArenaEvent::OpenElsewhere);
            }
        });
        let lock = lock.await;
        if self.resources().update(|it| it.lock = lock).is_none() {
            return;
        }
        if let Err(reason) = self.load_stored().await {
            self.dispatch(ArenaEvent::StorageFailed(reason));
        }
        self.dispatch(ArenaEvent::Loaded);
        self.use_missing_networks();
    }

    /// Gives the players of a link the networks that their minds play by in this browser.
    fn use_missing_networks(self) {
        let entrants = self.with_untracked(|state| state.draft.entrants.clone());
        for (player, entrant) in entrants.into_iter().enumerate() {
            if entrant.needs_file() && entrant.file.is_none() {
                self.use_network_of(player, entrant.mind);
            }
        }
    }

    /// Reads what is stored. Each game is played again to see that it is one, some in each task.
    async fn load_stored(self) -> Result<(), String> {
        let storage = ArenaStorage::open().await?;
        let (stored, texts) = storage.read().await?;
        self.resources()
            .update(|it| it.storage = Some(Rc::new(storage)));
        self.dispatch(ArenaEvent::Stored(Box::new(stored)));
        for texts in texts.chunks(GAMES_A_TASK) {
            next_task().await;
            let games = texts.iter().filter_map(|text| PlayedGame::parse(text).ok());
            self.dispatch(ArenaEvent::StoredGames(games.collect()));
        }
        Ok(())
    }

    fn run(self, effect: ArenaEffect) {
        match effect {
            ArenaEffect::StartWorker(index) => {
                if let Some(worker) = self.worker(index) {
                    worker.start(move |message| self.receive(index, message));
                }
            }
            ArenaEffect::Send(index, message) => {
                if let Some(worker) = self.worker(index) {
                    worker.run(EngineCommand::Send(message));
                }
            }
            ArenaEffect::EndWorker(index) => {
                if let Some(worker) = self.worker(index) {
                    worker.end();
                }
            }
            ArenaEffect::StorePlan {
                fragment,
                is_running,
                workers,
            } => self
                .store(async move |storage| storage.put_plan(&fragment, is_running, workers).await),
            ArenaEffect::StoreFile(file) => {
                self.store(async move |storage| storage.put_file(&file).await);
            }
            ArenaEffect::StoreGame(number, game) => {
                spawn_local(async move {
                    self.write(async |storage| storage.put_game(number, &game).await)
                        .await;
                    self.dispatch(ArenaEvent::GameStored(number));
                });
            }
            ArenaEffect::Clear => self.store(async move |storage| storage.clear().await),
            ArenaEffect::UpdateAddress => {
                let writer = self.resources().with(|it| it.address);
                if let Some(writer) = writer {
                    writer.write(move || {
                        let fragment = self.with_untracked(|state| fragment(state.plan()));
                        format!("{ARENA}#{fragment}")
                    });
                }
            }
        }
    }

    /// Gives a player the network that its mind plays by in this browser, as it is now.
    pub fn use_network_of(self, player: usize, mind: StrategyId) {
        spawn_local(async move {
            let file = match DojoStorage::network_of(mind).await {
                Ok(file) => {
                    let name = match mind {
                        StrategyId::Guest => "the guest\u{2019}s network",
                        _ => "your network",
                    };
                    ArenaFile::new(FileKind::Network, name, file)
                }
                Err(reason) => Err(FileError::Missing(reason)),
            };
            self.dispatch(ArenaEvent::ChooseFile(player, FileKind::Network, file));
        });
    }

    fn worker(self, index: usize) -> Option<PageWorker> {
        let worker = self.resources().with(|it| it.workers.get(index).copied());
        worker.flatten()
    }

    fn receive(self, index: usize, message: FromWorker) {
        let FromWorker::Lazy(bytes) = message else {
            return self.dispatch(ArenaEvent::Engine(index, message));
        };
        self.dispatch(match decode::<ArenaResponse>(&bytes) {
            Ok(answer) => ArenaEvent::Answer(index, Box::new(answer)),
            Err(message) => ArenaEvent::Engine(index, FromWorker::Failed { message }),
        });
    }

    /// Begins to write into the storage. Writes come to it in the order in which they are begun.
    fn store(self, write: impl AsyncFnOnce(Rc<ArenaStorage>) -> Result<(), String> + 'static) {
        spawn_local(self.write(write));
    }

    /// Writes into the storage, where there is one.
    async fn write(self, write: impl AsyncFnOnce(Rc<ArenaStorage>) -> Result<(), String>) {
        let storage = self.resources().with(|it| it.storage.clone());
        let Some(storage) = storage.flatten() else {
            return;
        };
        if let Err(reason) = write(storage).await {
            self.dispatch(ArenaEvent::StorageFailed(reason));
        }
    }
}

/// How many games may be played at the same time without the page's own work suffering.
fn spare_cores() -> usize {
    let cores = window().navigator().hardware_concurrency() as usize;
    cores.saturating_sub(1).clamp(1, MAX_WORKERS)
}
