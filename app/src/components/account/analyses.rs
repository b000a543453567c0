//! The analyses that the visitor keeps, the last change first.

use client::analysis::kept_fragment;
use leptos::prelude::*;
use leptos::web_sys::SubmitEvent;
use wire::visitor::analyses::{MAX_ANALYSIS_NAME_CHARS, cleaned_analysis_name};
use wire::{AnalysisAnswer, AnalysisCursor, AnalysisList, BackendError, ListedAnalysis};

use super::controller::AccountController;
use super::date::day;
use super::list_parts::{earlier_button, list_trouble, load_earlier};
use crate::components::shared::error_text::error_text;
use crate::components::shared::focus::focus;
use crate::components::shared::format::counted;
use crate::routes::ANALYZE;
use crate::server_fns;

/// The section's id, which addresses lead to.
const ANALYSES: &str = "analyses";

/// What is being done with an analysis of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Edit {
    Rename(ListedAnalysis),
    Delete(ListedAnalysis),
}

/// A change that was confirmed.
#[derive(Clone, Debug)]
enum ListChange {
    Rename(ListedAnalysis, String),
    Delete(ListedAnalysis),
}

/// The state of the section.
#[derive(Clone, Copy)]
struct AnalysesSection {
    account: AccountController,
    edit: RwSignal<Option<Edit>>,
    change: Action<ListChange, Result<AnalysisAnswer, BackendError>>,
}

/// The section.
pub fn analyses(account: AccountController) -> AnyView {
    let list = RwSignal::new(AnalysisList::default());
    Effect::new(move |_| {
        if let Some(Ok(latest)) = account.analyses.get() {
            list.set(latest);
        }
    });
    let section = AnalysesSection {
        account,
        edit: RwSignal::new(None),
        change: Action::new(|change: &ListChange| send(change.clone())),
    };
    section.follow_changes();
    // The section was hidden when the browser looked for it.
    Effect::new(move |shown: Option<bool>| {
        let is_ready = account.is_ready();
        let hash = window().location().hash().unwrap_or_default();
        if is_ready && shown != Some(true) && hash.strip_prefix('#') == Some(ANALYSES) {
            focus(ANALYSES);
        }
        shown == Some(true) || is_ready
    });
    let add = move |page: AnalysisList| {
        // Otherwise the page is gone.
        list.try_update(|list| {
            list.analyses.extend(page.analyses);
            list.before = page.before;
        });
    };
    let earlier = load_earlier(
        account,
        |before: AnalysisCursor| server_fns::kept_analyses(Some(before)),
        add,
    );
    let rows = move || {
        let edit = section.edit.get();
        let row = |listed: &ListedAnalysis| section.row(listed, edit.as_ref());
        let analyses = list.with(|list| list.analyses.iter().map(row).collect_view());
        view! { <ol class="analyses">{analyses}</ol> }
    };
    let more = move || earlier_button("Earlier analyses", list.with(|list| list.before), earlier);
    let retry = move || {
        earlier.clear();
        account.analyses.refetch();
    };
    let text = move || {
        match (account.analyses.get(), earlier.value().get()) {
        (Some(Err(_)), _) | (_, Some(Err(_))) => list_trouble("Your analyses could not be loaded.", retry),
        (None, _) => view! { <p class="empty">"Loading\u{2026}"</p> }.into_any(),
        (Some(Ok(_)), _) if list.with(|list| list.analyses.is_empty()) => view! {
            <p class="empty">
                "No analyses yet. \u{201c}Keep\u{201d} on the analysis page puts one here, with its variations and comments. " <a href=ANALYZE>"Analyze"</a>
            </p>
        }
        .into_any(),
        (Some(Ok(_)), _) => ().into_any(),
    }
    };
    view! {
        <section id=ANALYSES tabindex="-1" aria-labelledby="analyses-title">
            <h2 id="analyses-title">"My analyses"</h2>
            <div class="panel">
                {rows} <p class="wrong" role="alert">
                    {move || section.error()}
                </p> {text} {more}
            </div>
        </section>
    }
    .into_any()
}

async fn send(change: ListChange) -> Result<AnalysisAnswer, BackendError> {
    match change {
        ListChange::Rename(listed, name) => {
            server_fns::rename_analysis(listed.id, listed.version, name).await
        }
        ListChange::Delete(listed) => server_fns::delete_analysis(listed.id, listed.version).await,
    }
}

