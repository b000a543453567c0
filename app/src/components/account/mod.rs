//! What the visitor's own page shows once its script is there: games, results, what learners
//! remember, the account and its settings.
//!
//! `games`, `results` and `memory` are a section each; the others are the account's. `desk` knows who the visitor is, `form` and `field` are what every form is made of; `enter` is for
//! whoever is nobody or a guest, `settled` for whoever has a name.

mod date;
mod delete_account;
mod field;
pub mod form;
mod games;
mod keys;
mod memory;
mod password;
mod recovery_code;
mod results;
mod session;
mod sign_in;
mod signed_in;

use leptos::prelude::*;
use wire::Account;

use self::recovery_code::CodePanel;
use self::session::{Desk, Stage};
use self::sign_in::Enter;
use self::signed_in::Settled;
use super::shared::erased_view::Erase;

/// Everything that needs a script on the visitor's page.
pub fn me() -> AnyView {
    let desk = Desk::open();
    let stage = Memo::new(move |_| desk.stage.get());
    let content = move || match stage.get() {
        Stage::Asking => view! {
            <p class="empty" role="status">
                "Loading\u{2026}"
            </p>
        }
        .erase(),
        Stage::Failed(why) => view! {
            <p class="trouble broken" role="alert">
                {why} " "
                <button type="button" class="button quiet" on:click=move |_| desk.ask()>
                    "Try again"
                </button>
            </p>
        }
        .erase(),
        Stage::Code(code) => view! { <CodePanel desk code /> }.erase(),
        Stage::Known(Account::Named { name, created }) => {
            view! { <Settled desk name created /> }.erase()
        }
        Stage::Known(account @ (Account::Nobody | Account::Guest { .. })) => {
            let is_guest = account != Account::Nobody;
            view! { <Enter desk is_guest /> }.erase()
        }
    };
    // For whoever has no name yet, the account comes first.
    let settled = move || stage.with(|stage| matches!(stage, Stage::Known(Account::Named { .. })));
    let ready = Memo::new(move |_| desk.is_ready());
    view! {
        <p class="empty waiting" role="status" hidden=ready>
            "Loading\u{2026}"
        </p>
        <div class="sections" class:settled=settled hidden=move || !ready.get()>
            <div class="played">{results::results(desk)} {games::games(desk)}</div>
            <div class="kept">
                {memory::memory(desk)}
                // Where the focus goes when what it was on is gone.
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
    .erase()
}
