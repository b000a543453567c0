//! A modal dialog: the browser's own, which traps and restores the focus.

use leptos::html;
use leptos::prelude::*;

/// Shows its children while `open`; Escape closes it.
#[component]
pub fn Modal(
    open: RwSignal<bool>,
    /// The id of the heading that names the dialog.
    labelled_by: &'static str,
    #[prop(into)] class: Signal<&'static str>,
    children: Children,
) -> impl IntoView {
    let dialog = NodeRef::<html::Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (open.get(), dialog.open()) {
            // Fails only for an element outside the document.
            (true, false) => drop(dialog.show_modal()),
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    view! {
        <dialog
            class=move || class.get()
            node_ref=dialog
            aria-labelledby=labelled_by
            on:close=move |_| open.set(false)
        >
            {children()}
        </dialog>
    }
}
