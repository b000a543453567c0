//! The controller of the analysis page.

use client::analysis::{AnalysisEffect, AnalysisEvent, AnalysisState, ImportError};
use client::analysis::{
    OpenedGame, RequestedReview, analysis_link, game_link, parse_fragment, raw_game_text,
};
use client::analysis::{split_entry, with_entry};
use client::settings::Settings;
use client::worker::{EngineCommand, FromWorker};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::live::GameLink;

use super::controller::{Controller, StateMachine};
use super::keeping::{Keeping, OpenedFrom};
use crate::engine_client::NETWORK_TIMEOUT;
use crate::engine_client::page_worker::PageWorker;
use crate::platform::address::AddressWriter;
use crate::platform::files::fetch_text;
use crate::platform::sharing::absolute_address;
use crate::platform::timers::set_timeout;
use crate::platform::{game_storage, idle};
use crate::preferences::use_prefs;
use crate::routes::ANALYZE;

/// One analysis on one page.
pub type AnalysisController = Controller<AnalysisState>;

/// What an analysis needs of the browser. Dropped with the page: the worker ends.
pub struct Resources {
    worker: PageWorker,
    address: AddressWriter,
    /// What the page's address holds and could not be read, with the reason.
    unreadable: RwSignal<Option<(String, ImportError)>>,
    keeping: Keeping,
}

impl StateMachine for AnalysisState {
    type Event = AnalysisEvent;
    type Effect = AnalysisEffect;
    type Resources = Resources;

    fn handle(&mut self, event: AnalysisEvent, _now: u64) -> Vec<AnalysisEffect> {
        self.update(event)
    }

    fn is_search_report(event: &AnalysisEvent) -> bool {
        matches!(event, AnalysisEvent::Engine(FromWorker::Reports { .. }))
    }

    fn run(controller: AnalysisController, effect: AnalysisEffect) {
        controller.run(effect);
    }
}

impl AnalysisController {
    /// A controller with what the page's address asks for: its own game, else the one that was
    /// played last in this browser. What the address holds and could not be read, with the reason,
    /// goes to `unreadable`; what becomes of a kept analysis, to `keeping`.
    pub fn new(unreadable: RwSignal<Option<(String, ImportError)>>, keeping: Keeping) -> Self {
        let analysis = Self::with_resources(
            AnalysisState::default(),
            Resources {
                worker: PageWorker::unstarted(),
                address: AddressWriter::new(),
                unreadable,
                keeping,
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
        let (entry, fragment) = split_entry(fragment);
        let opened = match parse_fragment(fragment) {
            Some(Ok(opened)) => Some(opened),
            Some(Err(refused)) => {
                self.resources().with(|resources| {
                    resources
                        .unreadable
                        .set(Some((raw_game_text(fragment), refused)))
                });
                None
            }
            // What is kept comes from the server.
            None if entry.is_some() => None,
            None => last_played(&use_prefs().get_untracked().settings).map(|last| OpenedGame {
                review: match fragment {
                    "review" => RequestedReview::Start,
                    _ => RequestedReview::None,
                },
                ..last
            }),
        };
        let from = match opened {
            Some(_) => OpenedFrom::Address,
            None => OpenedFrom::Entry,
        };
        let stored = opened.as_ref().and_then(|_| game_link(fragment));
        // Where nothing is opened, the engine begins all the same.
        let event = opened.map_or(AnalysisEvent::SetEngineOn(true), |opened| {
            AnalysisEvent::Open(Box::new(opened))
        });
        for effect in self.update(event) {
            // The browser's history has this step already.
            if effect != AnalysisEffect::PushHistory {
                self.run(effect);
            }
        }
        if let Some(entry) = entry {
            self.follow_entry(entry, from);
        }
        if let Some(game) = stored {
            spawn_local(self.add_stored_pgn(game));
        }
    }

    /// Adds what the server keeps of a game. Without the server there are its moves.
    async fn add_stored_pgn(self, game: GameLink) {
        let moves = self.with_untracked(AnalysisState::main_moves);
        if let Some(pgn) = fetch_text(&format!("{}.pgn", game.page())).await {
            self.dispatch(AnalysisEvent::StoredPgn { moves, pgn });
        }
    }

    /// The absolute URL of the tree as it is shown, for others.
    pub fn link(self) -> String {
        let fragment = self.with(|state| analysis_link(state).fragment);
        absolute_address(&format!("{ANALYZE}#{fragment}"))
    }

    fn run(self, effect: AnalysisEffect) {
        match effect {
            // The page comes first.
            AnalysisEffect::Engine(EngineCommand::Start) => {
                idle::when_idle(move || self.start_engine())
            }
            AnalysisEffect::Engine(command) => {
                if let Some(worker) = self.worker() {
                    worker.run(command);
                }
            }
            AnalysisEffect::UpdateAddress => {
                if let Some(writer) = self.resources().with(|resources| resources.address) {
                    writer.write(move || format!("{ANALYZE}#{}", self.with_untracked(address)));
                }
            }
            AnalysisEffect::PushHistory => keep_address(),
        }
    }

    /// The state of keeping the analysis; `None` once the page is gone.
    pub(super) fn keeping(self) -> Option<Keeping> {
        self.resources().with(|resources| resources.keeping)
    }

    /// Opens a game that is what the address has, without a step in the browser's history.
    pub(super) fn open_in_place(self, opened: Box<OpenedGame>) {
        for effect in self.update(AnalysisEvent::Open(opened)) {
            if effect != AnalysisEffect::PushHistory {
                self.run(effect);
            }
        }
    }

    fn worker(self) -> Option<PageWorker> {
        self.resources().with(|resources| resources.worker)
    }

    fn start_engine(self) {
        let Some(worker) = self.worker() else { return };
        worker.start(move |message| self.dispatch(AnalysisEvent::Engine(message)));
        set_timeout(
            move || self.dispatch(AnalysisEvent::NetworkTimeout),
            NETWORK_TIMEOUT,
        );
    }
}

/// The fragment of the page's address.
fn address(state: &AnalysisState) -> String {
    with_entry(state.kept.as_ref(), analysis_link(state).fragment)
}

/// Makes the address as it is one that the browser's way back leads to.
fn keep_address() {
    if let Ok(history) = window().history() {
        // Refused where a page does it too often.
        drop(history.push_state(&wasm_bindgen::JsValue::NULL, ""));
    }
}

/// The game that was last played in this browser.
fn last_played(settings: &Settings) -> Option<OpenedGame> {
    OpenedGame::from_saved(&game_storage::saved_game()?, settings)
}
