//! Downloads of texts as files.

use leptos::prelude::document;
use wasm_bindgen::JsCast;
use web_sys::{Blob, HtmlAnchorElement, Url};

use super::ignore::ignore_failure;

/// Offers a text as a file.
pub fn download(name: &str, text: &str) {
    let parts = js_sys::Array::of1(&text.into());
    let Ok(address) = Blob::new_with_str_sequence(&parts)
        .and_then(|blob| Url::create_object_url_with_blob(&blob))
    else {
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
