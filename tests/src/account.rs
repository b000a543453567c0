//! Steps on the account page.

use std::time::Duration;

use crate::browser::Page;

/// The password of every test account.
pub const PASSWORD: &str = "correct horse battery";

/// Writes into a field, once it is there.
pub async fn fill(page: &Page, id: &str, text: &str) {
    page.until(&format!("document.getElementById({id:?}) !== null"))
        .await;
    page.eval(&format!(
        "(() => {{ const field = document.getElementById({id:?}); field.value = {text:?}; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
    ))
    .await;
}

/// So long a form has to stand: one of before the visitor left is replaced sooner.
const SETTLED: Duration = Duration::from_millis(100);

/// Sends the form `sign-up` or `sign-in`.
pub async fn enter(page: &Page, form: &str, name: &str, password: &str) {
    let (name_field, password_field) = (format!("{form}-name"), format!("{form}-password"));
    loop {
        fill(page, &name_field, name).await;
        fill(page, &password_field, password).await;
        tokio::time::sleep(SETTLED).await;
        let is_filled = format!(
            "document.getElementById({name_field:?})?.value === {name:?} \
             && document.getElementById({password_field:?})?.value === {password:?}"
        );
        if page.eval(&is_filled).await == true {
            break;
        }
    }
    page.press(&format!("#{form} [type=submit]")).await;
}

/// Waits until the account's section says so.
pub async fn until_said(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('.account')?.innerText.includes({words:?})"
    ))
    .await;
}

/// Makes an account and keeps its recovery code.
pub async fn register(page: &Page, name: &str) -> String {
    enter(page, "sign-up", name, PASSWORD).await;
    until_said(page, "Your recovery code").await;
    let code = page.text("[data-recovery-code]").await;
    page.press_button("I saved it").await;
    until_said(page, "Member since").await;
    code
}

/// Signs in.
pub async fn sign_in(page: &Page, name: &str) {
    enter(page, "sign-in", name, PASSWORD).await;
    until_said(page, "Member since").await;
}
