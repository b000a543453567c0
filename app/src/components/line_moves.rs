//! Moves of a line as buttons: each shows the position after it for as long as it is looked at.

use leptos::prelude::*;

use crate::components::whole::IntoWhole;

/// The moves. `on_look` hears how many of them are looked at, `None` when no more; `on_press` how
/// many are pressed.
#[component]
pub fn LineMoves(
    sans: Vec<String>,
    #[prop(into)] on_look: Callback<Option<usize>>,
    #[prop(into)] on_press: Callback<usize>,
) -> impl IntoView {
    let step = move |(index, san): (usize, String)| {
        let plies = index + 1;
        view! {
            <button
                type="button"
                class="step"
                on:pointerenter=move |_| on_look.run(Some(plies))
                on:pointerleave=move |_| on_look.run(None)
                on:focus=move |_| on_look.run(Some(plies))
                on:blur=move |_| on_look.run(None)
                on:click=move |_| on_press.run(plies)
            >
                {san}
            </button>
        }
    };
    view! { <span class="line">{sans.into_iter().enumerate().map(step).collect_view()}</span> }
        .into_whole()
}
