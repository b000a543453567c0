//! Letters and numbers along the board's lower and left edges.

use leptos::prelude::*;

/// The layer of coordinates; hidden from screen readers, since the cells' names contain them.
#[component]
pub fn Coordinates(flipped: Signal<bool>) -> impl IntoView {
    view! {
        <div class="layer coordinates" class:flipped=flipped aria-hidden="true">
            <div class="files">
                {('a'..='h').map(|file| view! { <span>{file.to_string()}</span> }).collect_view()}
            </div>
            <div class="ranks">
                {(1..=8)
                    .rev()
                    .map(|rank: u8| view! { <span>{rank.to_string()}</span> })
                    .collect_view()}
            </div>
        </div>
    }
}
