//! Calls of the HTTP API, with streamed answers.

use client::api_console::ApiCall;
use js_sys::{Reflect, Uint8Array};
use leptos::prelude::window;
use leptos::wasm_bindgen::{JsCast, JsValue};
use leptos::web_sys::{AbortSignal, Headers, ReadableStreamDefaultReader, RequestInit, Response};
use wasm_bindgen_futures::JsFuture;

/// Status and headers of an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct ResponseHead {
    pub status: u16,
    /// Those of [`SHOWN_HEADERS`] that the answer has.
    pub headers: Vec<(&'static str, String)>,
}

/// The headers that the console shows.
const SHOWN_HEADERS: [&str; 5] = [
    "content-type",
    "etag",
    "retry-after",
    "ratelimit-remaining",
    "ratelimit-reset",
];

/// Sends a call; `on_chunk` receives the head and the text so far.
///
/// # Errors
/// Why there is no complete answer, as text.
pub async fn send(
    call: &ApiCall,
    signal: &AbortSignal,
    on_chunk: impl Fn(&ResponseHead, &str),
) -> Result<(), String> {
    let answer = fetch(call, signal).await.map_err(error_text)?;
    let head = ResponseHead {
        status: answer.status(),
        headers: SHOWN_HEADERS
            .iter()
            .filter_map(|name| Some((*name, answer.headers().get(name).ok()??)))
            .collect(),
    };
    on_chunk(&head, "");
    let Some(body) = answer.body() else {
        return Ok(());
    };
    let reader: ReadableStreamDefaultReader = body.get_reader().unchecked_into();
    let mut bytes = Vec::new();
    loop {
        let piece = JsFuture::from(reader.read()).await.map_err(error_text)?;
        if field(&piece, "done").is_truthy() {
            return Ok(());
        }
        bytes.extend(Uint8Array::new(&field(&piece, "value")).to_vec());
        on_chunk(&head, &String::from_utf8_lossy(&bytes));
    }
}

async fn fetch(call: &ApiCall, signal: &AbortSignal) -> Result<Response, JsValue> {
    let headers = Headers::new()?;
    headers.set("Accept", call.form.accept())?;
    let options = RequestInit::new();
    if let Some(body) = &call.body {
        options.set_method("POST");
        headers.set("Content-Type", "application/json")?;
        options.set_body(&JsValue::from_str(body));
    }
    options.set_headers(&headers);
    options.set_signal(Some(signal));
    let answer = window().fetch_with_str_and_init(&call.url, &options);
    Ok(JsFuture::from(answer).await?.unchecked_into())
}

/// Fetches the API's description.
///
/// # Errors
/// Why it could not be fetched, as text.
pub async fn description() -> Result<serde_json::Value, String> {
    let answer = JsFuture::from(window().fetch_with_str("/api/v1/openapi.json"));
    let answer: Response = answer.await.map_err(error_text)?.unchecked_into();
    let text = answer.text().map_err(error_text)?;
    let text = JsFuture::from(text).await.map_err(error_text)?;
    serde_json::from_str(&text.as_string().unwrap_or_default()).map_err(|error| error.to_string())
}

fn field(object: &JsValue, name: &str) -> JsValue {
    // Reading a property of an object does not fail.
    Reflect::get(object, &name.into()).unwrap_or_default()
}

fn error_text(error: JsValue) -> String {
    let message = field(&error, "message").as_string();
    message.unwrap_or_else(|| "the server did not answer".to_owned())
}
