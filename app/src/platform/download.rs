//! Downloads of texts as files.

use js_sys::Array;
use leptos::prelude::document;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{Blob, HtmlAnchorElement, Url};

use super::ignore::ignore_failure;

/// Offers a text as a file.
pub fn download(name: &str, text: &str) {
    offer(name, Blob::new_with_str_sequence(&Array::of1(&text.into())));
}

/// Offers bytes as a file.
#[cfg(feature = "hydrate")]
pub fn download_bytes(name: &str, bytes: &[u8]) {
    let bytes = js_sys::Uint8Array::from(bytes);
    offer(name, Blob::new_with_u8_array_sequence(&Array::of1(&bytes)));
}

fn offer(name: &str, file: Result<Blob, JsValue>) {
    let Ok(address) = file.and_then(|blob| Url::create_object_url_with_blob(&blob)) else {
        return;
    };
    if let Some(link) = document()
        .create_element("a")
        .ok()
        .and_then(|link| link.dyn_into::<HtmlAnchorElement>().ok())
    {
        link.set_href(&address);
        link.set_download(name);
        link.click();
    }
    ignore_failure("still in use", Url::revoke_object_url(&address));
}
