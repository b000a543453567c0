//! For whoever has a name: who they are, and the settings of the account.

use leptos::prelude::*;

use super::date::day;
use super::delete_account::Leaving;
use super::form::Form;
use super::keys::Keys;
use super::password::{NewCode, Passwords};
use super::session::{Desk, focus};
use crate::components::shared::erased_view::Erase;
use crate::server_fns;

/// The account of whoever is signed in.
#[component]
pub fn Settled(desk: Desk, name: String, created: i64) -> impl IntoView {
    let form = Form::new("sign-out", &[], ("", ""));
    let sign_out = move |everywhere| {
        form.send(server_fns::sign_out(everywhere), move |()| {
            desk.turned();
            focus("account");
        });
    };
    let keys = RwSignal::new(Vec::new());
    view! {
        <div class="panel who">
            <p class="name">{name.clone()}</p>
            <p class="empty">"Member since " {day(created)}</p>
            <div class="row">
                <button
                    type="button"
                    class="button"
                    aria-busy=move || form.busy.get().to_string()
                    on:click=move |_| sign_out(false)
                >
                    "Sign out"
                </button>
                <button type="button" class="button" on:click=move |_| sign_out(true)>
                    "Sign out everywhere"
                </button>
            </div>
            <p class="wrong" role="alert">
                {move || form.words_for(None)}
            </p>
        </div>
        <Passwords name=name.clone() keys />
        <NewCode desk name=name.clone() />
        <Keys name=name.clone() keys />
        <Leaving desk name />
    }
    .erase()
}
