//! The controller of the training with exercises.

use std::rc::Rc;
use std::time::Duration;

use client::exercises::{Deck, TrainEffect, TrainEvent, TrainState};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::controller::{Controller, StateMachine};
use crate::platform::clock::local_time;
use crate::platform::exercise_storage::ExerciseStorage;
use crate::platform::timers::set_timeout;

/// The training on one page.
pub type TrainController = Controller<TrainState>;

/// The opponent's move comes this much later than the visitor's.
const REPLY_DELAY: Duration = Duration::from_millis(350);
/// Between two moves of a line that plays.
const TICK: Duration = Duration::from_millis(800);
/// Exercises of this long go to the server together.
const SYNC_DELAY: Duration = Duration::from_secs(5);
/// What is due is looked at this often.
const LOOK: Duration = Duration::from_secs(60);

/// What the training needs of the browser.
pub struct TrainResources {
    pub(super) storage: Option<Rc<ExerciseStorage>>,
    /// Whether all that is stored has been read.
    is_known: RwSignal<bool>,
    /// What the visitor has to know: that the browser stores nothing, or the server no more.
    trouble: RwSignal<Option<String>>,
    /// Whether the server is being asked.
    pub(super) is_syncing: bool,
    /// Whether it is to be asked again after that.
    pub(super) wants_sync: bool,
    /// Whether that comes in a moment.
    awaits_sync: bool,
}

impl StateMachine for TrainState {
    type Event = TrainEvent;
    type Effect = TrainEffect;
    type Resources = TrainResources;

    fn handle(&mut self, event: TrainEvent, _now: u64) -> Vec<TrainEffect> {
        self.update(event)
    }

    fn run(controller: TrainController, effect: TrainEffect) {
        controller.run(effect);
    }
}

impl TrainController {
    /// A controller with the exercises of this browser.
    #[allow(clippy::new_without_default)] // It opens storage: nothing to be made in passing.
    pub fn new() -> Self {
        let train = Self::with_resources(
            TrainState::default(),
            TrainResources {
                storage: None,
                is_known: RwSignal::new(false),
                trouble: RwSignal::new(None),
                is_syncing: false,
                wants_sync: false,
                awaits_sync: false,
            },
        );
        train.dispatch(TrainEvent::Look(local_time()));
        spawn_local(train.load());
        let look = move || train.dispatch(TrainEvent::Look(local_time()));
        // Ends with the component. Fails only outside a page.
        set_interval(look, LOOK).ok();
        train
    }

    /// Whether all that is stored has been read.
    pub fn is_known(self) -> Signal<bool> {
        let known = self.resources().with(|it| it.is_known);
        known.map_or_else(|| Signal::stored(false), Into::into)
    }

    /// What the visitor has to know: that the browser stores nothing, or the server no more.
    pub fn trouble(self) -> Signal<Option<String>> {
        let trouble = self.resources().with(|it| it.trouble);
        trouble.map_or_else(|| Signal::stored(None), Into::into)
    }

    async fn load(self) {
        let deck = async {
            let storage = ExerciseStorage::open().await?;
            let deck = storage.read().await?;
            self.resources()
                .update(|it| it.storage = Some(Rc::new(storage)));
            Ok(deck)
        };
        match deck.await {
            Ok(deck) => self.dispatch(TrainEvent::Known(Box::new(deck))),
            Err(reason) => self.storage_failed(reason),
        }
        if let Some(is_known) = self.resources().with(|it| it.is_known) {
            is_known.try_set(true);
        }
        self.sync();
    }

    fn run(self, effect: TrainEffect) {
        match effect {
            TrainEffect::Store(answer) => {
                self.store_chunks(vec![Deck::chunk_of(answer.at)]);
                self.sync();
            }
            TrainEffect::StoreChunks(chunks) => self.store_chunks(chunks),
            TrainEffect::StoreExercises(ids) => {
                self.store(async move |storage, deck| storage.put_exercises(&deck, &ids).await);
                self.sync_later();
            }
            TrainEffect::ReplySoon => self.dispatch_later(TrainEvent::Reply, REPLY_DELAY),
            TrainEffect::TickSoon(film) => self.dispatch_later(TrainEvent::Tick(film), TICK),
        }
    }

    /// Asks the server in a moment: an import makes exercises one by one.
    fn sync_later(self) {
        let resources = self.resources();
        let begins = resources.update(|it| !std::mem::replace(&mut it.awaits_sync, true));
        if begins == Some(true) {
            let sync = move || {
                // Otherwise the page is gone.
                if resources.update(|it| it.awaits_sync = false).is_some() {
                    self.sync();
                }
            };
            set_timeout(sync, SYNC_DELAY);
        }
    }

    fn dispatch_later(self, event: TrainEvent, delay: Duration) {
        set_timeout(move || self.dispatch(event), delay);
    }

    fn store_chunks(self, chunks: Vec<u64>) {
        self.store(async move |storage, deck| storage.put_chunks(&deck, &chunks).await);
    }

    /// Writes parts of the deck as it is now.
    fn store(
        self,
        write: impl AsyncFnOnce(Rc<ExerciseStorage>, Deck) -> Result<(), String> + 'static,
    ) {
        let storage = self.resources().with(|it| it.storage.clone()).flatten();
        let deck = self.try_with_untracked(|state| state.deck.clone());
        let (Some(storage), Some(deck)) = (storage, deck) else {
            return;
        };
        spawn_local(async move {
            if let Err(reason) = write(storage, deck).await {
                self.storage_failed(reason);
            }
        });
    }

    fn storage_failed(self, reason: String) {
        self.tell(format!(
            "This browser stores nothing ({reason}): a reload would lose what is new."
        ));
    }

    pub(super) fn tell(self, text: String) {
        if let Some(trouble) = self.resources().with(|it| it.trouble) {
            trouble.try_set(Some(text));
        }
    }
}
