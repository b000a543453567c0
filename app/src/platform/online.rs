//! Whether the browser says that there is a network. Where it says that there is none, a request
//! would only fail, and complain about it on the console.

use js_sys::Promise;
use leptos::prelude::window;
use wasm_bindgen_futures::JsFuture;

/// Whether it is worth asking the server. Where there is a network the server may still be out of
/// reach.
pub fn is_online() -> bool {
    window().navigator().on_line()
}

/// Waits until there is a network.
#[cfg_attr(not(feature = "hydrate"), allow(dead_code))] // Only a browser has to wait.
pub async fn until_online() {
    while !is_online() {
        let back = Promise::new(&mut |resolve, _| {
            // Resolving what was resolved before does nothing, so the listener may stay.
            window()
                .add_event_listener_with_callback("online", &resolve)
                .ok();
        });
        // It is never rejected.
        JsFuture::from(back).await.ok();
    }
}
