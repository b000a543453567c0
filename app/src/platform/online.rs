//! Whether the browser is online. Offline a request would fail and log an error.

use js_sys::{Promise, Reflect};
use leptos::prelude::window;
use wasm_bindgen_futures::JsFuture;

/// Whether the browser is online; the server may be unreachable all the same. A worker may ask, too.
pub fn is_online() -> bool {
    let navigator = Reflect::get(&js_sys::global(), &"navigator".into());
    let on_line = navigator.and_then(|navigator| Reflect::get(&navigator, &"onLine".into()));
    on_line.is_ok_and(|on_line| on_line.is_truthy())
}

/// Waits until the browser is online.
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Only a browser has to wait.
pub async fn until_online() {
    while !is_online() {
        let back = Promise::new(&mut |resolve, _| {
            // Resolving a promise twice does nothing, so the listener may stay.
            window()
                .add_event_listener_with_callback("online", &resolve)
                .ok();
        });
        // It is never rejected.
        JsFuture::from(back).await.ok();
    }
}
