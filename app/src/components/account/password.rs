//! Changing the password and the recovery code.

use leptos::prelude::*;
use wire::{ApiKey, Secret};

use super::controller::{AccountController, VisitorData};
use super::field::{Field, FieldKind};
use super::form_box::FormBox;
use crate::components::shared::form::{Form, FormFields};
use crate::server_fns;

/// The error of a wrong password.
pub const WRONG_PASSWORD: &str = "That is not your password.";

/// A form that is proved by the password alone.
pub fn password_fields(id: &'static str) -> FormFields {
    FormFields {
        id,
        names: &["password"],
        denied: Some(("password", WRONG_PASSWORD)),
    }
}

/// Changes the password.
#[component]
pub fn ChangePassword(
    name: String,
    /// The account's API keys.
    keys: VisitorData<Vec<ApiKey>>,
) -> impl IntoView {
    let (current, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let status = RwSignal::new("");
    let fields = FormFields {
        id: "change-password",
        names: &["current", "new"],
        denied: Some(("current", WRONG_PASSWORD)),
    };
    let call = move |_: &()| {
        status.set("");
        let [current, new] = [current, new].map(|text| Secret(text.get_untracked()));
        server_fns::change_password(current, new)
    };
    let form = Form::new(fields, call, move |()| {
        current.set(String::new());
        new.set(String::new());
        keys.set(Some(Ok(Vec::new())));
        status.set(
            "The password is changed. Other devices are signed out, and all API keys have ended.",
        );
    });
    view! {
        <details class="panel">
            <summary>"Change password"</summary>
            <div class="panel-body">
                <FormBox form button="Change password" user=name>
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
}

/// Creates a new recovery code.
#[component]
pub fn NewCode(account: AccountController, name: String) -> impl IntoView {
    let password = RwSignal::new(String::new());
    let form = Form::new(
        password_fields("new-code"),
        move |&()| server_fns::new_recovery_code(Secret(password.get_untracked())),
        move |code| account.show_code(code),
    );
    view! {
        <details class="panel">
            <summary>"New recovery code"</summary>
            <div class="panel-body">
                <p class="empty">"The code that you have now opens nothing from then on."</p>
                <FormBox form button="Show a new code" user=name>
                    <Field form field="password" name="Password" kind=FieldKind::Password value=password />
                </FormBox>
            </div>
        </details>
    }
}
