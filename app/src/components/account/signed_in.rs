//! The account of a signed-in visitor, and its settings.

use leptos::prelude::*;

use super::controller::AccountController;
use super::date::day;
use super::delete_account::AccountData;
use super::keys::ApiKeys;
use super::password::{ChangePassword, NewCode};
use crate::components::shared::form::{Form, FormFields};
use crate::controllers::exercise_sync::send_stored;
use crate::server_fns;

/// Name, sign-out buttons, and the settings.
#[component]
pub fn SignedIn(account: AccountController, name: String, created: i64) -> impl IntoView {
    let form = Form::new(
        FormFields::default(),
        |&everywhere| async move {
            // They are removed here with the visitor.
            send_stored().await;
            server_fns::sign_out(everywhere).await
        },
        move |()| account.visitor_left(),
    );
    let keys = LocalResource::new(server_fns::api_keys);
    view! {
        <div class="panel who">
            <p class="name">{name.clone()}</p>
            <p class="empty">"Member since " {day(created)}</p>
            <div class="row">
                <button
                    type="button"
                    class="button"
                    aria-busy=move || form.busy.get().to_string()
                    on:click=move |_| form.send(false)
                >
                    "Sign out"
                </button>
                <button type="button" class="button" on:click=move |_| form.send(true)>
                    "Sign out everywhere"
                </button>
            </div>
            <p class="wrong" role="alert">
                {move || form.error_for(None)}
            </p>
        </div>
        <ChangePassword name=name.clone() keys />
        <NewCode account name=name.clone() />
        <ApiKeys name=name.clone() keys />
        <AccountData account name />
    }
}
