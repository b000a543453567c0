//! The controller of the training of openings.

use std::rc::Rc;
use std::time::Duration;

use client::exercises::AnswerHistory;
use client::game_import::GameRecord;
use client::openings::{Departure, OpeningsEffect, OpeningsEvent, OpeningsState, OwnGames};
use client::worker::codec::{decode, encode};
use client::worker::{EngineCommand, FromWorker, LazyPart, ToWorker};
use engine::rules::pgn;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::controller::{Controller, StateMachine};
use crate::engine_client::page_worker::PageWorker;
use crate::platform::clock::local_time;
use crate::platform::exercise_storage::ExerciseStorage;
use crate::platform::import_storage::ImportStorage;
use crate::platform::opening_storage::OpeningStorage;
use crate::platform::tasks::next_task;
use crate::platform::timers::set_timeout;
use crate::platform::visitor_change;

/// The training of openings on one page.
pub type OpeningsController = Controller<OpeningsState>;

/// The opponent's move comes this much later than the visitor's.
const REPLY_DELAY: Duration = Duration::from_millis(350);
/// What is due is looked at this often.
const LOOK: Duration = Duration::from_secs(60);
/// So many games are read before the page has its turn.
const GAMES_AT_ONCE: usize = 40;

/// What the training needs of the browser. Dropped with the page: the worker ends.
pub struct OpeningsResources {
    worker: PageWorker,
    storage: Option<Rc<OpeningStorage>>,
    /// Whether all that is stored has been read.
    is_known: RwSignal<bool>,
    /// Why the browser stores nothing, or cannot be read.
    storage_trouble: RwSignal<Option<String>>,
}

impl StateMachine for OpeningsState {
    type Event = OpeningsEvent;
    type Effect = OpeningsEffect;
    type Resources = OpeningsResources;

    fn handle(&mut self, event: OpeningsEvent, _now: u64) -> Vec<OpeningsEffect> {
        self.update(event)
    }

    fn is_search_report(event: &OpeningsEvent) -> bool {
        matches!(event, OpeningsEvent::Engine(FromWorker::Reports { .. }))
    }

    fn run(controller: OpeningsController, effect: OpeningsEffect) {
        controller.run(effect);
    }
}

impl OpeningsController {
    /// A controller with the repertoires of this browser.
    #[allow(clippy::new_without_default)] // It opens storage: nothing to be made in passing.
    pub fn new() -> Self {
        let openings = Self::with_resources(
            OpeningsState::default(),
            OpeningsResources {
                worker: PageWorker::unstarted(),
                storage: None,
                is_known: RwSignal::new(false),
                storage_trouble: RwSignal::new(None),
            },
        );
        visitor_change::reload_on_change();
        let look = move || openings.dispatch(OpeningsEvent::Look(local_time()));
        look();
        // Ends with the component. Fails only outside a page.
        set_interval(look, LOOK).ok();
        spawn_local(openings.load());
        openings
    }

    /// Whether all that is stored has been read.
    pub fn is_known(self) -> Signal<bool> {
        let known = self.resources().with(|it| it.is_known);
        known.map_or_else(|| Signal::stored(false), Into::into)
    }

    /// What the visitor has to know: what cannot be stored or read, and what could not be done.
    pub fn troubles(self) -> Vec<String> {
        let stored = self.resources().with(|it| it.storage_trouble);
        let stored = stored.and_then(|trouble| trouble.get());
        let own = self.with(|state| state.trouble.clone());
        stored.into_iter().chain(own).collect()
    }

    /// Reads games of a text, in turns with the page, with the mistakes that imports and exercises know.
    pub async fn read_games(self, text: &str) -> OwnGames {
        let mut games = OwnGames::default();
        for (index, game) in pgn::games(text).enumerate() {
            if index % GAMES_AT_ONCE == 0 {
                next_task().await;
            }
            games.add(&game);
        }
        // Without them the choice is by frequency alone.
        if let Ok(storage) = ImportStorage::open().await
            && let Ok(stored) = storage.read().await
        {
            for (_, bytes) in stored.records {
                if let Ok(GameRecord::Analysed(result)) = GameRecord::decode(&bytes) {
                    let mistakes = result.sides.iter().flat_map(|side| &side.mistakes);
                    mistakes.for_each(|mistake| games.add_mistake(mistake));
                }
            }
        }
        if let Ok(storage) = ExerciseStorage::open().await
            && let Ok(deck) = storage.read().await
        {
            for (id, entry) in deck.iter() {
                games.add_exercise(id, entry.exercise.played);
            }
        }
        games
    }

