//! The controller of the training with exercises.

use std::rc::Rc;
use std::time::Duration;

use client::exercises::{Deck, LocalTime, TrainEffect, TrainEvent, TrainState};
use engine::exercises::Exercise;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::controller::{Controller, StateMachine};
use crate::platform::clock::local_time;
use crate::platform::exercise_storage::{self, ExerciseStorage};
use crate::platform::page_shown::on_page_shown;
use crate::platform::timers::set_timeout;
use crate::platform::visitor_change;

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
    /// Why the browser stores nothing.
    storage_trouble: RwSignal<Option<String>>,
    /// Why the server does not keep all.
    sync_trouble: RwSignal<Option<String>>,
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
                storage_trouble: RwSignal::new(None),
                sync_trouble: RwSignal::new(None),
                is_syncing: false,
                wants_sync: false,
                awaits_sync: false,
            },
        );
        visitor_change::reload_on_change();
        train.dispatch(TrainEvent::Look(local_time()));
        if let Some(limit) = exercise_storage::new_per_day() {
            train.dispatch(TrainEvent::SetNewPerDay(limit));
        }
        spawn_local(train.load());
        // Another tab may have stored more.
        on_page_shown(move || spawn_local(train.read_again()));
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

    /// What the visitor has to know: that the browser stores nothing, or the server not all.
    pub fn troubles(self) -> Vec<String> {
        let troubles = self
            .resources()
            .with(|it| [it.storage_trouble, it.sync_trouble]);
        let troubles = troubles.into_iter().flatten();
        troubles.filter_map(|trouble| trouble.get()).collect()
    }

    /// Sets how many new exercises a day brings, here and at the next visits.
    pub fn set_new_per_day(self, limit: u16) {
        exercise_storage::set_new_per_day(limit);
        self.dispatch(TrainEvent::SetNewPerDay(limit));
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
        for answer in exercise_storage::notes() {
            self.dispatch(TrainEvent::LeftOver(answer));
        }
        if let Some(is_known) = self.resources().with(|it| it.is_known) {
            is_known.try_set(true);
        }
        self.sync();
    }

    async fn read_again(self) {
        let storage = self.resources().with(|it| it.storage.clone()).flatten();
        if let Some(storage) = storage
            && let Ok(deck) = storage.read().await
        {
            self.dispatch(TrainEvent::Known(Box::new(deck)));
        }
    }

    fn run(self, effect: TrainEffect) {
        let is_new = matches!(effect, TrainEffect::StoreExercises(_));
        // Storing takes a moment, in which the page may be left.
        if let TrainEffect::Store(answer) = &effect {
            exercise_storage::note(*answer);
        }
        match effect {
            TrainEffect::Note(answer) => exercise_storage::note(answer),
            TrainEffect::ReplySoon => self.dispatch_later(TrainEvent::Reply, REPLY_DELAY),
            TrainEffect::TickSoon(film) => self.dispatch_later(TrainEvent::Tick(film), TICK),
            effect => spawn_local(async move {
                if let Err(reason) = self.store(effect).await {
                    self.storage_failed(reason);
                } else if is_new {
                    self.sync_later();
                } else {
                    self.sync();
                }
            }),
        }
    }

    /// Adds exercises, and returns when they are stored.
    ///
    /// # Errors
    /// The browser stores nothing, in its words.
    pub(super) async fn add(self, exercises: Vec<Exercise>, time: LocalTime) -> Result<(), String> {
        self.take_in(TrainEvent::Add { exercises, time }).await?;
        self.sync_later();
        Ok(())
    }

    /// Takes an event in, and returns when all that follows from it is stored.
    ///
    /// # Errors
    /// The browser stores nothing, in its words.
    pub(super) async fn take_in(self, event: TrainEvent) -> Result<(), String> {
        for effect in self.update(event) {
            self.store(effect).await?;
        }
        Ok(())
    }

    /// Writes parts of the deck as it is now. Does nothing for effects of another kind, or where the browser has
    /// no storage, of which the visitor was told.
    async fn store(self, effect: TrainEffect) -> Result<(), String> {
        let storage = self.resources().with(|it| it.storage.clone()).flatten();
        let deck = self.try_with_untracked(|state| state.deck.clone());
        let (Some(storage), Some(deck)) = (storage, deck) else {
            return Ok(());
        };
        match effect {
            TrainEffect::Store(answer) => {
                let chunk = Deck::chunk_of(answer.at);
                storage.put_chunks(&deck, &[chunk]).await?;
                exercise_storage::forget_note(answer);
                Ok(())
            }
            TrainEffect::StoreExercises(ids) => storage.put_exercises(&deck, &ids).await,
            TrainEffect::StoreChunks(chunks) => storage.put_chunks(&deck, &chunks).await,
            TrainEffect::StoreAll => storage.replace(&deck).await,
            TrainEffect::Note(_) | TrainEffect::ReplySoon | TrainEffect::TickSoon(_) => Ok(()),
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

    pub(super) fn storage_failed(self, reason: String) {
        let text =
            format!("This browser stores nothing ({reason}): a reload would lose what is new.");
        if let Some(trouble) = self.resources().with(|it| it.storage_trouble) {
            trouble.try_set(Some(text));
        }
    }

    pub(super) fn set_sync_trouble(self, text: Option<String>) {
        if let Some(trouble) = self.resources().with(|it| it.sync_trouble) {
            trouble.try_set(text);
        }
    }
}
