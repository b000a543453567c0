//! The account's API keys.

use leptos::prelude::*;
use wire::{ApiKey, NewApiKey, Secret};

use super::controller::VisitorData;
use super::date::day;
use super::field::{Field, FieldKind};
use super::form_box::FormBox;
use super::password::password_fields;
use crate::components::panels::drawers::copy_text;
use crate::components::shared::error_text::error_text;
use crate::components::shared::form::{Form, FormFields};
use crate::server_fns;

/// Lists, creates and revokes API keys.
#[component]
pub fn ApiKeys(
    name: String,
    /// Emptied when the password changes.
    keys: VisitorData<Vec<ApiKey>>,
) -> impl IntoView {
    let made = RwSignal::new(None::<NewApiKey>);
    let label = RwSignal::new(String::new());
    let password = RwSignal::new(String::new());
    let listed = Memo::new(move |_| keys.get().and_then(Result::ok).unwrap_or_default());
    let list_error = move || {
        keys.get()
            .and_then(Result::err)
            .map(|error| error_text(&error))
    };
    let fields = FormFields {
        names: &["label", "password"],
        ..password_fields("new-key")
    };
    let call = move |_: &()| {
        server_fns::new_api_key(label.get_untracked(), Secret(password.get_untracked()))
    };
    let form = Form::new(fields, call, move |new: NewApiKey| {
        label.set(String::new());
        password.set(String::new());
        let mut all = listed.get_untracked();
        all.push(new.listed.clone());
        keys.set(Some(Ok(all)));
        made.set(Some(new));
    });
    let revoke = |&id: &i64| async move { server_fns::revoke_api_key(id).await.map(|()| id) };
    let revocation = Form::new(FormFields::default(), revoke, move |id| {
        let mut all = listed.get_untracked();
        all.retain(|key| key.id != id);
        keys.set(Some(Ok(all)));
    });
    // Shown until the key is revoked.
    let shown = move || {
        let made = made.get()?;
        let is_there = listed.with(|keys| keys.iter().any(|key| key.id == made.listed.id));
        is_there.then_some(made.key)
    };
    let row = move |key| key_row(key, Callback::new(move |id| revocation.send(id)));
    view! {
        <details class="panel">
            <summary>
                "API keys" <span class="aside figures">{move || listed.with(Vec::len)}</span>
            </summary>
            <div class="panel-body">
                <p class="empty">
                    "Programs that show a key have five times the allowance of " <a href="/api">"the API"</a>
                    ", and share it with nobody. Five keys at most; a new password ends them all."
                </p>
                <ul class="keys-list">{move || listed.get().into_iter().map(row).collect_view()}</ul>
                <p class="wrong" role="alert">
                    {move || revocation.error_for(None).or_else(list_error)}
                </p>
                {move || shown().map(|key| view! { <NewKey key /> })}
                <FormBox form button="Make a key" class="button" user=name>
                    <Field
                        form
                        field="label"
                        name="What it is for"
                        kind=FieldKind::Label
                        value=label
                    />
                    <Field form field="password" name="Password" kind=FieldKind::Password value=password />
                </FormBox>
            </div>
        </details>
    }
}

/// A key of the list.
fn key_row(key: ApiKey, on_revoke: Callback<i64>) -> impl IntoView {
    let (id, label) = (key.id, key.label);
    let used = match key.used {
        Some(used) => format!("made {}, last used {}", day(key.created), day(used)),
        None => format!("made {}, never used", day(key.created)),
    };
    let name = format!("Revoke {label}");
    view! {
        <li>
            <span>{label}</span>
            <span class="empty">{used}</span>
            <button
                type="button"
                class="button quiet danger"
                aria-label=name
                on:click=move |_| on_revoke.run(id)
            >
                "Revoke"
            </button>
        </li>
    }
}

/// A new key, shown once.
#[component]
fn NewKey(key: Secret) -> impl IntoView {
    let status = RwSignal::new("");
    let text = key.0.clone();
    view! {
        <div class="made" role="status">
            <p>"Your new key. It is shown this once:"</p>
            <p class="code" data-api-key="">
                {key.0}
            </p>
            <div class="row">
                <button
                    type="button"
                    class="button"
                    on:click=move |_| copy_text(None, status, text.clone())
                >
                    "Copy key"
                </button>
                <span class="empty">{move || status.get()}</span>
            </div>
        </div>
    }
}
