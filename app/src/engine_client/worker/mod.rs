//! The worker: handles the page's messages and posts its answers.
//!
//! Messages are handled one after another. Only the stop flag bypasses the queue.

mod answer_function;
mod dojo_requests;
mod endgame_requests;
mod import_requests;
mod lazy_players;
pub mod learner_exchange;
pub mod learner_store;
mod network_loader;
mod player_factory;
mod sound_search;
mod table_store;
mod tabled_player;
mod theatre_requests;

use std::{panic, rc::Rc, time::Duration};

use client::worker::codec::{decode, encode};
use client::worker::learner::{self, LearnerRequest, LearnerResponse};
use client::worker::protocol::{
    BenchResult, FromWorker, HASH_MB, LazyPart, PositionOrder, ReportBatch, SearchId, SearchOrder,
    TableChoice, ToWorker, VerifyOrder,
};
use engine::eval::SharedEval;
use engine::player::{
    Calculator, Clock, Control, Decision, NeverStop, Player, PlayerConfig, Stop, StrategyId,
};
use engine::rules::{Game, Position};
use engine::search::Report;
use engine::teaching::PruningComparison;
use futures::{StreamExt, channel::mpsc};
use js_sys::{Atomics, Int32Array, Uint8Array};
use wasm_bindgen::{JsCast, prelude::*};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Performance};
use wire::visitor::learners::SyncResponse;

use self::learner_store::LearnerStore;
use self::network_loader::NetworkLoader;

/// The worker's entry point. `flag` holds the number of the
/// last search to stop; without shared memory there is none, and the page replaces the worker.
/// `script` is the package's, beside which the network lies.
#[wasm_bindgen]
pub fn engine_worker(flag: Option<Int32Array>, script: String) {
    panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        post(&FromWorker::Failed {
            message: panic.to_string(),
        });
    }));
    let (inputs, mut inbox) = mpsc::unbounded();
    let outside = inputs.clone();
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        let bytes = Uint8Array::new(&message.data()).to_vec();
        match decode::<ToWorker>(&bytes) {
            // The receiver lives as long as the worker.
            Ok(message) => drop(outside.unbounded_send(Input::Message(message))),
            Err(message) => post(&FromWorker::Failed { message }),
        }
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget(); // As long as the worker lives.
    let network = NetworkLoader::for_script(&script);
    let loading = Rc::clone(&network).fetch(|news| post(&FromWorker::Network(news)));
    wasm_bindgen_futures::spawn_local(loading);
    wasm_bindgen_futures::spawn_local(async move {
        let mut engine = WorkerEngine::new(flag, network, inputs);
        while let Some(input) = inbox.next().await {
            match input {
                Input::Message(message) => engine.handle(message).await,
                Input::ServerAnswer(answer) => engine.finish_sync(answer).await,
            }
        }
    });
    post(&FromWorker::Ready);
}

/// What the worker handles, one after another.
enum Input {
    Message(ToWorker),
    /// The server's answer to a synchronisation; `None` if there is none now.
    ServerAnswer(Option<SyncResponse>),
}

/// The number of other players that are kept at a time: two that play each other.
const MAX_LAZY_PLAYERS: usize = 2;

/// A player with what it was created for.
struct LazyPlayer {
    order: SearchOrder,
    has_network: bool,
    tables: TableChoice,
    player: Box<dyn Player + Send>,
}

/// The worker's state.
struct WorkerEngine {
    calculator: Calculator,
    /// Other players, the latest last.
    lazy_players: Vec<LazyPlayer>,
    network: Rc<NetworkLoader>,
    learner_store: LearnerStore,
    clock: PerformanceClock,
    flag: Option<Int32Array>,
    /// The way for what comes later: answers of the server.
    inputs: mpsc::UnboundedSender<Input>,
}

impl WorkerEngine {
    fn new(
        flag: Option<Int32Array>,
        network: Rc<NetworkLoader>,
        inputs: mpsc::UnboundedSender<Input>,
    ) -> Self {
        Self {
            network,
            calculator: Calculator::new(HASH_MB),
            lazy_players: Vec::new(),
            learner_store: LearnerStore::default(),
            clock: PerformanceClock::new(),
            flag,
            inputs,
        }
    }

