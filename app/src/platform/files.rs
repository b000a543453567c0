//! Files that a visitor chooses, and those of this site.

use leptos::web_sys::{Event, File, HtmlInputElement};
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;

/// The file that was chosen in an input; the same file can be chosen again.
pub fn chosen_file(event: &Event) -> Option<File> {
    let input: HtmlInputElement = event.target()?.dyn_into().ok()?;
    let file = input.files().and_then(|files| files.get(0));
    input.set_value("");
    file
}

/// The text of a file; `None` where it cannot be read.
pub async fn file_text(file: &File) -> Option<String> {
    JsFuture::from(file.text()).await.ok()?.as_string()
}

/// The text at an address of this site; `None` where it cannot be had.
pub async fn fetch_text(path: &str) -> Option<String> {
    let response = JsFuture::from(leptos::prelude::window().fetch_with_str(path));
    let response: leptos::web_sys::Response = response.await.ok()?.dyn_into().ok()?;
    let text = response.ok().then(|| response.text().ok())??;
    JsFuture::from(text).await.ok()?.as_string()
}

/// The bytes at an address; `None` where they cannot be had.
#[cfg(feature = "hydrate")]
pub async fn fetch_bytes(address: &str) -> Option<Vec<u8>> {
    let response = JsFuture::from(leptos::prelude::window().fetch_with_str(address));
    let response: leptos::web_sys::Response = response.await.ok()?.dyn_into().ok()?;
    let buffer = response.ok().then(|| response.array_buffer().ok())??;
    let buffer = JsFuture::from(buffer).await.ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}

#[cfg(feature = "hydrate")]
/// The bytes of a file; `None` where it cannot be read.
pub async fn file_bytes(file: &File) -> Option<Vec<u8>> {
    let buffer = JsFuture::from(file.array_buffer()).await.ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}

/// The bytes of a file from one place to another; `None` where they cannot be read.
#[cfg(feature = "hydrate")]
pub async fn file_slice(file: &File, from: u64, to: u64) -> Option<Vec<u8>> {
    let slice = file.slice_with_f64_and_f64(from as f64, to as f64).ok()?;
    let buffer = JsFuture::from(slice.array_buffer()).await.ok()?;
    Some(js_sys::Uint8Array::new(&buffer).to_vec())
}
