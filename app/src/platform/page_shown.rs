//! The moment at which the page is looked at again.

use js_sys::Reflect;
use leptos::prelude::*;

/// Calls `then` whenever the page becomes visible, until the owner is cleaned up.
pub fn on_page_shown(then: impl Fn() + Copy + 'static) {
    let shown = window_event_listener_untyped("pageshow", move |_| then());
    let visible = window_event_listener_untyped("visibilitychange", move |_| {
        let hidden = Reflect::get(&document(), &"hidden".into());
        if hidden.is_ok_and(|hidden| hidden.is_falsy()) {
            then();
        }
    });
    on_cleanup(move || {
        shown.remove();
        visible.remove();
    });
}
