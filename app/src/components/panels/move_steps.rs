//! Buttons that step through the moves.

use leptos::prelude::*;

use crate::components::shared::erased_view::Erase;
use crate::components::shared::icons::Icon;

/// Four buttons that step through a game's moves, and `children` beside them.
#[component]
pub fn MoveSteps(
    /// The shown ply.
    current: Memo<usize>,
    /// The last ply.
    end: Memo<usize>,
    /// Shows a ply.
    #[prop(into)]
    on_step: Callback<usize>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let step = move |icon: Icon, name: &'static str, target: fn(usize, usize) -> usize| {
        let goal = move || target(current.get(), end.get());
        view! {
            <button
                type="button"
                class="icon-button"
                aria-label=name
                disabled=move || goal() == current.get()
                on:click=move |_| on_step.run(untrack(goal))
            >
                {icon.draw()}
            </button>
        }
    };
    view! {
        <div class="steps">
            {step(Icon::First, "First position", |_, _| 0)}
            {step(Icon::Previous, "Previous move", |now, _| now.saturating_sub(1))}
            {step(Icon::Next, "Next move", |now, end| (now + 1).min(end))}
            {step(Icon::Last, "Latest move", |_, end| end)} {children.map(|children| children())}
        </div>
    }
    .erase()
}
