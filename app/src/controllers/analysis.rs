//! The page's handle on what it analyzes: one signal to read, and one way to say what happened.

use std::rc::Rc;
use std::time::Duration;

use client::analysis::{Analysis, Effect, Event, Refused};
use client::analysis::{Opened, address_of, opened_by, text_in};
use client::settings::Settings;
use client::worker::protocol::FromWorker;
use leptos::prelude::*;

use crate::engine_client::NETWORK_TIMEOUT;
use crate::engine_client::worker_client::EngineClient;
use crate::platform::{game_storage, tasks};
use crate::preferences::use_prefs;
use crate::routes::ANALYZE;

/// The address follows what is on the page this much later, so that a held key does not write it at
/// every move.
const SETTLED: Duration = Duration::from_millis(150);

/// One analysis on one page. Copied freely; the worker ends with the page that made it.
///
/// A search that reports wakes only those who [follow it](AnalysisController::read_search).
#[derive(Clone, Copy)]
pub struct AnalysisController {
    state: RwSignal<Analysis>,
    /// Woken by what a running search reports.
    found: RwSignal<()>,
    engine: StoredValue<Option<Rc<EngineClient>>, LocalStorage>,
    /// Whether the address is about to be written.
    writing: StoredValue<bool>,
    /// What the page's address holds and could not be read, with the reason.
    pub refused: RwSignal<Option<(String, Refused)>>,
}

impl AnalysisController {
    /// An analysis of what the page's address asks for: its own game, else the one that was played
    /// last in this browser.
    #[allow(clippy::new_without_default)] // It starts a worker: nothing to be made in passing.
    pub fn new() -> Self {
        let analysis = Self {
            state: RwSignal::new(Analysis::default()),
            found: RwSignal::new(()),
            engine: StoredValue::new_local(None),
            writing: StoredValue::new(false),
            refused: RwSignal::new(None),
        };
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
                self.refused.set(Some((text_in(fragment), refused)));
                None
            }
            None => last_played(&use_prefs().get_untracked().settings).map(|last| Opened {
                review: fragment == "review",
                ..last
            }),
        };
        // Where nothing is opened, the engine begins all the same.
        let event = opened.map_or(Event::Think(true), |opened| Event::Open(Box::new(opened)));
        let effects = self.state.try_update(|state| state.update(event));
        for effect in effects.into_iter().flatten() {
            // This is the way that the browser knows already.
            if effect != Effect::KeepAddress {
                self.run(effect);
            }
        }
    }

    /// Says what happened. Does nothing once the page is gone.
    pub fn dispatch(self, event: Event) {
        let is_report = matches!(event, Event::Reports { .. });
        let effects = self.state.try_maybe_update(|state| {
            let effects = state.update(event);
            (!is_report || !effects.is_empty(), effects)
        });
        if is_report {
            self.found.notify();
        }
        for effect in effects.into_iter().flatten() {
            self.run(effect);
        }
    }

    /// Reads the state, and follows every change of it: best inside a memo.
    pub fn with<T>(self, read: impl FnOnce(&Analysis) -> T) -> T {
        self.state.with(read)
    }

    /// Reads the state without following it; for handlers.
    pub fn with_untracked<T>(self, read: impl FnOnce(&Analysis) -> T) -> T {
        self.state.with_untracked(read)
    }

    /// A part of the state; its readers run only when the part has changed.
    pub fn read<T>(self, part: impl Fn(&Analysis) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| self.with(&part))
    }

    /// The same, and it follows what a running search reports: lines and scores.
    pub fn read_search<T>(self, part: impl Fn(&Analysis) -> T + Send + Sync + 'static) -> Memo<T>
    where
        T: PartialEq + Send + Sync + 'static,
    {
        Memo::new(move |_| {
            self.found.track();
            self.with(&part)
        })
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
            Effect::StartEngine => tasks::when_idle(move || self.start_engine()),
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
                    .engine
                    .try_update_value(|slot| slot.replace(Rc::new(engine)));
                // Only now, outside of the update: ending a worker calls into the browser.
                drop(before);
                set_timeout(move || self.dispatch(Event::NetworkLate), NETWORK_TIMEOUT);
            }
            Err(error) => self.dispatch(Event::EngineFailed(error.to_string())),
        }
    }

    fn with_engine(self, act: impl FnOnce(&EngineClient)) {
        if let Some(engine) = self.engine.try_get_value().flatten() {
            act(&engine);
        }
    }

    /// Has the address say what is on the page, a moment later.
    fn write_address(self) {
        if self.writing.get_value() {
            return;
        }
        self.writing.set_value(true);
        let write = move || {
            // Otherwise the page is gone.
            if self.writing.try_set_value(false).is_none()
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
