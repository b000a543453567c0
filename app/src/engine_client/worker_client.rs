//! The page's client of the worker.
//!
//! With shared memory (`crossOriginIsolated`) a flag stops a search and the worker lives on. Without
//! it the worker is replaced, which costs its hash table; callers see no difference.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use client::worker::codec::{decode, encode};
use client::worker::{FromWorker, SearchId, ToWorker};
use engine::player::{Decision, Source, StopReason};
use engine::search::{Line, Report};
use js_sys::{Atomics, Int32Array, Object, Reflect, SharedArrayBuffer, Uint8Array};
use wasm_bindgen::{JsCast, prelude::*};
use web_sys::{MessageEvent, Worker, WorkerOptions, WorkerType};

/// The worker's script.
const SCRIPT: &str = "/engine-worker.js";

/// Why no worker could be started.
#[derive(Debug, thiserror::Error)]
pub enum ClientError {
    /// The document doesn't say where its package is.
    #[error("the document has no data-pkg attribute")]
    NoPackage,
    /// The browser refused.
    #[error("the browser refused the worker: {0}")]
    Refused(String),
}

impl From<JsValue> for ClientError {
    fn from(error: JsValue) -> Self {
        Self::Refused(error_text(&error))
    }
}

/// A client of a worker. Dropping it ends the worker.
pub struct EngineClient {
    state: Rc<ClientState>,
    handle: RefCell<WorkerHandle>,
}

/// What the handlers of the worker's messages share.
struct ClientState {
    on: Box<dyn Fn(FromWorker)>,
    /// Messages queued until the worker is ready; `None` from then on.
    waiting: RefCell<Option<Vec<Vec<u8>>>>,
    /// The lines of the latest depth of the search in progress: the answer of a search that is stopped by
    /// ending the worker.
    latest: RefCell<Vec<Line>>,
    searching: Cell<Option<SearchId>>,
}

/// One worker and the handlers of its messages.
struct WorkerHandle {
    worker: Worker,
    flag: Option<Int32Array>,
    _on_message: Closure<dyn Fn(MessageEvent)>,
    _on_error: Closure<dyn Fn(web_sys::Event)>,
}

impl EngineClient {
    /// Starts a worker; `on` receives its messages, from `Ready` or `Failed` on. Orders given before are
    /// queued.
    ///
    /// # Errors
    /// No worker could be started.
    pub fn start(on: impl Fn(FromWorker) + 'static) -> Result<Self, ClientError> {
        let state = Rc::new(ClientState {
            on: Box::new(on),
            waiting: RefCell::new(Some(Vec::new())),
            latest: RefCell::new(Vec::new()),
            searching: Cell::new(None),
        });
        let handle = RefCell::new(WorkerHandle::open(&state)?);
        Ok(Self { state, handle })
    }

    /// Sends a message; a search gets the hash size that fits the machine.
    pub fn send(&self, mut message: ToWorker) {
        if let ToWorker::Search(order) = &mut message {
            order.hash_mb = order.hash_mb_for(memory_gb());
            self.state.searching.set(Some(order.id));
            self.state.latest.borrow_mut().clear();
        }
        if let ToWorker::Lazy { id, .. } = message {
            self.state.searching.set(Some(id));
        }
        self.post(&message);
    }

    /// Cancels a search and its answer.
    pub fn cancel(&self, id: SearchId) {
        if !self.raise_flag(id) && self.state.searching.take() == Some(id) {
            self.replace();
        }
    }

    /// Stops a search early. Its answer still comes.
    pub fn stop(&self, id: SearchId) {
        if self.raise_flag(id) || self.state.searching.get() != Some(id) {
            return;
        }
        let lines = self.state.latest.take();
        // Before its first depth a search has no answer; it runs on.
        let Some(best) = lines.first() else { return };
        let decision = Box::new(Decision {
            mv: best.pv.first().copied(),
            source: Source::Search,
            depth: best.depth,
            seldepth: best.seldepth,
            nodes: best.nodes,
            time_ms: best.time_ms,
            stop_reason: StopReason::Stopped,
            lines,
            sight: None,
            recalled: None,
            solved: None,
        });
        self.state.searching.set(None);
        self.replace();
        (self.state.on)(FromWorker::Done { id, decision });
    }

    /// Sets the stop flag for a search; `false` without shared memory.
    fn raise_flag(&self, id: SearchId) -> bool {
        let handle = self.handle.borrow();
        let Some(flag) = &handle.flag else {
            return false;
        };
        Atomics::store(flag, 0, id.stop_flag()).is_ok()
    }

    fn post(&self, message: &ToWorker) {
        let bytes = encode(message);
        match &mut *self.state.waiting.borrow_mut() {
            Some(waiting) => waiting.push(bytes),
            None => self.handle.borrow().post(&bytes),
        }
    }

