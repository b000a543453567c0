//! The controller of the theatre.

use client::theatre::{
    TheatreEffect, TheatreEvent, TheatreLink, TheatreState, TraceSetup, fragment, names_search,
    parse_fragment,
};
use client::worker::codec::decode;
use client::worker::{EngineCommand, FromWorker, NetworkProgress};
use engine::player::StrategyId;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::controller::{Controller, StateMachine};
use crate::engine_client::NETWORK_TIMEOUT;
use crate::engine_client::page_worker::PageWorker;
use crate::platform::address::AddressWriter;
use crate::platform::sharing::absolute_address;
use crate::platform::tasks::next_task;
use crate::platform::timers::{request_animation_frame, set_timeout};
use crate::platform::{clock, game_storage, motion};
use crate::routes::THEATRE;

/// One theatre on one page.
pub type TheatreController = Controller<TheatreState>;

/// What a theatre needs of the browser. Dropped with the page: the worker ends.
pub struct TheatreResources {
    worker: PageWorker,
    /// The theatre's page has what is shown in its address; a search within another page has not.
    address: Option<AddressWriter>,
    /// Whether frames are coming.
    is_animated: bool,
}

impl StateMachine for TheatreState {
    type Event = TheatreEvent;
    type Effect = TheatreEffect;
    type Resources = TheatreResources;

    fn handle(&mut self, event: TheatreEvent, _now: u64) -> Vec<TheatreEffect> {
        self.update(event)
    }

    /// The film's frames, like a search's reports, wake only what follows them.
    fn is_search_report(event: &TheatreEvent) -> bool {
        matches!(event, TheatreEvent::Frame(..))
    }

    fn run(controller: TheatreController, effect: TheatreEffect) {
        controller.run(effect);
    }
}

impl TheatreController {
    /// A controller with what the page's address asks for, else the position that was played last in this
    /// browser.
    pub fn new() -> Self {
        let theatre = Self::idle(Some(AddressWriter::new()));
        if !theatre.follow_address() {
            theatre.dispatch(TheatreEvent::Open(Box::new(last_position())));
        }
        let listener = window_event_listener_untyped("hashchange", move |_| {
            theatre.follow_address();
        });
        on_cleanup(move || listener.remove());
        theatre
    }

    /// A controller of a search within another page.
    pub fn of_link(link: TheatreLink) -> Self {
        let theatre = Self::idle(None);
        theatre.dispatch(TheatreEvent::Open(Box::new(link)));
        theatre
    }

    fn idle(address: Option<AddressWriter>) -> Self {
        Self::with_resources(
            TheatreState::default(),
            TheatreResources {
                worker: PageWorker::unstarted(),
                address,
                is_animated: false,
            },
        )
    }

    /// Shows what the address asks for; `false` if it asks for nothing.
    fn follow_address(self) -> bool {
        let hash = window().location().hash().unwrap_or_default();
        let hash = hash.trim_start_matches('#');
        if !names_search(hash) {
            return false;
        }
        if hash != self.with_untracked(address) {
            self.dispatch(match parse_fragment(hash) {
                Ok(link) => TheatreEvent::Open(Box::new(link)),
                Err(refused) => TheatreEvent::Refuse(refused),
            });
        }
        true
    }

    /// The absolute URL of what is on the stage.
    pub fn link(self) -> String {
        self.with_untracked(|state| absolute_address(&format!("{THEATRE}#{}", address(state))))
    }

    fn run(self, effect: TheatreEffect) {
        match effect {
            TheatreEffect::Engine(EngineCommand::Start) => self.start_engine(),
            TheatreEffect::Engine(command) => {
                if let Some(worker) = self.resources().with(|resources| resources.worker) {
                    worker.run(command);
                }
            }
            TheatreEffect::UpdateAddress => {
                let writer = self.resources().with(|resources| resources.address);
                if let Some(writer) = writer.flatten() {
                    writer.write(move || format!("{THEATRE}#{}", self.with_untracked(address)));
                }
            }
            TheatreEffect::Animate => self.animate(),
        }
    }

    fn start_engine(self) {
        let Some(worker) = self.resources().with(|resources| resources.worker) else {
            return;
        };
        worker.start(move |message| self.receive(message));
        set_timeout(
            move || self.dispatch(TheatreEvent::NetworkTimeout),
            NETWORK_TIMEOUT,
        );
    }

    /// Takes a message of the worker in. A tree is large: it is read in a task of its own, and shown in the
    /// next, so that neither is a long one.
    fn receive(self, message: FromWorker) {
        let FromWorker::Lazy(bytes) = message else {
            return self.dispatch(TheatreEvent::Engine(message));
        };
        spawn_local(async move {
            next_task().await;
            let event = match decode(&bytes) {
                Ok(answer) => TheatreEvent::Answer(Box::new(answer)),
                Err(message) => TheatreEvent::Engine(FromWorker::Failed { message }),
            };
            next_task().await;
            self.dispatch(event);
        });
    }

    /// Sends frames as long as the film plays.
    fn animate(self) {
        let animated = self
            .resources()
            .update(|resources| std::mem::replace(&mut resources.is_animated, true));
        if animated == Some(false) {
            self.next_frame(clock::precise_now());
        }
    }

    fn next_frame(self, before: f64) {
        request_animation_frame(move || {
            let now = clock::precise_now();
            self.dispatch(TheatreEvent::Frame(now - before, motion::is_reduced()));
            // Otherwise the page is gone.
            let Some(plays) = self.try_with_untracked(|state| state.film.is_playing) else {
                return;
            };
            match plays {
                true => self.next_frame(now),
                false => {
                    self.resources()
                        .update(|resources| resources.is_animated = false);
                }
            }
        });
    }
}

/// The version of the engine, the signature of its search, and the network in use: the site's, or of the
/// search that is shown the visitor's.
pub fn version(state: &TheatreState) -> String {
    let own = state.summary.and_then(|found| found.own_network);
    let network = match (&state.network.progress, own) {
        (_, Some(own)) => format!("{own:08x}"),
        (Some(NetworkProgress::Ready(network)), None) => network.name.clone(),
        _ => "hand-made".to_owned(),
    };
    let (version, search) = (env!("CARGO_PKG_VERSION"), engine::BENCH_SIGNATURE >> 32);
    format!("{version} {search:08x} {network}")
}

fn address(state: &TheatreState) -> String {
    fragment(&state.setup, state.linked_node(), Some(&version(state)))
}

/// The last position of the game that was played last in this browser, unless it has ended.
fn last_position() -> TheatreLink {
    let setup = game_storage::saved_game()
        .and_then(|saved| saved.game().ok())
        .map(|game| TraceSetup::of_game(&game, usize::MAX, StrategyId::Intuition))
        .filter(|setup| setup.game().is_ok())
        .unwrap_or_default();
    TheatreLink {
        setup,
        ..TheatreLink::default()
    }
}
