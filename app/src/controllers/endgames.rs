//! The controller of the course of endings.

use std::time::Duration;

use client::endgames::{EndgameEffect, EndgameEvent, EndgameState, Lesson, Progress};
use client::worker::codec::{decode, encode};
use client::worker::{EngineCommand, FromWorker, LazyPart, SearchId, ToWorker};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::controller::{Controller, StateMachine};
use crate::engine_client::page_worker::PageWorker;
use crate::platform::endgame_storage;
use crate::platform::online::is_online;
use crate::platform::timers::set_timeout;
use crate::server_fns;

/// The course on one page.
pub type EndgameController = Controller<EndgameState>;

/// The opponent's move comes this much later than the visitor's.
const REPLY_DELAY: Duration = Duration::from_millis(350);
/// Between two moments of the truth that spreads.
const TICK: Duration = Duration::from_millis(450);

/// What the course needs of the browser. Dropped with the page: the worker ends.
pub struct EndgameResources {
    worker: PageWorker,
}

impl StateMachine for EndgameState {
    type Event = EndgameEvent;
    type Effect = EndgameEffect;
    type Resources = EndgameResources;

    fn handle(&mut self, event: EndgameEvent, _now: u64) -> Vec<EndgameEffect> {
        self.update(event)
    }

    fn run(controller: EndgameController, effect: EndgameEffect) {
        controller.run(effect);
    }
}

impl EndgameController {
    /// A controller with the lesson of the page's address, and what was solved in this browser.
    #[allow(clippy::new_without_default)] // It reads storage: nothing to be made in passing.
    pub fn new() -> Self {
        let endgames = Self::with_resources(
            EndgameState::default(),
            EndgameResources {
                worker: PageWorker::unstarted(),
            },
        );
        endgames.dispatch(EndgameEvent::Solved(endgame_storage::progress()));
        endgames.follow_address();
        spawn_local(endgames.load_solved());
        let listener =
            window_event_listener_untyped("hashchange", move |_| endgames.follow_address());
        on_cleanup(move || listener.remove());
        endgames
    }

    fn follow_address(self) {
        let hash = window().location().hash().unwrap_or_default();
        let lesson = Lesson::find(hash.trim_start_matches('#'));
        self.dispatch(EndgameEvent::Open(lesson));
    }

    fn run(self, effect: EndgameEffect) {
        match effect {
            EndgameEffect::Engine(command) => self.command(command),
            EndgameEffect::Ask(request) => {
                let request = encode(&request);
                let message = ToWorker::Lazy {
                    id: SearchId::default(),
                    part: LazyPart::Endgames,
                    request,
                };
                self.command(EngineCommand::Send(message));
            }
            EndgameEffect::ReplySoon => self.dispatch_later(EndgameEvent::Reply, REPLY_DELAY),
            EndgameEffect::TickSoon => self.dispatch_later(EndgameEvent::Tick, TICK),
            EndgameEffect::Store => {
                self.with_untracked(|state| endgame_storage::store(&state.progress));
                spawn_local(self.send_solved());
            }
        }
    }

    /// Adds what the server knows, and sends what it does not.
    async fn load_solved(self) {
        if !is_online() {
            return;
        }
        let Ok(solved) = server_fns::solved_endings().await else {
            return;
        };
        let known = Progress::from_solved(&solved);
        self.dispatch(EndgameEvent::Solved(known.clone()));
        let progress = self.try_with_untracked(|state| state.progress.clone());
        if progress.is_some_and(|progress| progress != known) {
            self.send_solved().await;
        }
    }

    /// Sends what was solved. What does not arrive is sent at the next visit.
    async fn send_solved(self) {
        let progress = self.try_with_untracked(|state| state.progress.to_solved());
        if let Some(solved) = progress
            && is_online()
            && let Ok(solved) = server_fns::record_endings(solved).await
        {
            self.dispatch(EndgameEvent::Solved(Progress::from_solved(&solved)));
        }
    }

    fn dispatch_later(self, event: EndgameEvent, delay: Duration) {
        set_timeout(move || self.dispatch(event), delay);
    }

    fn command(self, command: EngineCommand) {
        let Some(worker) = self.resources().with(|resources| resources.worker) else {
            return;
        };
        match command {
            EngineCommand::Start => drop(worker.start(move |message| self.receive(message))),
            command => worker.run(command),
        }
    }

    fn receive(self, message: FromWorker) {
        let FromWorker::Lazy(bytes) = message else {
            return self.dispatch(EndgameEvent::Engine(message));
        };
        self.dispatch(match decode(&bytes) {
            Ok(answer) => EndgameEvent::Answer(Box::new(answer)),
            Err(message) => EndgameEvent::Engine(FromWorker::Failed { message }),
        });
    }
}
