//! Style sheets of the package that are loaded on demand.

use std::pin::Pin;

use futures::channel::oneshot;
use leptos::prelude::document;
use leptos::wasm_bindgen::prelude::*;

/// The sheet of what a page shows at a press only: dialogs, drawers, notices, the lines of a search.
pub const LATER_SHEET: &str = "later.css";

/// Adds a sheet of the package to the page, unless it is there; done once it is loaded, or cannot be had.
pub fn load_sheet(name: &str) -> Pin<Box<dyn Future<Output = ()>>> {
    let loaded = add(name);
    Box::pin(async move {
        if let Ok(Some(loaded)) = loaded {
            // Nothing is sent where the link was removed.
            loaded.await.ok();
        }
    })
}

/// `None` where the sheet is there.
fn add(name: &str) -> Result<Option<oneshot::Receiver<()>>, JsValue> {
    let is_there = document().query_selector(&format!("link[href$='/{name}']"))?;
    let root = document().document_element();
    let script = root.and_then(|root| root.get_attribute("data-pkg"));
    let folder = script.as_deref().and_then(|script| script.rsplit_once('/'));
    let (None, Some((folder, _)), Some(head)) = (is_there, folder, document().head()) else {
        return Ok(None);
    };
    let link = document().create_element("link")?;
    link.set_attribute("rel", "stylesheet")?;
    link.set_attribute("href", &format!("{folder}/{name}"))?;
    let (send, loaded) = oneshot::channel();
    let mut send = Some(send);
    let done = Closure::<dyn FnMut()>::new(move || {
        if let Some(send) = send.take() {
            send.send(()).ok();
        }
    })
    .into_js_value();
    for event in ["load", "error"] {
        link.add_event_listener_with_callback(event, done.unchecked_ref())?;
    }
    head.append_child(&link)?;
    Ok(Some(loaded))
}
