//! A form on the page.

use leptos::prelude::*;
use leptos::web_sys::SubmitEvent;

use crate::components::shared::form::Form;

/// A form: its fields, its error, and the submit button.
#[component]
pub fn FormBox(
    form: Form,
    /// The button's label.
    button: &'static str,
    /// The button's class.
    #[prop(default = "button primary")]
    class: &'static str,
    /// The account's name, for password managers.
    #[prop(optional)]
    user: Option<String>,
    children: Children,
) -> impl IntoView {
    let submit = move |event: SubmitEvent| {
        event.prevent_default();
        form.send(());
    };
    view! {
        <form id=form.id method="post" novalidate on:submit=submit>
            {user
                .map(|name| {
                    view! { <input type="text" name="username" autocomplete="username" value=name hidden /> }
                })}
            {children()}
            <p class="wrong" role="alert">
                {move || form.error_for(None)}
            </p>
            <button type="submit" class=class aria-busy=move || form.busy.get().to_string()>
                {button}
            </button>
        </form>
    }
}
