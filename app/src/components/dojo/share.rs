//! Sharing the network by a link.

use client::dojo::{network_card, shared_fragment};
use leptos::prelude::*;
use leptos::task::spawn_local;
use wire::visitor::networks::FileBytes;

use crate::components::shared::error_text::error_text;
use crate::controllers::dojo::DojoController;
use crate::platform::sharing::{absolute_address, copy_to_clipboard};
use crate::routes::DOJO;
use crate::server_fns::upload_network;

/// What has come of it.
#[derive(Clone, PartialEq)]
enum Sharing {
    Idle,
    Uploading,
    Done {
        link: String,
        /// Whether it is in the clipboard, too.
        is_copied: bool,
    },
    Failed(String),
}

/// The button, and the link once there is one.
#[component]
pub fn Share(dojo: DojoController, is_empty: Memo<bool>) -> impl IntoView {
    let sharing = RwSignal::new(Sharing::Idle);
    let share = move |_| {
        let shared = dojo.with_untracked(|state| {
            let training = state.training.as_ref()?;
            Some((training.network.clone(), network_card(training)))
        });
        let Some((network, card)) = shared else {
            return;
        };
        sharing.set(Sharing::Uploading);
        spawn_local(async move {
            let uploaded = upload_network(FileBytes(network), card).await;
            let outcome = match uploaded {
                Ok(id) => {
                    let link = absolute_address(&format!("{DOJO}#{}", shared_fragment(id)));
                    let is_copied = copy_to_clipboard(&link).await;
                    Sharing::Done { link, is_copied }
                }
                Err(error) => Sharing::Failed(error_text(&error)),
            };
            sharing.try_set(outcome);
        });
    };
    let outcome = move || {
        match sharing.get() {
        Sharing::Idle | Sharing::Uploading => ().into_any(),
        Sharing::Done { link, is_copied } => view! {
            <p class="shared-link">
                {if is_copied { "Its link, which is copied: " } else { "Its link: " }} <a href=link.clone()>{link.clone()}</a>
                <span class="empty">
                    " Whoever has it may play against the network, train on from it and pass it on (CC0)."
                </span>
            </p>
        }
        .into_any(),
        Sharing::Failed(reason) => view! {
            <p class="trouble" role="alert">
                {reason}
            </p>
        }
        .into_any(),
    }
    };
    view! {
        <button
            type="button"
            class="button"
            title="Uploads the network as it is now, and copies a link to it"
            disabled=move || is_empty.get() || sharing.get() == Sharing::Uploading
            on:click=share
        >
            {move || if sharing.get() == Sharing::Uploading { "Sharing\u{2026}" } else { "Share" }}
        </button>
        <div class="sharing" role="status">
            {outcome}
        </div>
    }
}