impl AnalysesSection {
    /// Loads the list again after each change, also where it had come late.
    fn follow_changes(self) {
        Effect::new(move |_| {
            if let Some(Ok(_)) = self.change.value().get() {
                self.edit.set(None);
                self.account.analyses.refetch();
                focus(ANALYSES);
            }
        });
    }

    /// Why the last change was not made.
    fn error(self) -> Option<String> {
        match self.change.value().get()? {
            Ok(AnalysisAnswer::Kept { .. } | AnalysisAnswer::Gone) => None,
            Ok(AnalysisAnswer::Changed { .. }) => {
                let text = "It was changed elsewhere meanwhile. The list is as it is now.";
                Some(text.to_owned())
            }
            Err(error) => Some(error_text(&error)),
        }
    }

    fn begin(self, edit: Edit, field: &'static str) {
        self.change.clear();
        self.edit.set(Some(edit));
        focus(field);
    }

    fn row(self, listed: &ListedAnalysis, edit: Option<&Edit>) -> AnyView {
        match edit {
            Some(Edit::Rename(edited)) if edited == listed => self.rename_row(listed.clone()),
            Some(Edit::Delete(edited)) if edited == listed => self.delete_row(listed.clone()),
            _ => self.shown_row(listed.clone()),
        }
    }

    fn shown_row(self, listed: ListedAnalysis) -> AnyView {
        let address = format!("{ANALYZE}#{}", kept_fragment(listed.id));
        let moves = counted(u64::from(listed.plies.div_ceil(2)), "move");
        let variations = counted(u64::from(listed.variations), "variation");
        let how = format!(
            "{moves} \u{b7} {variations} \u{b7} {}",
            day(listed.changed_ms)
        );
        let name = listed.name.clone();
        let (rename_label, delete_label) = (format!("Rename {name}"), format!("Delete {name}"));
        let (renamed, deleted) = (listed.clone(), listed);
        view! {
            <li>
                <strong class="who">
                    <a href=address>{name}</a>
                </strong>
                <span class="how empty figures">{how}</span>
                <span class="row">
                    <button
                        type="button"
                        class="button quiet"
                        aria-label=rename_label
                        on:click=move |_| self.begin(Edit::Rename(renamed.clone()), "analysis-name")
                    >
                        "Rename"
                    </button>
                    <button
                        type="button"
                        class="button quiet"
                        aria-label=delete_label
                        on:click=move |_| self.begin(Edit::Delete(deleted.clone()), "analysis-delete")
                    >
                        "Delete"
                    </button>
                </span>
            </li>
        }
        .into_any()
    }

    fn rename_row(self, listed: ListedAnalysis) -> AnyView {
        let name = RwSignal::new(listed.name.clone());
        let submit = move |event: SubmitEvent| {
            event.prevent_default();
            if let Some(name) = name.with_untracked(|name| cleaned_analysis_name(name)) {
                self.change
                    .dispatch(ListChange::Rename(listed.clone(), name));
            }
        };
        view! {
            <li>
                <form class="edit" novalidate on:submit=submit>
                    <label>
                        <span class="visually-hidden">"New name"</span>
                        <input
                            type="text"
                            id="analysis-name"
                            maxlength=MAX_ANALYSIS_NAME_CHARS.to_string()
                            autocomplete="off"
                            prop:value=move || name.get()
                            on:input=move |event| name.set(event_target_value(&event))
                        />
                    </label>
                    <span class="row">
                        <button type="submit" class="button primary">
                            "Rename"
                        </button>
                        {self.cancel()}
                    </span>
                </form>
            </li>
        }
        .into_any()
    }

    fn delete_row(self, listed: ListedAnalysis) -> AnyView {
        let question = format!(
            "Delete \u{201c}{}\u{201d} with all its variations and comments?",
            listed.name
        );
        view! {
            <li>
                <p class="edit">{question}</p>
                <span class="row">
                    <button
                        type="button"
                        class="button danger"
                        id="analysis-delete"
                        on:click=move |_| {
                            self.change.dispatch(ListChange::Delete(listed.clone()));
                        }
                    >
                        "Delete"
                    </button>
                    {self.cancel()}
                </span>
            </li>
        }
        .into_any()
    }

    fn cancel(self) -> AnyView {
        let cancel = move |_| {
            self.edit.set(None);
            focus(ANALYSES);
        };
        view! {
            <button type="button" class="button" on:click=cancel>
                "Cancel"
            </button>
        }
        .into_any()
    }
}
