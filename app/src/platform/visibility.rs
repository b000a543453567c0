//! Whether an element can be seen.

use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::Closure;
use leptos::web_sys::HtmlElement;
use web_sys::js_sys::Array;
use web_sys::{IntersectionObserver, IntersectionObserverEntry};

/// Observes whether an element is within the window until it is dropped.
pub struct VisibilityObserver {
    observer: IntersectionObserver,
    /// The observer's callback, which must live as long.
    _on_change: Closure<dyn FnMut(Array)>,
}

impl VisibilityObserver {
    /// Calls `on_visible` each time that the element comes into the window; `None` where the browser has
    /// no `IntersectionObserver`.
    pub fn new(element: &HtmlElement, mut on_visible: impl FnMut() + 'static) -> Option<Self> {
        let on_change = Closure::<dyn FnMut(Array)>::new(move |entries: Array| {
            let is_visible = entries.iter().any(|entry| {
                let entry: IntersectionObserverEntry = entry.unchecked_into();
                entry.is_intersecting()
            });
            if is_visible {
                on_visible();
            }
        });
        let observer = IntersectionObserver::new(on_change.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self {
            observer,
            _on_change: on_change,
        })
    }
}

impl Drop for VisibilityObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
