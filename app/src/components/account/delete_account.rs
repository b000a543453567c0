//! Download and deletion of the visitor's data.

use leptos::prelude::*;
use wire::Secret;

use super::controller::AccountController;
use super::field::{Field, FieldKind};
use super::form_box::FormBox;
use super::password::password_fields;
use crate::components::dialogs::modal::Modal;
use crate::components::shared::form::{Form, FormFields};
use crate::platform::download::download;
use crate::server_fns;

/// The button that downloads the data as JSON.
#[component]
fn DownloadData() -> impl IntoView {
    let save = |data| {
        // Serialising a JSON value cannot fail.
        let text = serde_json::to_string_pretty(&data).unwrap_or_default();
        download("ponder-my-data.json", &text);
    };
    let form = Form::new(FormFields::default(), |&()| server_fns::my_data(), save);
    view! {
        <button
            type="button"
            class="button"
            aria-busy=move || form.busy.get().to_string()
            on:click=move |_| form.send(())
        >
            "Download my data"
        </button>
        <p class="wrong" role="alert">
            {move || form.error_for(None)}
        </p>
    }
}

/// The section for an account.
#[component]
pub fn AccountData(account: AccountController, name: String) -> impl IntoView {
    let open = RwSignal::new(false);
    let password = RwSignal::new(String::new());
    let form = Form::new(
        password_fields("delete"),
        move |&()| server_fns::delete_account(Some(Secret(password.get_untracked()))),
        move |()| {
            open.set(false);
            account.visitor_left();
        },
    );
    view! {
        <details class="panel">
            <summary>"Your data"</summary>
            <div class="panel-body">
                <p class="empty">
                    "Everything that is kept about you, as a file; or nothing, from now on."
                </p>
                <div class="row">
                    <DownloadData />
                    <button type="button" class="button danger" on:click=move |_| open.set(true)>
                        "Delete my account\u{2026}"
                    </button>
                </div>
            </div>
        </details>
        <Modal open labelled_by="delete-title" class="dialog confirm">
            <h2 id="delete-title">"Delete your account?"</h2>
            <p>"Your games, results, keys and name go at once, everywhere. There is no way back."</p>
            <FormBox form button="Delete for good" class="button danger" user=name>
                <Field form field="password" name="Password" kind=FieldKind::Password value=password />
            </FormBox>
            <button type="button" class="button" on:click=move |_| open.set(false)>
                "Keep it"
            </button>
        </Modal>
    }
}

/// The section for a guest.
#[component]
pub fn GuestData(account: AccountController) -> impl IntoView {
    let open = RwSignal::new(false);
    let form = Form::new(
        FormFields::default(),
        |&()| server_fns::delete_account(None),
        move |()| {
            open.set(false);
            account.visitor_left();
        },
    );
    view! {
        <details class="panel">
            <summary>"Your data"</summary>
            <div class="panel-body">
                <p class="empty">"What the server keeps of your games, as a file; or nothing, from now on."</p>
                <div class="row">
                    <DownloadData />
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
                {move || form.error_for(None)}
            </p>
            <div class="choices">
                <button type="button" class="button" on:click=move |_| open.set(false)>
                    "Keep them"
                </button>
                <button type="button" class="button danger" on:click=move |_| form.send(())>
                    "Forget them"
                </button>
            </div>
        </Modal>
    }
}
