//! Changes of an element's size.

use leptos::wasm_bindgen::JsCast;
use leptos::wasm_bindgen::prelude::Closure;
use leptos::web_sys::HtmlElement;
use web_sys::ResizeObserver;

/// Observes an element's size until it is dropped.
pub struct SizeObserver {
    observer: ResizeObserver,
    /// The observer's callback, which must live as long.
    _on_resize: Closure<dyn FnMut()>,
}

impl SizeObserver {
    /// Calls `on_resize` now and at every change; `None` where the browser has no `ResizeObserver`.
    pub fn new(element: &HtmlElement, on_resize: impl FnMut() + 'static) -> Option<Self> {
        let on_resize = Closure::<dyn FnMut()>::new(on_resize);
        let observer = ResizeObserver::new(on_resize.as_ref().unchecked_ref()).ok()?;
        observer.observe(element);
        Some(Self {
            observer,
            _on_resize: on_resize,
        })
    }
}

impl Drop for SizeObserver {
    fn drop(&mut self) {
        self.observer.disconnect();
    }
}
