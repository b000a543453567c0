//! The page's address, which follows what is on the page.

use std::time::Duration;

use leptos::prelude::window;
use wasm_bindgen::JsValue;

use super::browser_only::BrowserOnly;
use super::timers::set_timeout;

/// The address follows what is on the page this much later, so that a held key does not write it at
/// every step.
const SETTLED: Duration = Duration::from_millis(150);

/// Writes the address of one page, without a step in the browser's history.
#[derive(Clone, Copy)]
pub struct AddressWriter {
    /// Whether the address is about to be written.
    is_writing: BrowserOnly<bool>,
}

impl AddressWriter {
    /// It ends with the component that calls this.
    pub fn new() -> Self {
        Self {
            is_writing: BrowserOnly::new(false),
        }
    }

    /// Writes what `address` says a moment later.
    pub fn write(self, address: impl FnOnce() -> String + 'static) {
        let set_writing = move |is| {
            self.is_writing
                .update(|writing| std::mem::replace(writing, is))
        };
        if set_writing(true) == Some(true) {
            return;
        }
        let write = move || {
            // Otherwise the page is gone.
            if set_writing(false).is_some()
                && let Ok(history) = window().history()
            {
                // Refused where a page does it too often: the address is then a little behind.
                drop(history.replace_state_with_url(&JsValue::NULL, "", Some(&address())));
            }
        };
        set_timeout(write, SETTLED);
    }
}
