//! The account's API keys.

use leptos::prelude::*;
use wire::{ApiKey, NewApiKey, Secret};

use super::date::day;
use super::field::{Field, FieldKind};
use super::form_box::FormBox;
use super::password::WRONG_PASSWORD;
use crate::components::panels::drawers::copy_text;
use crate::components::shared::erased_view::Erase;
use crate::components::shared::form::Form;
use crate::server_fns;

/// Lists, creates and revokes API keys.
#[component]
pub fn ApiKeys(
    name: String,
    /// Cleared when the password changes.
    keys: RwSignal<Vec<ApiKey>>,
) -> impl IntoView {
    let made = RwSignal::new(None::<NewApiKey>);
    let label = RwSignal::new(String::new());
    let password = RwSignal::new(String::new());
    let listing = Form::new("keys", &[], ("", ""));
    let form = Form::new("new-key", &["label", "password"], WRONG_PASSWORD);
    let list = move || listing.send(server_fns::api_keys(), move |all| keys.set(all));
    list();
    let send = move |()| {
        let call = server_fns::new_api_key(label.get_untracked(), Secret(password.get_untracked()));
        form.send(call, move |new| {
            label.set(String::new());
            password.set(String::new());
            keys.update(|keys| keys.push(new.listed.clone()));
            made.set(Some(new));
        });
    };
    let revoke = move |id| {
        listing.send(server_fns::revoke_api_key(id), move |()| {
            keys.update(|keys| keys.retain(|key| key.id != id));
        });
    };
    // Shown until the key is revoked.
    let shown = move || {
        let made = made.get()?;
        let is_there = keys.with(|keys| keys.iter().any(|key| key.id == made.listed.id));
        is_there.then_some(made.key)
    };
    let row = move |key| key_row(key, Callback::new(revoke));
    view! {
        <details class="panel">
            <summary>
                "API keys" <span class="aside figures">{move || keys.with(Vec::len)}</span>
            </summary>
            <div class="panel-body">
                <p class="empty">
                    "Programs that show a key have five times the allowance of " <a href="/api">"the API"</a>
                    ", and share it with nobody. Five keys at most; a new password ends them all."
                </p>
                <ul class="keys-list">{move || keys.get().into_iter().map(row).collect_view()}</ul>
                <p class="wrong" role="alert">
                    {move || listing.error_for(None)}
                </p>
                {move || shown().map(|key| view! { <NewKey key /> })}
                <FormBox form button="Make a key" class="button" user=name on_send=send>
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
    .erase()
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
    .erase()
}
