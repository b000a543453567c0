//! Analyses that are kept under a name: on the analysis page, in the list, on two devices.

use e2e::account::{fill, register, sign_in};
use e2e::analysis_page::{import, until_moves_are};
use e2e::board::Board;
use e2e::browser::{Browser, Page, Screen};
use e2e::play_page::until_no_dialog;
use e2e::server::Server;

/// What the address cannot hold of it is the tag `Site`.
const GAME: &str = "[White \"Ada\"]\n[Black \"Bob\"]\n[Site \"at home\"]\n\n\
                    1. e4 {best} e5 (1... c5 2. Nf3) *";
const NAME: &str = "Ada \u{2013} Bob";

/// The browser itself logs a refused request to the console.
const NO_ANSWER: &str = "Failed to load resource";

async fn open(page: &Page, text: &str) {
    import(page, text).await;
    until_no_dialog(page).await;
}

async fn until_status_says(page: &Page, words: &str) {
    page.until(&format!(
        "document.getElementById('keep-said')?.innerText.includes({words:?}) ?? false"
    ))
    .await;
}

/// Opens the panel in which analyses are kept.
async fn open_panel(page: &Page) {
    page.until("document.querySelector('[data-panel=keep]') !== null")
        .await;
    page.eval("document.querySelector('[data-panel=keep]').open = true")
        .await;
}

async fn keep(page: &Page) {
    open_panel(page).await;
    page.press("[data-panel=keep] [type=submit]").await;
}

async fn until_version(page: &Page, version: u32) {
    page.until(&format!(
        "/^#analysis=[0-9a-f]{{16}}[.]{version}&/.test(location.hash)"
    ))
    .await;
}

/// The text of the whole analysis.
async fn pgn(page: &Page) -> String {
    page.until("document.querySelector('[data-panel=pgn]') !== null")
        .await;
    page.eval("document.querySelector('[data-panel=pgn]').open = true")
        .await;
    let text = "document.querySelector('[data-panel=pgn] textarea').value";
    page.until(&format!("{text}.length > 0")).await;
    page.eval(text)
        .await
        .as_str()
        .unwrap_or_default()
        .to_owned()
}

async fn until_list_says(page: &Page, words: &str) {
    page.until(&format!(
        "document.getElementById('analyses')?.innerText.includes({words:?}) ?? false"
    ))
    .await;
}

