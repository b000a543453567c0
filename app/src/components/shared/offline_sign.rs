//! Says that the server is out of reach, and notices when it is back.

use std::time::Duration;

use leptos::ev;
use leptos::leptos_dom::helpers::set_interval_with_handle;
use leptos::prelude::*;
use wasm_bindgen_futures::JsFuture;

use super::erased_view::IntoWhole;
use crate::platform::online::is_online;
use crate::routes::is_shell;

/// How often the server is looked for while it is out of reach and there is a network.
const LOOK_EVERY: Duration = Duration::from_secs(10);

/// The sign; nothing while the server is there.
pub fn offline_sign() -> AnyView {
    let offline = RwSignal::new(is_shell());
    let look = move || {
        if !is_online() {
            offline.set(true);
            return;
        }
        leptos::task::spawn_local(async move {
            let there = JsFuture::from(window().fetch_with_str("/healthz"))
                .await
                .is_ok();
            offline.try_set(!there);
        });
    };
    Effect::new(move |_| {
        let gone = window_event_listener(ev::offline, move |_| offline.set(true));
        let back = window_event_listener(ev::online, move |_| look());
        on_cleanup(move || {
            gone.remove();
            back.remove();
        });
    });
    Effect::new(move |_| {
        if offline.get()
            && let Ok(interval) = set_interval_with_handle(look, LOOK_EVERY)
        {
            on_cleanup(move || interval.clear());
        }
    });
    view! {
        <div class="offline" role="status" hidden=move || !offline.get()>
            "Offline: play on, it is all here. Results are sent later."
        </div>
    }
    .into_whole()
}
