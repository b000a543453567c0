//! The list of keyboard shortcuts.

use leptos::prelude::*;

use super::modal::Modal;
use crate::components::shared::erased_view::Erase;

/// Keys, with a space between those that do the like, and what they do.
pub type Keys = &'static [(&'static str, &'static str)];

/// The list.
pub fn key_list(keys: Keys) -> AnyView {
    let key = |&(keys, what): &(&'static str, &'static str)| {
        let keys = keys
            .split(' ')
            .map(|key| view! { <kbd>{key}</kbd> })
            .collect_view();
        view! {
            <dt>{keys}</dt>
            <dd>{what}</dd>
        }
    };
    view! { <dl class="keys">{keys.iter().map(key).collect_view()}</dl> }.erase()
}

/// The list as a dialog of its page.
#[component]
pub fn KeysDialog(open: RwSignal<bool>, keys: Keys) -> impl IntoView {
    view! {
        <Modal open labelled_by="keys-title" class="dialog">
            <h2 id="keys-title">"Keys"</h2>
            {key_list(keys)}
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
    .erase()
}