    async fn handle(&mut self, message: ToWorker) {
        match message {
            ToWorker::NewGame => {
                self.calculator.new_game();
                self.lazy_players.clear();
                // After a failure, tries again.
                let loading =
                    Rc::clone(&self.network).fetch(|news| post(&FromWorker::Network(news)));
                wasm_bindgen_futures::spawn_local(loading);
            }
            ToWorker::Search(order) => {
                let id = order.id;
                match self.search(*order).await {
                    Ok(decision) => post(&FromWorker::Done { id, decision }),
                    Err(message) => post(&FromWorker::Failed { message }),
                }
            }
            ToWorker::Learner(LearnerRequest::Sync) => self.start_sync().await,
            ToWorker::Learner(order) => {
                let news = self.learner_store.execute(order).await;
                news.into_iter()
                    .map(FromWorker::Learner)
                    .for_each(|news| post(&news));
            }
            ToWorker::CountPruning(PositionOrder { key, fen }) => {
                let savings = self.savings(&fen).await;
                post(&FromWorker::PruningCounted { key, savings });
            }
            ToWorker::ViewNetwork(PositionOrder { key, fen }) => {
                let seen = self.piece_contributions(&fen);
                post(&FromWorker::NetworkView { key, pieces: seen });
            }
            ToWorker::Verify(order) => {
                // Loading its bundle must not hold up the next search.
                wasm_bindgen_futures::spawn_local(verify(*order, self.network.get()));
            }
            ToWorker::Lazy { id, part, request } => {
                if let Err(message) = self.answer_lazily(id, part, &request).await {
                    post(&FromWorker::Failed { message });
                }
            }
            ToWorker::Bench => post(&match self.bench().await {
                Ok(figures) => FromWorker::Bench(figures),
                Err(message) => FromWorker::Failed { message },
            }),
        }
    }

    /// Asks the server without waiting for it, so that the page's messages are handled meanwhile.
    async fn start_sync(&mut self) {
        let request = self.learner_store.start_sync().await;
        let inputs = self.inputs.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let answer = match request {
                Some(request) => learner_exchange::ask_server(request).await,
                None => None,
            };
            // The receiver lives as long as the worker.
            drop(inputs.unbounded_send(Input::ServerAnswer(answer)));
        });
    }

    async fn finish_sync(&mut self, answer: Option<SyncResponse>) {
        let summary = match answer {
            Some(answer) => self.learner_store.finish_sync(answer).await,
            None => None,
        };
        let synced = LearnerResponse::Synced(summary.is_some());
        post(&FromWorker::Learner(synced));
        if let Some(summary) = summary {
            post(&FromWorker::Learner(LearnerResponse::Summary(summary)));
        }
    }

    /// The calculator for the full engine; other players are created on request.
    ///
    /// # Errors
    /// Why the player cannot be created, as text.
    async fn player(
        &mut self,
        order: &SearchOrder,
        position: &Position,
    ) -> Result<&mut dyn Player, String> {
        let network = self.network.get();
        let has_network = network.is_some() || !order.strategy.strategy().ready;
        let tables = order.table_choice(position);
        let is_named = matches!(tables, TableChoice::Named(_));
        let memory = self.learner_store.memory();
        if tables != TableChoice::None
            && (is_named || order.limits.clock.is_none())
            && let Ok(functions) = lazy_players::load().await
            && !(functions.wait_for_tables)(*position, tables).await
        {
            post(&FromWorker::NoTables);
        }
        let with_tables = tables != TableChoice::None;
        let Some(seat) = order.player_config(memory, network.clone(), with_tables) else {
            self.calculator.set_eval(order.eval_config(network));
            if self.calculator.hash_mb() != order.hash_mb {
                // Without enough memory the table keeps its size.
                self.calculator.resize(order.hash_mb).ok();
            }
            self.calculator.set_options(order.options);
            return Ok(&mut self.calculator);
        };
        let is_same = |known: &LazyPlayer| {
            known.order.has_same_player(order)
                && known.has_network == has_network
                && known.tables == tables
        };
        let index = match self.lazy_players.iter().position(is_same) {
            Some(index) => index,
            None => {
                // Frees the oldest one's memory first.
                if self.lazy_players.len() == MAX_LAZY_PLAYERS {
                    self.lazy_players.remove(0);
                }
                let player = create_player(seat, order.strategy, tables).await?;
                self.lazy_players.push(LazyPlayer {
                    order: order.clone(),
                    has_network,
                    tables,
                    player,
                });
                self.lazy_players.len() - 1
            }
        };
        Ok(&mut self.lazy_players[index].player)
    }

    /// # Errors
    /// What is wrong with the order, or why it failed, as text.
    async fn search(&mut self, order: SearchOrder) -> Result<Box<Decision>, String> {
        let game = order.game()?;
        if order.uses_memory() {
            self.learner_store.refresh().await;
        }
        let (id, flag) = (order.id, self.flag.clone());
        let player = self.player(&order, game.position()).await?;
        let clock = &PerformanceClock::new();
        let mut batch = ReportBatch::new(clock.now_ms());
        let mut report = |report: Report| {
            if let Some(reports) = batch.push(report, clock.now_ms()) {
                post(&FromWorker::Reports { id, reports });
            }
        };
        let decision = player.choose(
            &game,
            &order.limits,
            &mut Control {
                clock,
                stop: &StopFlag {
                    flag: flag.as_ref(),
                    id,
                },
                report: &mut report,
                rng: engine::rng(order.seed),
            },
        );
        let reports = batch.take();
        if !reports.is_empty() {
            post(&FromWorker::Reports { id, reports });
        }
        Ok(Box::new(decision))
    }

    async fn savings(&self, fen: &str) -> Option<PruningComparison> {
        let game = Game::from_fen(fen).ok()?;
        let functions = lazy_players::load().await.ok()?;
        let control = Control {
            clock: &self.clock,
            stop: &NeverStop,
            report: &mut |_| {},
            rng: engine::rng(0),
        };
        (functions.savings)(&game, &control)
    }

    /// Each piece's contribution to White's score, by the index of its square; empty without a network.
    fn piece_contributions(&self, fen: &str) -> Vec<(u8, i32)> {
        let (Some(network), Ok(game)) = (self.network.get(), Game::from_fen(fen)) else {
            return Vec::new();
        };
        let seen = network.contributions(game.position()).into_iter();
        seen.map(|one| (one.square.index() as u8, one.score))
            .collect()
    }

    /// # Errors
    /// The bundle could not be loaded, or the request is unreadable.
    async fn answer_lazily(
        &self,
        id: SearchId,
        part: LazyPart,
        request: &[u8],
    ) -> Result<(), String> {
        let mut control = Control {
            clock: &PerformanceClock::new(),
            stop: &StopFlag {
                flag: self.flag.as_ref(),
                id,
            },
            report: &mut |_| {},
            rng: engine::rng(0),
        };
        let mut post = |bytes| post(&FromWorker::Lazy(bytes));
        let network = self.network.get();
        let answer = match part {
            LazyPart::Theatre => {
                let answer = theatre_requests::load()
                    .await
                    .map_err(|error| error.to_string())?;
                return answer(request, network, &mut control, &mut post).await;
            }
            LazyPart::Dojo => dojo_requests::load().await,
            LazyPart::Import => import_requests::load()
                .await
                .map(|functions| Box::new(functions.import)),
            LazyPart::Openings => import_requests::load()
                .await
                .map(|functions| Box::new(functions.openings)),
            LazyPart::Arena => lazy_players::load()
                .await
                .map(|functions| Box::new(functions.answer_arena)),
            LazyPart::Endgames => {
                let functions = lazy_players::load()
                    .await
                    .map_err(|error| error.to_string())?;
                post((functions.answer_endgames)(request.to_vec()).await?);
                return Ok(());
            }
        }
        .map_err(|error| error.to_string())?;
        answer(request, network, &mut control, &mut post)
    }

    /// # Errors
    /// The network or the bundle could not be loaded.
    async fn bench(&self) -> Result<BenchResult, String> {
        let network = self.network.wait().await?;
        let functions = lazy_players::load()
            .await
            .map_err(|error| error.to_string())?;
        Ok((functions.bench)(network, &self.clock))
    }
}