#[tokio::test]
async fn an_analysis_is_kept_changed_kept_again_renamed_and_deleted() {
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        let (server, browser) = (Server::start(), Browser::start().await);
        let page = browser.open(&server, "/analyze", screen).await;
        open(&page, GAME).await;
        open_panel(&page).await;
        let field = "document.getElementById('keep-name').value";
        page.until(&format!("{field} === {NAME:?}")).await;
        keep(&page).await;
        until_status_says(&page, "Kept at").await;
        until_version(&page, 1).await;
        page.reload().await;
        until_moves_are(&page, "1.e4 1\u{2026}e5 1\u{2026}c5 2.Nf3").await;
        // The server has what the address cannot hold.
        page.until("document.querySelector('[data-panel=keep] .aside').innerText.includes('Ada')")
            .await;
        assert!(pgn(&page).await.contains("[Site \"at home\"]"));
        Board::of(&page).play("g1", "f3").await;
        keep(&page).await;
        until_version(&page, 2).await;
        page.goto(&server.url("/me#analyses")).await;
        until_list_says(&page, NAME).await;
        until_list_says(&page, "2 moves \u{b7} 1 variation").await;
        let fits = "document.documentElement.scrollWidth <= innerWidth";
        assert_eq!(page.eval(fits).await, true);
        page.press_button(&format!("Rename {NAME}")).await;
        fill(&page, "analysis-name", "The \u{201c}open\u{201d} game").await;
        page.press("#analyses form [type=submit]").await;
        until_list_says(&page, "The open game").await;
        page.press("#analyses .who a").await;
        until_moves_are(&page, "1.e4 1\u{2026}e5 1\u{2026}c5 2.Nf3 2.Nf3").await;
        until_version(&page, 3).await;
        page.goto(&server.url("/me#analyses")).await;
        page.press_button("Delete The open game").await;
        page.press_button("Cancel").await;
        page.press_button("Delete The open game").await;
        page.press("#analysis-delete").await;
        until_list_says(&page, "No analyses yet.").await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn another_visitor_sees_nothing_and_keeps_what_an_address_holds_as_their_own() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/analyze", Screen::DESKTOP).await;
    open(&page, GAME).await;
    keep(&page).await;
    until_version(&page, 1).await;
    let address = page.eval("location.hash").await;
    let address = format!("/analyze{}", address.as_str().expect("a text"));
    let other = browser
        .open_as_stranger("", &server, "/me#analyses", Screen::DESKTOP)
        .await;
    until_list_says(&other, "No analyses yet.").await;
    other.goto(&server.url(&address)).await;
    until_moves_are(&other, "1.e4 1\u{2026}e5 1\u{2026}c5 2.Nf3").await;
    until_status_says(&other, "not among your analyses").await;
    keep(&other).await;
    until_status_says(&other, "Kept at").await;
    other.goto(&server.url("/me#analyses")).await;
    until_list_says(&other, NAME).await;
    // The link that is copied for others names no entry.
    page.eval("document.querySelector('[data-panel=pgn]').open = true")
        .await;
    let fields = "[...document.querySelectorAll('[data-panel=pgn] textarea')]\
         .map(field => field.value)";
    page.until(&format!("{fields}.every(text => text.length > 0)"))
        .await;
    let named = format!("{fields}.some(text => text.includes('analysis='))");
    assert_eq!(page.eval(&named).await, false);
    for page in [page, other] {
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn of_two_devices_the_later_is_told_and_loses_nothing() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let here = browser.open(&server, "/me", Screen::DESKTOP).await;
    register(&here, "Anna").await;
    here.goto(&server.url("/analyze")).await;
    open(&here, GAME).await;
    keep(&here).await;
    until_version(&here, 1).await;
    let address = here.eval("location.hash").await;
    let address = format!("/analyze{}", address.as_str().expect("a text"));
    let there = browser
        .open_as_stranger("", &server, "/me", Screen::PHONE)
        .await;
    sign_in(&there, "Anna").await;
    there.goto(&server.url(&address)).await;
    until_moves_are(&there, "1.e4 1\u{2026}e5 1\u{2026}c5 2.Nf3").await;
    Board::of(&there).play("g1", "f3").await;
    keep(&there).await;
    until_version(&there, 2).await;
    Board::of(&here).play("f2", "f4").await;
    keep(&here).await;
    until_status_says(&here, "changed elsewhere").await;
    until_moves_are(&here, "1.e4 1\u{2026}e5 1\u{2026}c5 2.Nf3 2.f4").await;
    here.press_button("Take the other").await;
    until_moves_are(&here, "1.e4 1\u{2026}e5 1\u{2026}c5 2.Nf3 2.Nf3").await;
    until_version(&here, 2).await;
    here.eval("history.back()").await;
    until_moves_are(&here, "1.e4 1\u{2026}e5 1\u{2026}c5 2.Nf3 2.f4").await;
    open_panel(&here).await;
    here.press_button("Keep as new").await;
    until_status_says(&here, "Kept at").await;
    here.goto(&server.url("/me#analyses")).await;
    here.until("document.querySelectorAll('#analyses li').length === 2")
        .await;
    for page in [here, there] {
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn without_the_server_nothing_is_lost_and_the_page_says_so() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/analyze", Screen::DESKTOP).await;
    open(&page, GAME).await;
    page.set_offline(true).await;
    keep(&page).await;
    until_status_says(&page, "Nothing is lost").await;
    page.until("location.hash.startsWith('#pgn=e4')").await;
    page.set_offline(false).await;
    keep(&page).await;
    until_status_says(&page, "Kept at").await;
    page.goto(&server.url("/me#analyses")).await;
    page.until("document.querySelectorAll('#analyses li').length === 1")
        .await;
    page.assert_quiet_but(NO_ANSWER).await;
}
