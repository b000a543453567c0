//! Locks that all pages and workers of the site share. Browsers have them over TLS and on localhost.

use std::{cell::Cell, rc::Rc};

use futures::channel::oneshot;
use js_sys::{Function, Promise, Reflect};
use wasm_bindgen::{JsCast, prelude::*};
use wasm_bindgen_futures::{JsFuture, future_to_promise, spawn_local};

/// A lock that is held until this is dropped.
pub struct WebLock {
    _held: oneshot::Sender<()>,
}

/// Waits for the lock; `None` where the browser has none.
pub async fn acquire(name: &str) -> Option<WebLock> {
    let (granted, is_granted) = oneshot::channel();
    let (held, is_released) = oneshot::channel();
    request(name, granted, is_released);
    is_granted.await.ok()?;
    Some(WebLock { _held: held })
}

fn request(name: &str, granted: oneshot::Sender<()>, is_released: oneshot::Receiver<()>) {
    let granted = Rc::new(Cell::new(Some(granted)));
    // The browser holds the lock until the promise is resolved.
    let hold = Closure::once_into_js({
        let granted = Rc::clone(&granted);
        move || {
            if let Some(granted) = granted.take() {
                // Nobody waits any more if the request was given up.
                granted.send(()).ok();
            }
            future_to_promise(async move {
                is_released.await.ok();
                Ok(JsValue::UNDEFINED)
            })
        }
    });
    if let Ok(ended) = call_request(name, &hold) {
        spawn_local(async move {
            JsFuture::from(ended).await.ok();
            // The browser may have refused.
            drop(granted.take());
        });
    } else {
        drop(granted.take());
    }
}

/// `navigator.locks.request(name, hold)`.
fn call_request(name: &str, hold: &JsValue) -> Result<Promise, JsValue> {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into())?;
    let locks = Reflect::get(&navigator, &"locks".into())?;
    let request: Function = Reflect::get(&locks, &"request".into())?.dyn_into()?;
    request.call2(&locks, &name.into(), hold)?.dyn_into()
}