/// Answers with the sound searches around a move, or what it lost; with nothing if they cannot be had.
async fn verify(order: VerifyOrder, network: Option<SharedEval>) {
    let game = learner::replay_game(order.start_fen.as_deref(), &order.moves).ok();
    post(&match (game, sound_search::load().await) {
        (Some(game), Ok(answer)) => answer(&game, &order, network),
        _ => FromWorker::Verified {
            key: order.key,
            sound: Vec::new(),
        },
    });
}

/// Creates a player, from this bundle or the lazy one.
async fn create_player(
    seat: PlayerConfig,
    id: StrategyId,
    tables: TableChoice,
) -> Result<Box<dyn Player + Send>, String> {
    if tables == TableChoice::None
        && id.strategy().ready
        && let Some(player) = seat.engine_player(id)
    {
        return Ok(player);
    }
    let functions = lazy_players::load()
        .await
        .map_err(|error| error.to_string())?;
    (functions.create)(seat, id, tables).await
}

/// The browser's monotonic clock.
struct PerformanceClock(Option<Performance>);

impl PerformanceClock {
    fn new() -> Self {
        Self(scope().performance())
    }

    fn now_ms(&self) -> u64 {
        u64::try_from(self.now().as_millis()).unwrap_or(u64::MAX)
    }
}

impl Clock for PerformanceClock {
    fn now(&self) -> Duration {
        let ms = self.0.as_ref().map_or(0.0, Performance::now);
        Duration::try_from_secs_f64(ms / 1000.0).unwrap_or_default()
    }
}

/// The stop flag of one search: set when it holds this search's number or a later one.
struct StopFlag<'a> {
    flag: Option<&'a Int32Array>,
    id: SearchId,
}

impl Stop for StopFlag<'_> {
    fn is_set(&self) -> bool {
        self.flag
            .and_then(|flag| Atomics::load(flag, 0).ok())
            .is_some_and(|stopped| stopped >= self.id.stop_flag())
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post(message: &FromWorker) {
    // Posting bytes does not fail.
    let bytes = Uint8Array::from(encode(message).as_slice());
    drop(scope().post_message(&bytes));
}
