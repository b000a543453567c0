//! The controller of the analysis page.

use std::rc::Rc;
use std::time::Duration;

use client::analysis::{Analysis, Effect, Event, Refused};
use client::analysis::{Opened, address_of, opened_by, text_in};
use client::settings::Settings;
use client::worker::protocol::FromWorker;
use leptos::prelude::*;

use super::controller::{Controller, StateMachine};
use crate::engine_client::NETWORK_TIMEOUT;
use crate::engine_client::worker_client::EngineClient;
use crate::platform::{game_storage, idle};
use crate::preferences::use_prefs;
use crate::routes::ANALYZE;

/// The address follows what is on the page this much later, so that a held key does not write it at
/// every move.
const SETTLED: Duration = Duration::from_millis(150);

/// One analysis on one page.
pub type AnalysisController = Controller<Analysis>;

/// What an analysis needs of the browser. Dropped with the page: the worker ends.
pub struct Resources {
    engine: Option<Rc<EngineClient>>,
    /// Whether the address is about to be written.
    is_writing: bool,
    /// What the page's address holds and could not be read, with the reason.
    unreadable: RwSignal<Option<(String, Refused)>>,
}

impl StateMachine for Analysis {
    type Event = Event;
    type Effect = Effect;
    type Resources = Resources;

    fn handle(&mut self, event: Event, _now: u64) -> Vec<Effect> {
        self.update(event)
    }

    fn is_search_report(event: &Event) -> bool {
        matches!(event, Event::Reports { .. })
    }

    fn run(controller: AnalysisController, effect: Effect) {
        controller.run(effect);
    }
}

impl AnalysisController {
    /// A controller with what the page's address asks for: its own game, else the one that was
    /// played last in this browser. What the address holds and could not be read, with the reason,
    /// goes to `unreadable`.
    pub fn new(unreadable: RwSignal<Option<(String, Refused)>>) -> Self {
        let analysis = Self::with_resources(
            Analysis::default(),
            Resources {
                engine: None,
                is_writing: false,
                unreadable,
            },
        );
        analysis.follow_address();
        let listener =
            window_event_listener_untyped("hashchange", move |_| analysis.follow_address());
        on_cleanup(move || listener.remove());
        analysis
    }

    /// Opens what the address asks for, unless that is what is here. What cannot be read changes
    /// nothing, the address least of all.
    fn follow_address(self) {
        let fragment = window().location().hash().unwrap_or_default();
        let fragment = fragment.trim_start_matches('#');
        if !fragment.is_empty() && fragment == self.with_untracked(address) {
            return;
        }
        let opened = match opened_by(fragment) {
            Some(Ok(opened)) => Some(opened),
            Some(Err(refused)) => {
                self.resources()
                    .with(|resources| resources.unreadable.set(Some((text_in(fragment), refused))));
                None
            }
            None => last_played(&use_prefs().get_untracked().settings).map(|last| Opened {
                review: fragment == "review",
                ..last
            }),
        };
        // Where nothing is opened, the engine begins all the same.
        let event = opened.map_or(Event::Think(true), |opened| Event::Open(Box::new(opened)));
        for effect in self.update(event) {
            // This is the way that the browser knows already.
            if effect != Effect::KeepAddress {
                self.run(effect);
            }
        }
    }

    /// The address of this page as it is.
    pub fn link(self) -> String {
        let location = window().location();
        let origin = location.origin().unwrap_or_default();
        self.with(|state| format!("{origin}{ANALYZE}#{}", address(state)))
    }

    /// What of it stands behind the `#`; for handlers.
    pub fn fragment(self) -> String {
        self.with_untracked(address)
    }

    fn run(self, effect: Effect) {
        match effect {
            // The page comes first.
            Effect::StartEngine => idle::when_idle(move || self.start_engine()),
            Effect::ForgetGame => self.with_engine(EngineClient::new_game),
            Effect::Search(order) => self.with_engine(|engine| engine.search(*order)),
            Effect::CancelSearch(id) => self.with_engine(|engine| engine.cancel(id)),
            Effect::Remember => self.write_address(),
            Effect::KeepAddress => keep_address(),
        }
    }

    fn start_engine(self) {
        let started = EngineClient::start(move |message| {
            self.dispatch(match message {
                FromWorker::Ready => Event::EngineReady,
                FromWorker::Reports { id, reports } => Event::Reports { id, reports },
                FromWorker::Done { id, decision } => Event::Done { id, decision },
                FromWorker::Failed { message } => Event::EngineFailed(message),
                FromWorker::Network(news) => Event::Network(news),
                FromWorker::Seen { .. }
                | FromWorker::Verified { .. }
                | FromWorker::Counted { .. }
                | FromWorker::Learning(_)
                | FromWorker::Bench(_) => {
                    return;
                }
            });
        });
        match started {
            Ok(engine) => {
                let before = self
                    .resources()
                    .update(|resources| resources.engine.replace(Rc::new(engine)));
                // Only now, outside of the update: ending a worker calls into the browser.
                drop(before);
                set_timeout(move || self.dispatch(Event::NetworkLate), NETWORK_TIMEOUT);
            }
            Err(error) => self.dispatch(Event::EngineFailed(error.to_string())),
        }
    }

    fn with_engine(self, act: impl FnOnce(&EngineClient)) {
        let engine = self.resources().with(|resources| resources.engine.clone());
        if let Some(engine) = engine.flatten() {
            act(&engine);
        }
    }

    /// Has the address say what is on the page, a moment later.
    fn write_address(self) {
        let set_writing = move |is| {
            self.resources()
                .update(|resources| std::mem::replace(&mut resources.is_writing, is))
        };
        if set_writing(true) == Some(true) {
            return;
        }
        let write = move || {
            // Otherwise the page is gone.
            if set_writing(false).is_some()
                && let Ok(history) = window().history()
            {
                let fragment = self.with_untracked(address);
                let here = format!("{ANALYZE}#{fragment}");
                // Refused where a page does it too often: the address is then a little behind.
                drop(history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&here)));
            }
        };
        set_timeout(write, SETTLED);
    }
}

fn address(state: &Analysis) -> String {
    address_of(&state.tree, state.at, &state.tags, state.flipped)
}

/// Makes the address as it is one that the browser's way back leads to.
fn keep_address() {
    if let Ok(history) = window().history() {
        // Refused where a page does it too often.
        drop(history.push_state(&wasm_bindgen::JsValue::NULL, ""));
    }
}

/// The game that was last played in this browser.
fn last_played(settings: &Settings) -> Option<Opened> {
    Opened::saved(&game_storage::saved_game()?, settings)
}
