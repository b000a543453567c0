//! Inside the worker: takes orders, searches, posts what it finds.
//!
//! One search at a time, in the order of the messages; the browser keeps the queue. Only the stop
//! flag reaches past it.

use std::{cell::RefCell, panic, time::Duration};

use engine::{
    player::{Calculator, Clock, Control, Decision, Player, Stop},
    rules::Game,
    search::Report,
};
use js_sys::{Atomics, Int32Array, Uint8Array};
use wasm_bindgen::{JsCast, prelude::*};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Performance};

use super::protocol::{
    Batch, BenchFigures, FromWorker, HASH_MB, SearchId, SearchOrder, ToWorker, decode, encode,
};

/// The worker's entry: from now on it answers the page's messages. `flag` holds the number of the
/// last search to stop; without shared memory there is none, and the page replaces the worker.
#[wasm_bindgen]
pub fn engine_worker(flag: Option<Int32Array>) {
    panic::set_hook(Box::new(|panic| {
        console_error_panic_hook::hook(panic);
        post(&FromWorker::Failed {
            message: panic.to_string(),
        });
    }));
    let engine = RefCell::new(Engine::new(flag));
    // Never called while it runs: a worker takes one message after the other.
    let on_message = Closure::<dyn Fn(MessageEvent)>::new(move |message: MessageEvent| {
        let bytes = Uint8Array::new(&message.data()).to_vec();
        match decode::<ToWorker>(&bytes) {
            Ok(message) => engine.borrow_mut().take(message),
            Err(message) => post(&FromWorker::Failed { message }),
        }
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget(); // As long as the worker lives.
    post(&FromWorker::Ready);
}

/// What the worker keeps from one message to the next.
struct Engine {
    calculator: Calculator,
    /// Another mind, with the order it was seated for.
    guest: Option<(SearchOrder, Box<dyn Player + Send>)>,
    clock: PerformanceClock,
    flag: Option<Int32Array>,
}

impl Engine {
    fn new(flag: Option<Int32Array>) -> Self {
        Self {
            calculator: Calculator::new(HASH_MB),
            guest: None,
            clock: PerformanceClock::new(),
            flag,
        }
    }

    fn take(&mut self, message: ToWorker) {
        match message {
            ToWorker::NewGame => {
                self.calculator.new_game();
                self.guest = None;
            }
            ToWorker::Search(order) => match order.game() {
                Ok(game) => {
                    let decision = Box::new(self.search(&order, &game));
                    post(&FromWorker::Done {
                        id: order.id,
                        decision,
                    });
                }
                Err(message) => post(&FromWorker::Failed { message }),
            },
            ToWorker::Bench => post(&FromWorker::Bench(self.bench())),
        }
    }

    /// The calculator at its best keeps its seat; another mind is seated when it is asked for.
    fn prepare(&mut self, order: &SearchOrder) {
        let Some(seat) = order.seat() else {
            if self.calculator.hash_mb() != order.hash_mb {
                // Where there is no memory for it, the table keeps its size.
                self.calculator.resize(order.hash_mb).ok();
            }
            self.calculator.set_options(order.options);
            return;
        };
        if !matches!(&self.guest, Some((before, _)) if before.has_same_seat(order)) {
            // The old one's memory goes first.
            self.guest = None;
            self.guest = seat.take(order.strategy).map(|mind| (order.clone(), mind));
        }
    }

    fn search(&mut self, order: &SearchOrder, game: &Game) -> Decision {
        self.prepare(order);
        let (id, clock) = (order.id, &self.clock);
        let mut batch = Batch::new(clock.now_ms());
        let mut report = |report: Report| {
            if let Some(reports) = batch.push(report, clock.now_ms()) {
                post(&FromWorker::Reports { id, reports });
            }
        };
        let player: &mut dyn Player = match &mut self.guest {
            Some((_, guest)) if order.seat().is_some() => guest,
            _ => &mut self.calculator,
        };
        let decision = player.choose(
            game,
            &order.limits,
            &mut Control {
                clock,
                stop: &StopFlag {
                    flag: self.flag.as_ref(),
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
        decision
    }

    fn bench(&self) -> BenchFigures {
        let begin = self.clock.now();
        let result = engine::bench();
        let micros = (self.clock.now() - begin).as_micros().max(1);
        BenchFigures {
            nodes: result.nodes,
            signature: format!("{:016x}", result.signature),
            time_ms: (micros / 1_000) as u64,
            search_nps: (u128::from(result.nodes) * 1_000_000 / micros) as u64,
        }
    }
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

/// The shared flag, as one search sees it: set when it holds this search's number or a later one.
struct StopFlag<'a> {
    flag: Option<&'a Int32Array>,
    id: SearchId,
}

impl Stop for StopFlag<'_> {
    fn is_set(&self) -> bool {
        self.flag
            .and_then(|flag| Atomics::load(flag, 0).ok())
            .is_some_and(|stopped| stopped >= self.id.flag())
    }
}

fn scope() -> DedicatedWorkerGlobalScope {
    js_sys::global().unchecked_into()
}

fn post(message: &FromWorker) {
    // Bytes can always be posted. If they could not, the page would miss an answer, which nobody
    // here could repair.
    let bytes = Uint8Array::from(encode(message).as_slice());
    drop(scope().post_message(&bytes));
}
