//! Exclusive choices side by side.

use leptos::prelude::*;

/// Exclusive choices side by side: each a value, its label for screen readers, and what it shows.
pub fn segments<T: Copy + PartialEq + Send + Sync + 'static>(
    group: &'static str,
    class: &'static str,
    chosen: Signal<T>,
    ready: Memo<bool>,
    on_choose: Callback<T>,
    choices: impl IntoIterator<Item = (T, String, AnyView)>,
) -> AnyView {
    let segment = |(choice, label, content): (T, String, AnyView)| {
        view! {
            <Segment
                group
                label
                checked=Signal::derive(move || chosen.get() == choice)
                ready
                on_choose=move |()| on_choose.run(choice)
            >
                {content}
            </Segment>
        }
    };
    let choices = choices.into_iter().map(segment).collect_view();
    view! { <div class=class>{choices}</div> }.into_any()
}

/// The same with labels that are shown as they are.
pub fn text_segments<T: Copy + PartialEq + Send + Sync + 'static>(
    group: &'static str,
    class: &'static str,
    chosen: Signal<T>,
    ready: Memo<bool>,
    on_choose: Callback<T>,
    choices: impl IntoIterator<Item = (T, &'static str)>,
) -> AnyView {
    let choices = choices
        .into_iter()
        .map(|(choice, label)| (choice, label.to_owned(), label.into_any()));
    segments(group, class, chosen, ready, on_choose, choices)
}

/// One of several exclusive choices.
#[component]
fn Segment(
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
}
