//! The import of a FEN or PGN: pasted, chosen as a file, or dropped onto the page.

use client::analysis::{AnalysisEvent, MAX_IMPORT_BYTES, RequestedReview, import};
use engine::rules::pgn::SkippedParts;
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::{DragEvent, Event as DomEvent, File};

use super::dialogs::AnalysisDialogs;
use crate::components::dialogs::modal::Modal;
use crate::components::shared::format::counted;
use crate::controllers::analysis::AnalysisController;
use crate::platform::files::{chosen_file, file_text};

#[component]
pub fn Importer(analysis: AnalysisController, dialogs: AnalysisDialogs) -> impl IntoView {
    let file = NodeRef::<html::Input>::new();
    let choose = move |event: DomEvent| {
        if let Some(file) = chosen_file(&event) {
            read_file(file, analysis, dialogs);
        }
    };
    let refused = move || (!dialogs.error.get().is_empty()).to_string();
    view! {
        <Modal open=dialogs.import labelled_by="import-title" class="dialog import">
            <h2 id="import-title">"Import"</h2>
            <label>
                <span class="field-name">"A position as FEN, or a game as PGN"</span>
                <textarea
                    rows="8"
                    spellcheck="false"
                    autocomplete="off"
                    aria-invalid=refused
                    aria-describedby="import-said"
                    prop:value=move || dialogs.text.get()
                    on:input=move |event| {
                        dialogs.text.set(event_target_value(&event));
                        dialogs.error.set(String::new());
                    }
                ></textarea>
            </label>
            <p class="said" id="import-said" role="alert">
                {move || dialogs.error.get()}
            </p>
            <input
                type="file"
                accept=".pgn,.fen,.epd,.txt,text/plain,application/x-chess-pgn"
                hidden
                aria-label="A file to import"
                node_ref=file
                on:change=choose
            />
            <div class="choices">
                <button
                    type="button"
                    class="button"
                    on:click=move |_| {
                        if let Some(input) = file.get_untracked() {
                            input.click();
                        }
                    }
                >
                    "Choose a file"
                </button>
                <button
                    type="button"
                    class="button"
                    on:click=move |_| open_text(analysis, dialogs, AfterImport::Review)
                >
                    "Open and review"
                </button>
                <button
                    type="button"
                    class="button primary"
                    on:click=move |_| open_text(analysis, dialogs, AfterImport::Look)
                >
                    "Open"
                </button>
            </div>
        </Modal>
    }
}

/// What happens with a text that is opened.
#[derive(Clone, Copy, PartialEq, Eq)]
enum AfterImport {
    Look,
    /// The review starts, unless the text has one.
    Review,
}

/// Opens the text in the field, or shows its error.
fn open_text(analysis: AnalysisController, dialogs: AnalysisDialogs, then: AfterImport) {
    let Some(text) = dialogs.text.try_get_untracked() else {
        return; // The page is gone.
    };
    match import(&text) {
        Ok(mut imported) => {
            let review = &mut imported.opened.review;
            if then == AfterImport::Review && *review == RequestedReview::None {
                *review = RequestedReview::Start;
            }
            analysis.dispatch(AnalysisEvent::Open(Box::new(imported.opened)));
            dialogs.text.set(String::new());
            dialogs.error.set(String::new());
            dialogs.import.set(false);
            dialogs.placing.set(None);
            if !imported.skipped.is_empty() {
                dialogs.notices.show(skipped_text(imported.skipped));
            }
            if imported.skipped_games > 0 {
                dialogs
                    .notices
                    .show_once("There are more games in the text; the first of them is here.");
            }
        }
        Err(refused) => {
            dialogs.error.set(refused.to_string());
            dialogs.import.set(true);
        }
    }
}

/// What of the game is not in the analysis.
fn skipped_text(
    SkippedParts {
        moves,
        comments,
        glyphs,
    }: SkippedParts,
) -> String {
    let parts = [(moves, "move"), (comments, "comment"), (glyphs, "glyph")];
    let parts: Vec<String> = parts
        .into_iter()
        .filter(|(count, _)| *count > 0)
        .map(|(count, name)| counted(count as u64, name))
        .collect();
    format!(
        "Left out, since the rules do not allow it there: {}.",
        parts.join(", ")
    )
}

/// Opens a file or text that was dropped onto the page.
pub fn handle_drop(event: &DragEvent, analysis: AnalysisController, dialogs: AnalysisDialogs) {
    event.prevent_default();
    let Some(dropped) = event.data_transfer() else {
        return;
    };
    if let Some(file) = dropped.files().and_then(|files| files.get(0)) {
        return read_file(file, analysis, dialogs);
    }
    if let Ok(text) = dropped.get_data("text/plain")
        && !text.is_empty()
    {
        dialogs.text.set(text);
        open_text(analysis, dialogs, AfterImport::Look);
    }
}

/// Opens a file, if it is not too large.
fn read_file(file: File, analysis: AnalysisController, dialogs: AnalysisDialogs) {
    leptos::task::spawn_local(async move {
        let max = MAX_IMPORT_BYTES as f64;
        if file.size() > max {
            dialogs.text.try_set(String::new());
            let (size, max) = (file.size() / max, 1);
            dialogs.error.try_set(format!(
                "{} has {size:.1} MB; at most {max} MB is read.",
                file.name()
            ));
            dialogs.import.try_set(true);
            return;
        }
        match file_text(&file).await {
            Some(text) => {
                dialogs.text.try_set(text);
                open_text(analysis, dialogs, AfterImport::Look);
            }
            None => {
                dialogs
                    .error
                    .try_set(format!("{} could not be read.", file.name()));
                dialogs.import.try_set(true);
            }
        }
    });
}
