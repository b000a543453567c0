//! The account page, from a new account to its deletion.

use e2e::account::{PASSWORD, enter, fill, register, until_said};
use e2e::browser::{Browser, Screen};
use e2e::server::Server;

const NAME: &str = "Anna";

/// The browser itself logs a refused request to the console.
const REFUSED: &str = "status of 4";

#[tokio::test]
async fn an_account_is_made_left_entered_again_and_deleted() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for (number, screen) in [Screen::DESKTOP, Screen::PHONE].into_iter().enumerate() {
        let page = browser.open(&server, "/me", screen).await;
        let code = register(&page, NAME).await;
        assert_eq!(code.trim().len(), 29, "{code}");
        assert_eq!(page.text(".who .name").await.trim(), NAME);
        page.press_button("Sign out").await;
        until_said(&page, "Create an account").await;
        // Once wrong, and where it is said.
        enter(&page, "sign-in", NAME, "something else").await;
        page.until("document.activeElement?.id === 'sign-in-password'")
            .await;
        let described = "document.activeElement.getAttribute('aria-describedby').split(' ')\
             .map(id => document.getElementById(id).innerText).join('')";
        assert_eq!(
            page.eval(described).await,
            "The name or the password is wrong."
        );
        assert_eq!(
            page.eval("document.activeElement.ariaInvalid").await,
            "true"
        );
        enter(&page, "sign-in", NAME, PASSWORD).await;
        until_said(&page, "Member since").await;
        page.reload().await;
        until_said(&page, "Member since").await;
        page.press_button("Your data").await;
        page.press_button("Delete my account\u{2026}").await;
        fill(&page, "delete-password", PASSWORD).await;
        page.press("#delete [type=submit]").await;
        until_said(&page, "Create an account").await;
        enter(&page, "sign-in", NAME, PASSWORD).await;
        until_said(&page, "The name or the password is wrong.").await;
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.eval(fits).await, true, "{number}");
        page.assert_quiet_but(REFUSED).await;
    }
}

#[tokio::test]
async fn who_forgot_the_password_comes_back_by_the_code() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/me", Screen::DESKTOP).await;
    let code = register(&page, NAME).await;
    page.press_button("Sign out").await;
    page.press_button("Forgot your password?").await;
    fill(&page, "recover-name", "anna").await;
    fill(&page, "recover-code", &code.trim().to_lowercase()).await;
    fill(&page, "recover-new_password", "battery staple").await;
    page.press("#recover [type=submit]").await;
    until_said(&page, "Your recovery code").await;
    assert_ne!(page.text("[data-recovery-code]").await, code);
    page.press_button("I saved it").await;
    until_said(&page, "Member since").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_key_is_made_shown_once_and_revoked() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/me", Screen::PHONE).await;
    register(&page, NAME).await;
    page.press(".account summary:has(.aside)").await;
    fill(&page, "new-key-label", "my bot").await;
    fill(&page, "new-key-password", PASSWORD).await;
    page.press("#new-key [type=submit]").await;
    page.until("document.querySelector('[data-api-key]')?.innerText.startsWith('ponder_')")
        .await;
    let key = page.text("[data-api-key]").await;
    let ask = |key: &str| {
        format!(
            "fetch('/api/v1/strategies', {{ headers: {{ authorization: 'Bearer {key}' }} }})\
             .then(answer => answer.status)"
        )
    };
    assert_eq!(page.eval(&ask(key.trim())).await, 200);
    page.press_button("Revoke my bot").await;
    page.until("document.querySelector('.keys-list li') === null")
        .await;
    assert!(!page.has("[data-api-key]").await);
    assert_eq!(page.eval(&ask(key.trim())).await, 401);
    page.assert_quiet_but(REFUSED).await;
}
