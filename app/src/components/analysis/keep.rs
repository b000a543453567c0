//! Keeping the analysis among the visitor's own, under a name.

use client::analysis::proposed_name;
use leptos::html;
use leptos::prelude::*;
use leptos::web_sys::{Element, SubmitEvent, ToggleEvent};
use wire::visitor::analyses::MAX_ANALYSIS_NAME_CHARS;

use crate::controllers::analysis::AnalysisController;
use crate::controllers::keeping::{KeepStatus, Keeping};
use crate::platform::clock_text;

/// The list on the page of the account.
const MY_ANALYSES: &str = "/me#analyses";

/// The panel: the name, the buttons, and what became of it.
#[component]
pub fn KeepPanel(analysis: AnalysisController, keeping: Keeping) -> impl IntoView {
    let name = RwSignal::new(String::new());
    let today = clock_text::today();
    // What is typed stays until another game is opened or the analysis has another name.
    let suggested = analysis.read(move |state| {
        let kept = state.kept.as_ref().map(|entry| entry.name.clone());
        let kept = kept.filter(|name| !name.is_empty());
        let known = kept.unwrap_or_else(|| proposed_name(&state.tags, &today));
        (state.opened, known)
    });
    Effect::new(move |_| name.set(suggested.get().1));
    let is_kept = analysis.read(|state| state.kept.is_some());
    let kept_name = analysis.read(|state| {
        let entry = state.kept.as_ref();
        entry.map_or_else(String::new, |entry| entry.name.clone())
    });
    let open = RwSignal::new(false);
    Effect::new(move |_| {
        // What has to be decided is not left in a closed panel.
        if keeping.status.with(needs_attention) {
            open.set(true);
        }
    });
    let details = NodeRef::<html::Details>::new();
    Effect::new(move |_| {
        if let Some(details) = details.get() {
            details.set_open(open.get());
        }
    });
    let toggle = move |event: ToggleEvent| {
        open.set(event_target::<Element>(&event).has_attribute("open"));
    };
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        name.with_untracked(|name| analysis.keep(name, false));
    };
    let is_sending =
        Memo::new(move |_| keeping.status.with(|status| *status == KeepStatus::Sending));
    let is_wrong = move || {
        keeping
            .status
            .with(|status| matches!(status, KeepStatus::NotKept(_)))
            .to_string()
    };
    view! {
        <details class="panel keep" data-panel="keep" node_ref=details on:toggle=toggle>
            <summary>"Keep this analysis" <span class="aside">{kept_name}</span></summary>
            <form class="panel-body" novalidate on:submit=submit>
                <label>
                    <span class="field-name">"Name"</span>
                    <input
                        type="text"
                        id="keep-name"
                        maxlength=MAX_ANALYSIS_NAME_CHARS.to_string()
                        autocomplete="off"
                        aria-describedby="keep-said"
                        aria-invalid=is_wrong
                        prop:value=move || name.get()
                        on:input=move |event| name.set(event_target_value(&event))
                    />
                </label>
                <div class="choices">
                    <button
                        type="submit"
                        class="button primary"
                        aria-busy=move || is_sending.get().to_string()
                    >
                        "Keep"
                    </button>
                    <button
                        type="button"
                        class="button"
                        hidden=move || !is_kept.get()
                        on:click=move |_| name.with_untracked(|name| analysis.keep(name, true))
                    >
                        "Keep as new"
                    </button>
                </div>
                <p class="note" id="keep-said" role="status">
                    {move || keeping.status.with(status_text)}
                </p>
                <StatusButtons analysis keeping />
                <a class="button quiet" href=MY_ANALYSES>
                    "My analyses"
                </a>
            </form>
        </details>
    }
}

/// What can be done about a status, beside keeping.
#[component]
fn StatusButtons(analysis: AnalysisController, keeping: Keeping) -> impl IntoView {
    let is_changed =
        Memo::new(move |_| keeping.status.with(|status| *status == KeepStatus::Changed));
    let is_not_loaded = Memo::new(move |_| {
        keeping
            .status
            .with(|status| matches!(status, KeepStatus::NotLoaded(_)))
    });
    view! {
        <button
            type="button"
            class="button"
            hidden=move || !is_changed.get()
            on:click=move |_| analysis.take_kept()
        >
            "Take the other"
        </button>
        <button
            type="button"
            class="button"
            hidden=move || !is_not_loaded.get()
            on:click=move |_| analysis.load_again()
        >
            "Try again"
        </button>
    }
}

/// Whether the visitor has to know of it at once.
fn needs_attention(status: &KeepStatus) -> bool {
    match status {
        KeepStatus::Idle
        | KeepStatus::Loading
        | KeepStatus::Sending
        | KeepStatus::Kept { .. }
        | KeepStatus::Unsaved => false,
        KeepStatus::Changed
        | KeepStatus::Gone
        | KeepStatus::NotLoaded(_)
        | KeepStatus::NotKept(_) => true,
    }
}

fn status_text(status: &KeepStatus) -> String {
    match status {
        KeepStatus::Idle => String::new(),
        KeepStatus::Loading => "Loading what you kept\u{2026}".to_owned(),
        KeepStatus::Sending => "Keeping\u{2026}".to_owned(),
        KeepStatus::Kept { at } => format!("Kept at {at}, with all variations and comments."),
        KeepStatus::Unsaved => {
            "Changed since you kept it. Press \u{201c}Keep\u{201d} once more to keep the changes."
                .to_owned()
        }
        KeepStatus::Changed => {
            "It was changed elsewhere since you opened it here. Nothing is lost: \
             keep yours as new, or take the other. The way back leads to yours."
                .to_owned()
        }
        KeepStatus::Gone => "It is not among your analyses, or no longer. What is on the board \
             can be kept as a new one."
            .to_owned(),
        KeepStatus::NotLoaded(why) => format!("What you kept could not be loaded. {why}"),
        KeepStatus::NotKept(why) => {
            format!("{why} Nothing is lost: this page\u{2019}s address holds the analysis.")
        }
    }
}
