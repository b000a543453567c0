//! One of several choices of which one holds.

use leptos::prelude::*;

use crate::components::shared::erased_view::Erase;

/// One of several exclusive choices.
#[component]
pub fn Segment(
    group: &'static str,
    #[prop(into)] label: String,
    checked: Signal<bool>,
    ready: Memo<bool>,
    #[prop(into)] on_choose: Callback<()>,
    children: Children,
) -> impl IntoView {
    view! {
        <label>
            <input
                type="radio"
                name=group
                aria-label=label
                autocomplete="off"
                checked=move || checked.get()
                prop:checked=move || checked.get()
                disabled=move || !ready.get()
                on:change=move |_| on_choose.run(())
            />
            {children()}
        </label>
    }
    .erase()
}
