//! Moves of a line as buttons: each shows the position after it for as long as it is looked at.

use leptos::prelude::*;

use crate::components::shared::erased_view::Erase;

/// The moves. `on_look` hears how many of them are looked at, `None` when no more; `on_press` how
/// many are pressed. Where the line changes the buttons stay, so that a press on one is not lost.
///
/// Plain functions, no callbacks: a button that loses the focus by being taken away says so when
/// what belongs to it is gone already.
#[component]
pub fn LineMoves<L, P>(
    #[prop(into)] sans: Signal<Vec<String>>,
    on_look: L,
    on_press: P,
) -> impl IntoView
where
    L: Fn(Option<usize>) + Clone + Send + 'static,
    P: Fn(usize) + Clone + Send + 'static,
{
    let plies = Memo::new(move |_| sans.with(Vec::len));
    let step = move |plies: usize| {
        let [show, focus, leave, blur] = [(); 4].map(|()| on_look.clone());
        let press = on_press.clone();
        let san = move || sans.with(|sans| sans.get(plies - 1).cloned().unwrap_or_default());
        view! {
            <button
                type="button"
                class="step"
                on:pointerenter=move |_| show(Some(plies))
                on:pointerleave=move |_| leave(None)
                on:focus=move |_| focus(Some(plies))
                on:blur=move |_| blur(None)
                on:click=move |_| press(plies)
            >
                {san}
            </button>
        }
    };
    view! {
        <span class="line">
            <For each=move || 1..=plies.get() key=|plies| *plies children=step />
        </span>
    }
    .erase()
}
