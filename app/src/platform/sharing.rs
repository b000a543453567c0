//! What a visitor takes away from the page: addresses, the clipboard, the system's share sheet.

use js_sys::Reflect;
use leptos::prelude::window;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use web_sys::{DomException, ShareData};

/// The absolute address of a path; on the server, which does not know the origin, the path.
pub fn absolute_address(path: &str) -> String {
    let origin = if cfg!(feature = "hydrate") {
        window().location().origin().unwrap_or_default()
    } else {
        String::new()
    };
    format!("{origin}{path}")
}

/// Copies a text to the clipboard; `false` where the browser refuses.
pub async fn copy_to_clipboard(text: &str) -> bool {
    let clipboard = window().navigator().clipboard();
    // Absent outside secure contexts.
    !clipboard.is_undefined() && JsFuture::from(clipboard.write_text(text)).await.is_ok()
}

/// Whether the device is a phone or tablet.
pub fn is_phone() -> bool {
    let coarse = window().match_media("(pointer: coarse)").ok().flatten();
    coarse.is_some_and(|query| query.matches())
}

/// Whether the browser has a share sheet.
pub fn can_share() -> bool {
    let share = Reflect::get(&window().navigator(), &"share".into());
    share.is_ok_and(|share| share.is_function())
}

/// Opens the system's share sheet with a game's address; `false` where there is none.
pub async fn share_game(address: &str) -> bool {
    if !can_share() {
        return false;
    }
    let data = ShareData::new();
    data.set_title("A game of chess at Ponder");
    data.set_url(address);
    match JsFuture::from(window().navigator().share_with_data(&data)).await {
        Ok(_) => true,
        // The visitor has closed the sheet.
        Err(error) => has_name(&error, "AbortError"),
    }
}

fn has_name(error: &JsValue, name: &str) -> bool {
    let error = error.dyn_ref::<DomException>();
    error.is_some_and(|error| error.name() == name)
}
