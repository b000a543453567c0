//! The list of keyboard shortcuts.

use leptos::prelude::*;

use super::modal::Modal;
use crate::components::shared::shortcuts::Shortcut;

/// The list.
pub fn key_list(shortcuts: &'static [Shortcut]) -> AnyView {
    let line = |shortcut: &'static Shortcut| {
        let keys = shortcut
            .keys
            .iter()
            .map(|(key, _)| view! { <kbd>{key_label(key)}</kbd> });
        view! {
            <dt>{keys.collect_view()}</dt>
            <dd>{shortcut.text}</dd>
        }
    };
    view! { <dl class="keys">{shortcuts.iter().map(line).collect_view()}</dl> }.into_any()
}

/// A key as it is printed on keyboards.
fn key_label(key: &'static str) -> &'static str {
    match key {
        "ArrowLeft" => "\u{2190}",
        "ArrowRight" => "\u{2192}",
        other => other,
    }
}

/// The list as a dialog of its page.
#[component]
pub fn KeysDialog(open: RwSignal<bool>, shortcuts: &'static [Shortcut]) -> impl IntoView {
    view! {
        <Modal open labelled_by="keys-title" class="dialog">
            <h2 id="keys-title">"Keys"</h2>
            {key_list(shortcuts)}
            <p class="empty">
                "On the board, arrow keys walk over the squares and Enter picks up and puts down. Right-drag draws arrows, with Shift and Alt in other colours."
            </p>
            <div class="choices">
                <button type="button" class="button primary" on:click=move |_| open.set(false)>
                    "Done"
                </button>
            </div>
        </Modal>
    }
}
