//! Buttons that step through the moves.

use client::navigation::NavigationStep;
use leptos::prelude::*;

use crate::components::shared::icons::Icon;

/// Four buttons that step through a game's moves, and `children` beside them.
#[component]
pub fn MoveSteps(
    /// The shown ply.
    current: Memo<usize>,
    /// The last ply.
    end: Memo<usize>,
    /// Shows a ply.
    on_ply: Callback<usize>,
    #[prop(optional)] children: Option<Children>,
) -> impl IntoView {
    let button = move |icon: Icon, name: &'static str, step: NavigationStep| {
        let goal = move || step.target(current.get(), end.get());
        view! {
            <button
                type="button"
                class="icon-button"
                aria-label=name
                disabled=move || goal() == current.get()
                on:click=move |_| on_ply.run(untrack(goal))
            >
                {icon.draw()}
            </button>
        }
    };
    view! {
        <div class="steps">
            {button(Icon::First, "First position", NavigationStep::First)}
            {button(Icon::Previous, "Previous move", NavigationStep::Previous)}
            {button(Icon::Next, "Next move", NavigationStep::Next)}
            {button(Icon::Last, "Last move", NavigationStep::Last)}
            {children.map(|children| children())}
        </div>
    }
}