    async fn load(self) {
        let stored = async {
            let storage = OpeningStorage::open().await?;
            let stored = storage.read().await?;
            self.resources()
                .update(|it| it.storage = Some(Rc::new(storage)));
            Ok(stored)
        };
        match stored.await {
            Ok(stored) => {
                if let Some(error) = stored.unreadable {
                    self.tell(format!("A stored repertoire cannot be read. {error}"));
                }
                self.dispatch(OpeningsEvent::Known {
                    repertoires: stored.repertoires,
                    history: Box::new(stored.history),
                });
            }
            Err(reason) => self.storage_failed(reason),
        }
        if let Some(is_known) = self.resources().with(|it| it.is_known) {
            is_known.try_set(true);
        }
    }

    fn run(self, effect: OpeningsEffect) {
        match effect {
            OpeningsEffect::ReplySoon => {
                let reply = move || self.dispatch(OpeningsEvent::Reply(local_time()));
                set_timeout(reply, REPLY_DELAY);
            }
            OpeningsEffect::StartWorker => {
                if let Some(worker) = self.worker() {
                    worker.start(move |message| self.receive(message));
                }
            }
            OpeningsEffect::Search(order) => self.send(ToWorker::Search(order)),
            OpeningsEffect::Explain(order) => self.send(ToWorker::Lazy {
                id: order.id,
                part: LazyPart::Openings,
                request: encode(&order),
            }),
            OpeningsEffect::Cancel(id) => {
                if let Some(worker) = self.worker() {
                    worker.run(EngineCommand::Cancel(id));
                }
            }
            effect => spawn_local(async move {
                if let Err(reason) = self.store(effect).await {
                    self.storage_failed(reason);
                }
            }),
        }
    }

    /// Writes a part of the state as it is now. Does nothing where the browser has no storage, of which the visitor
    /// was told.
    async fn store(self, effect: OpeningsEffect) -> Result<(), String> {
        let storage = self.resources().with(|it| it.storage.clone()).flatten();
        let Some(storage) = storage else {
            return Ok(());
        };
        match effect {
            OpeningsEffect::Store(id) => {
                let repertoire = self.try_with_untracked(|state| state.repertoire(id).cloned());
                match repertoire.flatten() {
                    Some(repertoire) => storage.put(&repertoire).await,
                    None => Ok(()),
                }
            }
            OpeningsEffect::Delete(id) => storage.delete(id).await,
            OpeningsEffect::StoreAnswer(answer) => {
                let history = self.try_with_untracked(|state| state.history.clone());
                let chunk = AnswerHistory::chunk_of(answer.at);
                let history = history.unwrap_or_default();
                storage.put_chunk(&history, chunk).await
            }
            _ => Ok(()),
        }
    }

    fn worker(self) -> Option<PageWorker> {
        self.resources().with(|it| it.worker)
    }

    fn send(self, message: ToWorker) {
        if let Some(worker) = self.worker() {
            worker.run(EngineCommand::Send(message));
        }
    }

    fn receive(self, message: FromWorker) {
        let FromWorker::Lazy(bytes) = message else {
            return self.dispatch(OpeningsEvent::Engine(message));
        };
        self.dispatch(match decode::<Departure>(&bytes) {
            Ok(departure) => OpeningsEvent::Explained(departure),
            Err(message) => OpeningsEvent::Engine(FromWorker::Failed { message }),
        });
    }

    fn storage_failed(self, reason: String) {
        self.tell(format!(
            "This browser stores nothing ({reason}): a reload would lose what is new."
        ));
    }

    fn tell(self, text: String) {
        if let Some(trouble) = self.resources().with(|it| it.storage_trouble) {
            trouble.try_set(Some(text));
        }
    }
}
