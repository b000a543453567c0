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
use js_sys::{Atomics, Int32Array};
use wasm_bindgen::{JsCast, prelude::*};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Performance};

use super::protocol::{Batch, BenchFigures, FromWorker, HASH_MB, SearchId, SearchOrder, ToWorker};

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
        let text = message.data().as_string().unwrap_or_default();
        match serde_json::from_str::<ToWorker>(&text) {
            Ok(message) => engine.borrow_mut().take(message),
            Err(error) => post(&FromWorker::Failed {
                message: error.to_string(),
            }),
        }
    });
    scope().set_onmessage(Some(on_message.as_ref().unchecked_ref()));
    on_message.forget(); // As long as the worker lives.
    post(&FromWorker::Ready);
}

/// What the worker keeps from one message to the next.
struct Engine {
    calculator: Calculator,
    clock: PerformanceClock,
    flag: Option<Int32Array>,
}

impl Engine {
    fn new(flag: Option<Int32Array>) -> Self {
        Self {
            calculator: Calculator::new(HASH_MB),
            clock: PerformanceClock::new(),
            flag,
        }
    }

    fn take(&mut self, message: ToWorker) {
        match message {
            ToWorker::NewGame => self.calculator.new_game(),
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

    fn search(&mut self, order: &SearchOrder, game: &Game) -> Decision {
        let (id, clock) = (order.id, &self.clock);
        let mut batch = Batch::new(clock.now_ms());
        let mut report = |report: Report| {
            if let Some(reports) = batch.push(report, clock.now_ms()) {
                post(&FromWorker::Reports { id, reports });
            }
        };
        if self.calculator.hash_mb() != order.hash_mb {
            // Where there is no memory for it, the table keeps its size.
            self.calculator.resize(order.hash_mb).ok();
        }
        self.calculator.set_options(order.options);
        let decision = self.calculator.choose(
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
        let seconds = (self.clock.now() - begin).as_secs_f64();
        BenchFigures {
            nodes: result.nodes,
            signature: format!("{:016x}", result.signature),
            time_ms: seconds * 1000.0,
            search_nps: (result.nodes as f64 / seconds.max(f64::MIN_POSITIVE)).round(),
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
    // Neither can fail: these messages are plain data, and a string can always be posted. If one
    // did, the page would miss an answer, which nobody here could repair.
    if let Ok(json) = serde_json::to_string(message) {
        drop(scope().post_message(&JsValue::from_str(&json)));
    }
}
