//! Forms for visitors without an account: sign up, sign in, recover.

use leptos::prelude::*;
use wire::Secret;

use super::controller::AccountController;
use super::delete_account::GuestData;
use super::field::{Field, FieldKind};
use super::form_box::FormBox;
use crate::components::shared::focus::focus;
use crate::components::shared::form::{Form, FormFields};
use crate::server_fns;

/// The forms.
#[component]
pub fn SignedOut(account: AccountController, is_guest: bool) -> impl IntoView {
    let forgot = RwSignal::new(false);
    let guest = is_guest.then(|| {
        view! {
            <p>
                "Your games so far are kept for this browser. An account takes them over."
            </p>
        }
    });
    view! {
        <p>
            "An account keeps your games and what Ponder has learnt from them, on every device you sign in on. It takes a name and a password; no e-mail."
        </p>
        {guest}
        <div class="cards">
            <SignUp account />
            {move || match forgot.get() {
                false => view! { <SignIn account forgot /> }.into_any(),
                true => view! { <Recover account forgot /> }.into_any(),
            }}
        </div>
        {is_guest.then(|| view! { <GuestData account /> })}
    }
}

#[component]
fn SignUp(account: AccountController) -> impl IntoView {
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let fields = FormFields {
        id: "sign-up",
        names: &["name", "password"],
        denied: None,
    };
    let form = Form::new(
        fields,
        move |&()| server_fns::register(name.get_untracked(), Secret(password.get_untracked())),
        move |code| account.visitor_changed_with_code(code),
    );
    view! {
        <section class="panel" aria-labelledby="sign-up-title">
            <h3 id="sign-up-title">"Create an account"</h3>
            <FormBox form button="Create account">
                <Field
                    form
                    field="name"
                    name="Name"
                    kind=FieldKind::Name
                    value=name
                    advice="2 to 20 letters, digits, - and _. Others may see it."
                />
                <Field
                    form
                    field="password"
                    name="Password"
                    kind=FieldKind::NewPassword
                    value=password
                    advice="At least 8 characters, hard to guess: a few words will do."
                />
            </FormBox>
        </section>
    }
}

#[component]
fn SignIn(account: AccountController, forgot: RwSignal<bool>) -> impl IntoView {
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let fields = FormFields {
        id: "sign-in",
        names: &["name", "password"],
        denied: Some(("password", "The name or the password is wrong.")),
    };
    let form = Form::new(
        fields,
        move |&()| server_fns::sign_in(name.get_untracked(), Secret(password.get_untracked())),
        move |_| account.visitor_changed(),
    );
    view! {
        <section class="panel" aria-labelledby="sign-in-title">
            <h3 id="sign-in-title">"Sign in"</h3>
            <FormBox form button="Sign in">
                <Field form field="name" name="Name" kind=FieldKind::Name value=name />
                <Field form field="password" name="Password" kind=FieldKind::Password value=password />
            </FormBox>
            <button type="button" class="button quiet" on:click=move |_| {
                forgot.set(true);
                focus("recover-name");
            }>
                "Forgot your password?"
            </button>
        </section>
    }
}

#[component]
fn Recover(account: AccountController, forgot: RwSignal<bool>) -> impl IntoView {
    let [name, code, password] = [(); 3].map(|()| RwSignal::new(String::new()));
    let fields = FormFields {
        id: "recover",
        names: &["name", "code", "new_password"],
        denied: Some(("code", "The name or the code is wrong.")),
    };
    let call = move |_: &()| {
        let [code, password] = [code, password].map(|text| Secret(text.get_untracked()));
        server_fns::recover(name.get_untracked(), code, password)
    };
    let form = Form::new(fields, call, move |code| {
        account.visitor_changed_with_code(code)
    });
    view! {
        <section class="panel" aria-labelledby="recover-title">
            <h3 id="recover-title">"Forgot your password?"</h3>
            <p class="empty">
                "Use the recovery code that you were shown when you made the account. Without it, nobody can open the account, we included."
            </p>
            <FormBox form button="Set the new password">
                <Field form field="name" name="Name" kind=FieldKind::Name value=name />
                <Field form field="code" name="Recovery code" kind=FieldKind::Code value=code />
                <Field
                    form
                    field="new_password"
                    name="New password"
                    kind=FieldKind::NewPassword
                    value=password
                    advice="At least 8 characters, hard to guess. All devices are signed out, and all API keys end."
                />
            </FormBox>
            <button type="button" class="button quiet" on:click=move |_| {
                forgot.set(false);
                focus("sign-in-name");
            }>
                "Back to signing in"
            </button>
        </section>
    }
}
