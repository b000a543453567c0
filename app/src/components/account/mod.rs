//! The content of the account page: results, games, analyses, the learner's table, the account's settings.
//!
//! `controller` has the page's state, `field` and `form_box` are used by every form, `list_parts` by the lists, `sign_in` is
//! shown to visitors without an account, `signed_in` to the others.

mod analyses;
mod controller;
mod date;
mod delete_account;
mod field;
pub mod form_box;
mod games;
mod keys;
mod list_parts;
mod memory;
mod password;
mod recovery_code;
mod results;
mod sign_in;
mod signed_in;

use leptos::prelude::*;
use wire::Account;

use self::controller::AccountController;
use self::recovery_code::CodePanel;
use self::sign_in::SignedOut;
use self::signed_in::SignedIn;
use super::shared::error_text::error_text;

/// The page below its heading.
pub fn me() -> AnyView {
    let account = AccountController::new();
    let shown = Memo::new(move |_| (account.recovery_code.get(), account.account.get()));
    let content = move || match shown.get() {
        (Some(code), _) => view! { <CodePanel account code /> }.into_any(),
        (None, None) => view! {
            <p class="empty" role="status">
                "Loading\u{2026}"
            </p>
        }
        .into_any(),
        (None, Some(Err(why))) => view! {
            <p class="trouble broken" role="alert">
                {error_text(&why)} " "
                <button
                    type="button"
                    class="button quiet"
                    on:click=move |_| account.account.refetch()
                >
                    "Try again"
                </button>
            </p>
        }
        .into_any(),
        (None, Some(Ok(Account::Named { name, created }))) => {
            view! { <SignedIn account name created /> }.into_any()
        }
        (None, Some(Ok(known @ (Account::Nobody | Account::Guest { .. })))) => {
            let is_guest = known != Account::Nobody;
            view! { <SignedOut account is_guest /> }.into_any()
        }
    };
    // Without an account, its section comes first.
    let settled =
        move || shown.with(|shown| matches!(shown, (None, Some(Ok(Account::Named { .. })))));
    let ready = Memo::new(move |_| account.is_ready());
    view! {
        <p class="empty waiting" role="status" hidden=ready>
            "Loading\u{2026}"
        </p>
        <div class="sections" class:settled=settled hidden=move || !ready.get()>
            <div class="played">{results::results(account)} {games::games(account)}
                {analyses::analyses(account)}</div>
            <div class="kept">
                {memory::memory(account)}
                // Receives the focus when the focused element is removed.
                <section
                    id="account"
                    class="account"
                    aria-labelledby="account-title"
                    tabindex="-1"
                >
                    <h2 id="account-title">"Account"</h2>
                    {content}
                    <p class="empty">
                        <a href="/privacy">"What is kept about you, and for how long"</a>
                    </p>
                </section>
            </div>
        </div>
    }
    .into_any()
}
