//! What the account page's lists have in common: each is loaded in pages, the latest first.

use leptos::prelude::*;
use wire::BackendError;

use super::controller::AccountController;

/// An action that fetches the page before a place of a list and adds it.
pub fn load_earlier<C, P, F>(
    account: AccountController,
    fetch: impl Fn(C) -> F + Send + Sync + 'static,
    add: impl Fn(P) + Copy + Send + Sync + 'static,
) -> Action<C, Result<(), BackendError>>
where
    C: Copy + Send + Sync + 'static,
    P: 'static,
    F: Future<Output = Result<P, BackendError>> + Send + 'static,
{
    Action::new(move |&before: &C| {
        let visitor = account.visitor;
        let requested_for = visitor.get_untracked();
        let page = fetch(before);
        async move {
            let page = page.await?;
            // Otherwise the visitor has changed meanwhile.
            if visitor.try_get_untracked() == Some(requested_for) {
                add(page);
            }
            Ok(())
        }
    })
}

/// The button for what comes before this place; nothing where the list is complete.
pub fn earlier_button<C: Copy + Send + Sync + 'static>(
    name: &'static str,
    before: Option<C>,
    earlier: Action<C, Result<(), BackendError>>,
) -> Option<AnyView> {
    let busy = earlier.pending();
    let before = before?;
    let button = view! {
        <button
            type="button"
            class="button quiet"
            disabled=move || busy.get()
            on:click=move |_| { earlier.dispatch(before); }
        >
            {name}
        </button>
    };
    Some(button.into_any())
}

/// What is said of a list that did not come.
pub fn list_trouble(text: &'static str, retry: impl Fn() + 'static) -> AnyView {
    view! {
        <p class="notice" role="alert">
            {text}
            " "
            <button type="button" class="button quiet" on:click=move |_| retry()>
                "Try again"
            </button>
        </p>
    }
    .into_any()
}
