//! Export and import of the learner's table, and errors of its storage.

use client::worker::learner::{LearnerRequest, LearnerSummary};
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::{Event, File};
use wire::visitor::learners::MAX_DOCUMENT_BYTES;

use crate::platform::files::{chosen_file, file_text};

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
    let import = move |event: Event| {
        if let Some(file) = chosen_file(&event) {
            read_file(ask, file);
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
}

/// Reads a file and imports it.
fn read_file(ask: Callback<LearnerRequest>, file: File) {
    leptos::task::spawn_local(async move {
        // A file that is too large is not read; a text of the wrong size gets the worker's error for it.
        let text = match file.size() <= MAX_DOCUMENT_BYTES as f64 {
            true => file_text(&file).await,
            false => Some(" ".repeat(MAX_DOCUMENT_BYTES + 1)),
        };
        if let Some(text) = text {
            ask.run(LearnerRequest::Import(text));
        }
    });
}
