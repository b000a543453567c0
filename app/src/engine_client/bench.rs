//! The engine's bench in a separate worker, for tests and `cargo xtask bench`.
//!
//! ```js
//! const ponder = await import(document.documentElement.dataset.pkg);
//! JSON.parse(await ponder.bench_in_worker()); // { nodes, signature, time_ms, search_nps, … }
//! ```

use std::{cell::RefCell, rc::Rc};

use client::worker::protocol::{FromWorker, ToWorker};
use js_sys::Promise;
use wasm_bindgen::prelude::*;

use super::worker_client::EngineClient;

/// Runs the bench in a new worker; resolves to its figures as JSON, or rejects with the reason.
#[wasm_bindgen]
pub fn bench_in_worker() -> Promise {
    Promise::new(&mut |resolve, reject| {
        // Keeps the worker alive until it has answered.
        let held = Rc::new(RefCell::new(None::<EngineClient>));
        let answered = Rc::clone(&held);
        let settle = move |message: FromWorker| {
            let (settle, text) = match message {
                FromWorker::Bench(figures) => match serde_json::to_string(&figures) {
                    Ok(json) => (&resolve, json),
                    Err(error) => (&reject, error.to_string()),
                },
                FromWorker::Failed { message } => (&reject, message),
                _ => return,
            };
            // A promise's functions do not throw.
            drop(settle.call1(&JsValue::UNDEFINED, &JsValue::from_str(&text)));
            // Dropped later, since the worker owns this handler.
            let answered = Rc::clone(&answered);
            leptos::task::spawn_local(async move { drop(answered.take()) });
        };
        let refuse = settle.clone();
        match EngineClient::start(settle) {
            Ok(client) => {
                client.send(ToWorker::Bench);
                *held.borrow_mut() = Some(client);
            }
            Err(error) => refuse(FromWorker::Failed {
                message: error.to_string(),
            }),
        }
    })
}
