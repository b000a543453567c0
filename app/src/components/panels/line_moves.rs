//! Moves of a line as buttons, each with a preview of the position after it.

use leptos::prelude::*;

/// The moves. `on_look` receives the number of moves to preview, `None` to end the preview;
/// `on_press` the number of moves to play. When the line changes the buttons stay, so that no press
/// is lost.
///
/// Takes plain functions, since a button that is removed while focused fires `blur` after the
/// callbacks of its owner are disposed of.
#[component]
pub fn LineMoves<L, P>(
    #[prop(into)] sans: Signal<Vec<String>>,
    on_look: L,
    on_press: P,
    /// The number of moves on the board, if a line plays there.
    #[prop(optional, into)]
    at: Signal<Option<usize>>,
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
                aria-current=move || (at.get() == Some(plies)).then_some("step")
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
}