    /// Replaces the worker.
    fn replace(&self) {
        *self.state.waiting.borrow_mut() = Some(Vec::new());
        match WorkerHandle::open(&self.state) {
            Ok(handle) => drop(self.handle.replace(handle)),
            Err(error) => (self.state.on)(FromWorker::Failed {
                message: error.to_string(),
            }),
        }
    }
}

impl ClientState {
    /// Handles a message of the worker. Nothing is borrowed while `on` runs, which may drop the client.
    fn take(&self, worker: &Worker, message: FromWorker) {
        match &message {
            FromWorker::Ready => {
                let waiting = self.waiting.borrow_mut().take();
                for bytes in waiting.into_iter().flatten() {
                    post(worker, &bytes);
                }
            }
            FromWorker::Reports { id, reports } if self.searching.get() == Some(*id) => {
                let mut latest = self.latest.borrow_mut();
                for report in reports {
                    keep_latest(&mut latest, report);
                }
            }
            FromWorker::Done { id, .. } if self.searching.get() == Some(*id) => {
                self.searching.set(None);
            }
            _ => {}
        }
        (self.on)(message);
    }
}

impl WorkerHandle {
    fn open(state: &Rc<ClientState>) -> Result<Self, ClientError> {
        let js = leptos::prelude::document()
            .document_element()
            .and_then(|root| root.get_attribute("data-pkg"))
            .ok_or(ClientError::NoPackage)?;
        let options = WorkerOptions::new();
        options.set_type(WorkerType::Module);
        let worker = Worker::new_with_options(SCRIPT, &options)?;

        let on_message = Closure::<dyn Fn(MessageEvent)>::new({
            let (state, worker) = (Rc::downgrade(state), worker.clone());
            move |event: MessageEvent| {
                let Some(state) = state.upgrade() else {
                    return;
                };
                state.take(&worker, parse_message(&event.data()));
            }
        });
        let on_error = Closure::<dyn Fn(web_sys::Event)>::new({
            let state = Rc::downgrade(state);
            move |event: web_sys::Event| {
                let Some(state) = state.upgrade() else {
                    return;
                };
                let message = Reflect::get(&event, &"message".into())
                    .ok()
                    .and_then(|message| message.as_string())
                    .unwrap_or_else(|| "the engine's worker did not start".to_owned());
                (state.on)(FromWorker::Failed { message });
            }
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));

        let flag = shared_flag();
        let start = Object::new();
        Reflect::set(&start, &"js".into(), &js.into())?;
        Reflect::set(&start, &"module".into(), &wasm_bindgen::module())?;
        if let Some(flag) = &flag {
            Reflect::set(&start, &"flag".into(), flag)?;
        }
        worker.post_message(&start)?;
        Ok(Self {
            worker,
            flag,
            _on_message: on_message,
            _on_error: on_error,
        })
    }

    fn post(&self, bytes: &[u8]) {
        post(&self.worker, bytes);
    }
}

impl Drop for WorkerHandle {
    fn drop(&mut self) {
        // The handlers first: messages already queued must find none.
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

/// Keeps the lines of the latest depth, best first.
fn keep_latest(latest: &mut Vec<Line>, report: &Report) {
    let Report::Depth(line) = report else { return };
    if line.rank == 1 {
        latest.clear();
    }
    latest.push(line.clone());
}

/// The device's memory in GB, as coarse as the browser reports it, if it does.
fn memory_gb() -> Option<f64> {
    let navigator = web_sys::window()?.navigator();
    Reflect::get(&navigator, &"deviceMemory".into())
        .ok()?
        .as_f64()
}

/// Four shared bytes, where the page is isolated and the browser has `SharedArrayBuffer`: one does not
/// imply the other.
fn shared_flag() -> Option<Int32Array> {
    let global = |name: &str| Reflect::get(&js_sys::global(), &name.into()).ok();
    let isolated = global("crossOriginIsolated").is_some_and(|isolated| isolated.is_truthy());
    let shares = global("SharedArrayBuffer").is_some_and(|constructor| constructor.is_function());
    (isolated && shares).then(|| Int32Array::new(&SharedArrayBuffer::new(4)))
}

fn post(worker: &Worker, bytes: &[u8]) {
    // Posting bytes does not fail.
    drop(worker.post_message(&Uint8Array::from(bytes)));
}

/// Parses the worker's data: a message, or as text why it did not start.
fn parse_message(data: &JsValue) -> FromWorker {
    let message = match data.as_string() {
        Some(message) => Err(message),
        None => decode(&Uint8Array::new(data).to_vec()),
    };
    message.unwrap_or_else(|message| FromWorker::Failed { message })
}

fn error_text(error: &JsValue) -> String {
    error
        .as_string()
        .unwrap_or_else(|| String::from(Object::from(error.clone()).to_string()))
}
