//! The controller of the course of endings.

use std::time::Duration;

use client::endgames::{EndgameEffect, EndgameEvent, EndgameState, Lesson, Progress};
use client::worker::codec::{decode, encode};
use client::worker::{EngineCommand, FromWorker, LazyPart, SearchId, ToWorker};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::SolvedEnding;

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
        endgames.dispatch(EndgameEvent::Known(endgame_storage::known()));
        endgames.follow_address();
        spawn_local(endgames.load_solved());
        let listener =
            window_event_listener_untyped("hashchange", move |_| endgames.follow_address());
        on_cleanup(move || listener.remove());
        endgames
    }

    fn follow_address(self) {
        let hash = window().location().hash().unwrap_or_default();
        let hash = hash.trim_start_matches('#');
        // Where the link that skips the header leads.
        if hash != "main" {
            self.dispatch(EndgameEvent::Open(Lesson::find(hash)));
        }
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
            EndgameEffect::TickSoon(film) => self.dispatch_later(EndgameEvent::Tick(film), TICK),
            EndgameEffect::Store(solved) => {
                endgame_storage::add(&solved);
                spawn_local(self.send_unsent());
            }
        }
    }

    /// Shows what the server knows, which may be another visitor's than before, and sends what it lacks.
    async fn load_solved(self) {
        if !is_online() {
            return;
        }
        if let Ok(solved) = server_fns::solved_endings().await {
            self.show_known(&solved);
            self.send_unsent().await;
        }
    }

    /// Sends what was solved. What does not arrive is sent at the next visit.
    async fn send_unsent(self) {
        let unsent = endgame_storage::unsent();
        if unsent.solved() > 0
            && is_online()
            && let Ok(solved) = server_fns::record_endings(unsent.to_solved()).await
        {
            endgame_storage::mark_sent(&Progress::from_solved(&solved));
            self.show_known(&solved);
        }
    }

    fn show_known(self, of_server: &[SolvedEnding]) {
        let of_server = Progress::from_solved(of_server);
        let known = endgame_storage::set_known(&of_server);
        self.dispatch(EndgameEvent::Known(known));
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
