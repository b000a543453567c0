//! A recovery code, shown once.

use leptos::prelude::*;
use wire::Secret;

use super::controller::AccountController;
use crate::components::panels::drawers::copy_text;
use crate::components::shared::focus::focus;

/// The code, until the visitor confirms having saved it.
#[component]
pub fn CodePanel(account: AccountController, code: Secret) -> impl IntoView {
    let status = RwSignal::new("");
    let text = code.0.clone();
    let copy = move |_| copy_text(None, status, text.clone());
    let kept = move |_| {
        account.recovery_code.set(None);
        focus("account");
    };
    view! {
        <div class="panel once">
            <h3>"Your recovery code"</h3>
            <p>
                "If you forget your password, only this code opens your account. Write it down or keep it where you keep passwords: it is shown this once."
            </p>
            <p class="code" data-recovery-code="">
                {code.0}
            </p>
            <div class="row">
                <button type="button" class="button" on:click=copy>
                    "Copy"
                </button>
                <button type="button" class="button primary" on:click=kept>
                    "I saved it"
                </button>
                <span class="empty" role="status">
                    {move || status.get()}
                </span>
            </div>
        </div>
    }
}
