//! A button that copies a link to what is on the page.

use leptos::prelude::*;

use crate::components::shared::notices::use_notices;
use crate::platform::sharing::copy_to_clipboard;

/// The button; the page writes the link into its address, too.
pub fn copy_link(link: impl Fn() -> String + 'static) -> impl IntoView {
    let notices = use_notices();
    let copy = move |_| {
        let link = link();
        leptos::task::spawn_local(async move {
            notices.show_briefly(match copy_to_clipboard(&link).await {
                true => "The link is copied.",
                false => "The browser does not copy: the address above is the link.",
            });
        });
    };
    view! {
        <button type="button" class="button quiet" on:click=copy>
            "Copy link"
        </button>
    }
}
