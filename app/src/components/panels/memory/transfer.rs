//! Export and import of the learner's table, and errors of its storage.

use client::worker::learner::{LearnerRequest, LearnerSummary};
use leptos::html;
use leptos::prelude::*;
use leptos::wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;
use wire::visitor::learners::MAX_DOCUMENT_BYTES;

use crate::components::shared::erased_view::Erase;

/// The error line: the browser stores nothing, or a document was refused.
#[component]
pub fn MemoryErrors(
    summary: Signal<Option<LearnerSummary>>,
    refused: Signal<Option<String>>,
) -> impl IntoView {
    let memory_only = move || {
        summary.with(|summary| {
            let why = summary.as_ref()?.storage_error.as_ref()?;
            Some(format!(
                "This browser keeps nothing beyond this page: {why}"
            ))
        })
    };
    let text = move || match refused.get() {
        Some(why) => format!("Not taken over, nothing has changed: {why}"),
        None => memory_only().unwrap_or_default(),
    };
    view! {
        <p class="notice" role="status">
            {text}
        </p>
    }
}

/// Buttons to export, import and delete the table.
#[component]
pub fn MemoryTransfer(ready: Signal<bool>, ask: Callback<LearnerRequest>) -> impl IntoView {
    let sure = RwSignal::new(false);
    let file = NodeRef::<html::Input>::new();
    let import = move |event| {
        if let Some(input) = target(&event) {
            read_file(ask, &input);
        }
    };
    let forget = move |_| {
        if sure.get_untracked() {
            ask.run(LearnerRequest::Clear);
        }
        sure.update(|sure| *sure ^= true);
    };
    view! {
        <div class="documents">
            <button
                type="button"
                class="button quiet"
                disabled=move || !ready.get()
                on:click=move |_| ask.run(LearnerRequest::Export)
            >
                "Export"
            </button>
            <button
                type="button"
                class="button quiet"
                disabled=move || !ready.get()
                on:click=move |_| {
                    if let Some(input) = file.get_untracked() {
                        input.click();
                    }
                }
            >
                "Import"
            </button>
            <input
                type="file"
                accept=".json,application/json"
                hidden
                aria-label="A memory to import"
                node_ref=file
                on:change=import
            />
            <button
                type="button"
                class="button quiet danger"
                disabled=move || !ready.get()
                on:click=forget
                on:blur=move |_| sure.set(false)
            >
                {move || if sure.get() { "Forget everything?" } else { "Forget" }}
            </button>
        </div>
    }
    .erase()
}

fn target(event: &leptos::web_sys::Event) -> Option<HtmlInputElement> {
    event.target()?.dyn_into().ok()
}

/// Reads the chosen file and imports it.
fn read_file(ask: Callback<LearnerRequest>, input: &HtmlInputElement) {
    let file = input.files().and_then(|files| files.get(0));
    // So that the same file can be chosen again.
    input.set_value("");
    let Some(file) = file else { return };
    leptos::task::spawn_local(async move {
        // A file that is too large is not read; a text of the wrong size gets the worker's error for it.
        let text = match file.size() <= MAX_DOCUMENT_BYTES as f64 {
            true => wasm_bindgen_futures::JsFuture::from(file.text()).await.ok(),
            false => Some(" ".repeat(MAX_DOCUMENT_BYTES + 1).into()),
        };
        if let Some(text) = text.and_then(|text| text.as_string()) {
            ask.run(LearnerRequest::Import(text));
        }
    });
}
