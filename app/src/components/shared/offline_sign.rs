//! The line that says that the server is unreachable.

use std::time::Duration;

use leptos::ev;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

use crate::platform::online::is_online;
use crate::platform::timers::set_timeout;
use crate::routes::is_shell;

/// How often an unreachable server is asked for, while there is a network.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);

/// How long a network that has come back takes to carry a request.
const RETURN_DELAY: Duration = Duration::from_secs(1);

/// The line; hidden while the server is reachable.
pub fn offline_sign() -> AnyView {
    let offline = RwSignal::new(is_shell());
    let check = move || {
        if !is_online() {
            offline.try_set(true);
            return;
        }
        leptos::task::spawn_local(async move {
            let reachable = JsFuture::from(window().fetch_with_str("/healthz"))
                .await
                .is_ok();
            offline.try_set(!reachable);
        });
    };
    Effect::new(move |_| {
        let gone = window_event_listener(ev::offline, move |_| offline.set(true));
        let back = window_event_listener(ev::online, move |_| {
            // A request at once would often fail.
            set_timeout(check, RETURN_DELAY);
        });
        on_cleanup(move || {
            gone.remove();
            back.remove();
        });
    });
    Effect::new(move |_| {
        if offline.get() {
            // Ends with the effect's run. Fails only outside a page.
            set_interval(check, CHECK_INTERVAL).ok();
        }
    });
    view! {
        <div class="offline" role="status" hidden=move || !offline.get()>
            "Offline: play on, it is all here. Results are sent later."
        </div>
    }
    .into_any()
}
