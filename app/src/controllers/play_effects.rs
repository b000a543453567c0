//! Carries out the effects of a game on the playing page.

use std::time::Duration;

use client::play::{PlayEffect, PlayEvent, PlayState, StorageError};
use client::{prefs::Prefs, worker::EngineCommand};
use leptos::{prelude::*, task::spawn_local};
use litemap::LiteMap;
use wire::{BackendError, FinishedGame};

use super::controller::Controller;
use super::server_calls::{LoadServerCalls, ServerCalls};
use crate::engine_client::page_worker::PageWorker;
use crate::platform::download::download;
use crate::platform::motion::is_instant;
use crate::platform::online::{is_online, until_online};
use crate::platform::timers::{TimeoutHandle, set_timeout, set_timeout_with_handle};
use crate::platform::{game_storage, new_game, tasks};

/// The controller whose effects these are.
type Play = Controller<PlayState>;

/// A worker that has not said anything after this never will.
const ENGINE_TIMEOUT: Duration = Duration::from_secs(12);

/// What the effects of one game need. Dropped with the page: the worker ends, timers are cleared.
pub struct Runner {
    prefs: RwSignal<Prefs>,
    load_server_calls: LoadServerCalls,
    worker: PageWorker,
    timers: LiteMap<u64, TimeoutHandle>,
    last_timer: u64,
}

impl Runner {
    /// Nothing running yet.
    pub fn new(prefs: RwSignal<Prefs>, load_server_calls: LoadServerCalls) -> Self {
        Self {
            prefs,
            load_server_calls,
            worker: PageWorker::unstarted(),
            timers: LiteMap::new(),
            last_timer: 0,
        }
    }
}

impl Drop for Runner {
    fn drop(&mut self) {
        for timer in self.timers.values() {
            timer.clear();
        }
    }
}

/// The event with which a page begins: what was left here, and what chance decides.
pub fn loaded() -> PlayEvent {
    PlayEvent::Loaded {
        saved: game_storage::saved_game().map(Box::new),
        unsent: game_storage::unsent_keys(),
        draw: new_game::draw(),
        instant: is_instant(),
    }
}

/// Carries one effect out. Nothing of the runner is borrowed while an event is dispatched.
pub fn run(play: Play, effect: PlayEffect) {
    match effect {
        // The page has just come up: what else waits goes first.
        PlayEffect::Engine(EngineCommand::Start) => spawn_local(async move {
            tasks::next_task().await;
            start_engine(play);
        }),
        PlayEffect::Engine(command) => {
            if let Some(worker) = worker(play) {
                worker.run(command);
            }
        }
        PlayEffect::After { ms, event } => after(play, ms, *event),
        PlayEffect::Save(game) => say_if_lost(play, game_storage::save(&game)),
        PlayEffect::SaveSettings(settings) => {
            if let Some(prefs) = play.resources().with(|runner| runner.prefs) {
                prefs.try_update(|prefs| prefs.settings = settings);
            }
        }
        PlayEffect::FindUnsent => spawn_local(find_unsent(play)),
        PlayEffect::StoreUnsent(game) => say_if_lost(play, game_storage::store_unsent(&game)),
        PlayEffect::RemoveUnsent { id, recipient } => game_storage::remove_unsent(&id, recipient),
        PlayEffect::Download(document) => download("ponder-learning.json", &document),
        PlayEffect::RecordGame(game) => spawn_local(record(play, game)),
        PlayEffect::AskRating { reset } => spawn_local(ask(play, Question::Rating { reset })),
        PlayEffect::LoadResults => spawn_local(ask(play, Question::Results)),
    }
}

async fn find_unsent(play: Play) {
    let calls = match loader(play) {
        Some(load) => load().await,
        None => None,
    };
    let games = calls.map(|calls| (calls.unsent_games)());
    play.dispatch(PlayEvent::UnsentFound(games));
}

fn say_if_lost(play: Play, kept: Result<(), StorageError>) {
    if let Err(why) = kept {
        play.dispatch(PlayEvent::StorageFailed(why));
    }
}

fn worker(play: Play) -> Option<PageWorker> {
    play.resources().with(|runner| runner.worker)
}

fn start_engine(play: Play) {
    let Some(worker) = worker(play) else { return };
    let started = worker.start(move |message| play.dispatch(PlayEvent::Engine(message)));
    let timeout = move || {
        // Otherwise the worker has been replaced.
        if started.upgrade().is_some() {
            play.dispatch(PlayEvent::EngineTimeout);
        }
    };
    set_timeout(timeout, ENGINE_TIMEOUT);
}

fn after(play: Play, ms: u32, event: PlayEvent) {
    let Some(key) = play.resources().update(|runner| {
        runner.last_timer += 1;
        runner.last_timer
    }) else {
        return;
    };
    let due = move || {
        play.resources().update(|runner| runner.timers.remove(&key));
        play.dispatch(event);
    };
    if let Some(timer) = set_timeout_with_handle(due, Duration::from_millis(u64::from(ms))) {
        play.resources()
            .update(|runner| runner.timers.insert(key, timer));
    }
}

fn loader(play: Play) -> Option<LoadServerCalls> {
    play.resources().with(|runner| runner.load_server_calls)
}

/// The calls to the server.
///
/// # Errors
/// There is no network, or the bundle cannot be had; it is tried again later.
async fn server_calls(play: Play) -> Result<ServerCalls, BackendError> {
    let unavailable = |reason: &str| BackendError::Unavailable(reason.to_owned());
    if let Some(load) = loader(play).filter(|_| is_online()) {
        let calls = load().await;
        let calls = calls.ok_or_else(|| unavailable("the bundle could not be loaded"))?;
        // The network may have gone meanwhile.
        if is_online() {
            return Ok(calls);
        }
    }
    Err(unavailable("there is no network"))
}

/// What the server is asked when there is a network.
enum Question {
    Rating { reset: bool },
    Results,
}

async fn ask(play: Play, question: Question) {
    until_online().await;
    if let Some(load) = loader(play)
        && let Some(calls) = load().await
    {
        match question {
            Question::Rating { reset } => (calls.tell_rating)(play, reset),
            Question::Results => (calls.tell_results)(play),
        }
    }
}

async fn record(play: Play, game: FinishedGame) {
    let client_id = game.client_id.clone();
    let recorded = match server_calls(play).await {
        Ok(calls) => (calls.record_game)(game).await,
        Err(error) => Err(error),
    };
    play.dispatch(match recorded {
        Ok(results) => PlayEvent::RecordSaved { client_id, results },
        Err(error) => PlayEvent::RecordFailed { client_id, error },
    });
}
