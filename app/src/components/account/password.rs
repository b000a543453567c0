//! Changing the password and the recovery code.

use leptos::prelude::*;
use wire::{ApiKey, Secret};

use super::controller::AccountController;
use super::field::{Field, FieldKind};
use super::form_box::FormBox;
use crate::components::shared::erased_view::Erase;
use crate::components::shared::form::Form;
use crate::server_fns;

/// The error of a wrong password.
pub const WRONG_PASSWORD: (&str, &str) = ("password", "That is not your password.");

/// Changes the password.
#[component]
pub fn ChangePassword(
    name: String,
    /// The account's API keys.
    keys: RwSignal<Vec<ApiKey>>,
) -> impl IntoView {
    let form = Form::new(
        "change-password",
        &["current", "new"],
        ("current", "That is not your password."),
    );
    let (current, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let status = RwSignal::new("");
    let send = move |()| {
        status.set("");
        let call = server_fns::change_password(
            Secret(current.get_untracked()),
            Secret(new.get_untracked()),
        );
        form.send(call, move |()| {
            current.set(String::new());
            new.set(String::new());
            keys.set(Vec::new());
            status.set("The password is changed. Other devices are signed out, and all API keys have ended.");
        });
    };
    view! {
        <details class="panel">
            <summary>"Change password"</summary>
            <div class="panel-body">
                <FormBox form button="Change password" user=name on_send=send>
                    <Field form field="current" name="Password now" kind=FieldKind::Password value=current />
                    <Field
                        form
                        field="new"
                        name="New password"
                        kind=FieldKind::NewPassword
                        value=new
                        advice="At least 8 characters, hard to guess. Other devices are signed out, and all API keys end."
                    />
                </FormBox>
                <p class="empty" role="status">
                    {move || status.get()}
                </p>
            </div>
        </details>
    }
    .erase()
}

/// Creates a new recovery code.
#[component]
pub fn NewCode(account: AccountController, name: String) -> impl IntoView {
    let form = Form::new("new-code", &["password"], WRONG_PASSWORD);
    let password = RwSignal::new(String::new());
    let send = move |()| {
        let call = server_fns::new_recovery_code(Secret(password.get_untracked()));
        form.send(call, move |code| account.show_code(code));
    };
    view! {
        <details class="panel">
            <summary>"New recovery code"</summary>
            <div class="panel-body">
                <p class="empty">"The code that you have now opens nothing from then on."</p>
                <FormBox form button="Show a new code" user=name on_send=send>
                    <Field form field="password" name="Password" kind=FieldKind::Password value=password />
                </FormBox>
            </div>
        </details>
    }
    .erase()
}
