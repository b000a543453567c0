//! To take everything along, and to have it forgotten.

use leptos::prelude::*;
use wire::Secret;

use super::field::{Field, Kind};
use super::form::{Form, FormBox};
use super::password::WRONG;
use super::session::{Desk, focus};
use crate::components::dialogs::modal::Modal;
use crate::components::shared::erased_view::Erase;
use crate::platform::download::download;
use crate::server_fns;

/// The data as a file.
#[component]
fn Download() -> impl IntoView {
    let form = Form::new("download", &[], ("", ""));
    let save = move |_| {
        form.send(server_fns::my_data(), |data| {
            // What came as JSON can be written as JSON.
            let text = serde_json::to_string_pretty(&data).unwrap_or_default();
            download("ponder-my-data.json", &text);
        });
    };
    view! {
        <button
            type="button"
            class="button"
            aria-busy=move || form.busy.get().to_string()
            on:click=save
        >
            "Download my data"
        </button>
        <p class="wrong" role="alert">
            {move || form.words_for(None)}
        </p>
    }
    .erase()
}

/// What there is for somebody with a name.
#[component]
pub fn Leaving(desk: Desk, name: String) -> impl IntoView {
    let open = RwSignal::new(false);
    let form = Form::new("delete", &["password"], WRONG);
    let password = RwSignal::new(String::new());
    let send = move |()| {
        let call = server_fns::delete_account(Some(Secret(password.get_untracked())));
        form.send(call, move |()| {
            open.set(false);
            desk.turned();
            focus("account");
        });
    };
    view! {
        <details class="panel">
            <summary>"Your data"</summary>
            <div class="panel-body">
                <p class="empty">
                    "Everything that is kept about you, as a file; or nothing, from now on."
                </p>
                <div class="row">
                    <Download />
                    <button type="button" class="button danger" on:click=move |_| open.set(true)>
                        "Delete my account\u{2026}"
                    </button>
                </div>
            </div>
        </details>
        <Modal open labelled_by="delete-title" class="dialog confirm">
            <h2 id="delete-title">"Delete your account?"</h2>
            <p>"Your games, results, keys and name go at once, everywhere. There is no way back."</p>
            <FormBox form button="Delete for good" class="button danger" user=name on_send=send>
                <Field form field="password" name="Password" kind=Kind::Password value=password />
            </FormBox>
            <button type="button" class="button" on:click=move |_| open.set(false)>
                "Keep it"
            </button>
        </Modal>
    }
    .erase()
}

/// What there is for a guest.
#[component]
pub fn Forget(desk: Desk) -> impl IntoView {
    let open = RwSignal::new(false);
    let form = Form::new("forget", &[], ("", ""));
    let forget = move |_| {
        form.send(server_fns::delete_account(None), move |()| {
            open.set(false);
            desk.turned();
            focus("account");
        });
    };
    view! {
        <details class="panel">
            <summary>"Your data"</summary>
            <div class="panel-body">
                <p class="empty">"What the server keeps of your games, as a file; or nothing, from now on."</p>
                <div class="row">
                    <Download />
                    <button type="button" class="button danger" on:click=move |_| open.set(true)>
                        "Forget my games\u{2026}"
                    </button>
                </div>
            </div>
        </details>
        <Modal open labelled_by="forget-title" class="dialog confirm">
            <h2 id="forget-title">"Forget your games?"</h2>
            <p>"The server deletes your games and results. There is no way back."</p>
            <p class="wrong" role="alert">
                {move || form.words_for(None)}
            </p>
            <div class="choices">
                <button type="button" class="button" on:click=move |_| open.set(false)>
                    "Keep them"
                </button>
                <button type="button" class="button danger" on:click=forget>
                    "Forget them"
                </button>
            </div>
        </Modal>
    }
    .erase()
}
