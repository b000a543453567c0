//! The browser's timers. They outlive the component or effect that sets them: Leptos cancels its own
//! with their owner, and an effect's before it runs again.

use std::time::Duration;

use js_sys::Function;
use leptos::prelude::window;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::Closure;

/// A timeout that can be cancelled.
#[derive(Clone, Copy, Debug)]
pub struct TimeoutHandle(i32);

impl TimeoutHandle {
    /// Cancels the timeout.
    pub fn clear(self) {
        window().clear_timeout_with_handle(self.0);
    }
}

/// Runs `work` once, after `delay`. Returns `None` where the browser refuses.
pub fn set_timeout_with_handle(
    work: impl FnOnce() + 'static,
    delay: Duration,
) -> Option<TimeoutHandle> {
    let delay_ms = i32::try_from(delay.as_millis()).unwrap_or(i32::MAX);
    let handle = window()
        .set_timeout_with_callback_and_timeout_and_arguments_0(&once(Box::new(work)), delay_ms);
    handle.ok().map(TimeoutHandle)
}

/// Runs `work` once, after `delay`.
pub fn set_timeout(work: impl FnOnce() + 'static, delay: Duration) {
    set_timeout_with_handle(work, delay);
}

/// Runs `work` before the next frame is drawn.
pub fn request_animation_frame(work: impl FnOnce() + 'static) {
    // Refused only outside a page.
    window().request_animation_frame(&once(Box::new(work))).ok();
}

/// A function for the browser, which frees it when nothing refers to it any more.
pub(super) fn once(work: Box<dyn FnOnce()>) -> Function {
    let mut work = Some(work);
    let run = Closure::<dyn FnMut()>::new(move || {
        if let Some(work) = work.take() {
            work();
        }
    });
    run.into_js_value().unchecked_into()
}
