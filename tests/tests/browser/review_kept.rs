//! A review by one press, which stays: after a reload, and in a link.

use e2e::browser::{Browser, Page, Screen};
use e2e::play_page::{play_to_mate, until_dialog_says};
use e2e::server::Server;

/// Counts in `bars` how often the progress of a review was seen.
const BARS: &str = "window.bars = 0; new MutationObserver(() => { \
    if (document.querySelector('.review progress')) bars += 1; }) \
    .observe(document, { childList: true, subtree: true });";

/// What the review says: the moments, the accuracies, the losses by phase.
async fn said(page: &Page) -> [String; 3] {
    page.until("document.querySelector('.accuracies') !== null")
        .await;
    [
        page.text(".turns").await,
        page.text(".accuracies").await,
        page.text(".phase-losses").await,
    ]
}

/// The searched part of the curve.
async fn curve(page: &Page) -> String {
    let drawn = "document.querySelector('.graph .area:not(.stand-in)')?.getAttribute('d') ?? ''";
    let drawn = page.eval(drawn).await;
    drawn.as_str().expect("a path").to_owned()
}

/// `#` and what follows.
async fn fragment(page: &Page) -> String {
    let fragment = page.eval("location.hash").await;
    fragment.as_str().expect("a fragment").to_owned()
}

/// Waits until the address, which is written from time to time, has all that was found.
async fn until_address_rests(page: &Page) {
    page.until("location.hash.includes('&review=')").await;
    page.eval(
        "new Promise(rests => { let last = ''; const look = () => location.hash === last \
         ? rests(true) : (last = location.hash, setTimeout(look, 1500)); look(); })",
    )
    .await;
}

#[tokio::test]
async fn a_review_by_one_press_stays_at_a_reload_and_comes_with_a_link() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open_with(BARS, &server, "/?instant", Screen::DESKTOP)
        .await;
    play_to_mate(&page).await;
    page.press_button("Review").await;
    // It runs at once; the curve fills while the moments are still to come.
    page.until("location.pathname === '/analyze' && document.querySelector('.graph') !== null")
        .await;
    page.until("document.querySelector('.review h3')?.innerText.includes('moment')")
        .await;
    let before = said(&page).await;
    assert!(before[0].contains("3\u{2026} Nf6??"), "{}", before[0]);
    assert!(before[2].contains("Opening"), "{}", before[2]);
    until_address_rests(&page).await;
    let drawn = curve(&page).await;
    assert!(drawn.matches('L').count() > 7, "{drawn}");

    // No progress is ever shown again: what was found is in the address.
    page.reload().await;
    assert_eq!(said(&page).await, before);
    assert_eq!(curve(&page).await, drawn);
    assert_eq!(page.eval("bars").await, 0, "nothing was reviewed again");
    assert!(page.text(".passages").await.contains("Nf6??"));
    page.press(".turns .better").await;
    page.until("document.querySelector('.passage.beside') !== null")
        .await;

    let link = format!("/analyze{}", fragment(&page).await);
    let other = browser
        .open_as_stranger(BARS, &server, &link, Screen::DESKTOP)
        .await;
    assert_eq!(said(&other).await, before);
    assert_eq!(curve(&other).await, drawn);
    assert_eq!(other.eval("bars").await, 0);
    other.press_button("Close").await;
    other.until("!location.hash.includes('review')").await;
    page.assert_quiet().await;
    other.assert_quiet().await;
}

#[tokio::test]
async fn a_review_of_other_moves_is_left_out_with_a_word() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let link = "/analyze#pgn=e4_e5_Nf3&at=3&review=AQAAAAACAA";
    let page = browser.open(&server, link, Screen::DESKTOP).await;
    page.until("document.querySelector('.review .note')?.innerText.includes('left out')")
        .await;
    page.press_button("Review the game").await;
    page.until("document.querySelector('.review progress, .accuracies') !== null")
        .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_pasted_game_is_reviewed_by_one_press_with_its_evaluations_until_then() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/analyze", Screen::DESKTOP).await;
    page.press_button("Import").await;
    until_dialog_says(&page, "Import").await;
    page.eval(
        "(() => { const field = document.querySelector('.import textarea'); \
         field.value = '1. e4 {[%eval 0.3]} e5 {[%eval 0.2]} 2. Nf3 {[%eval 0.3]} *'; \
         field.dispatchEvent(new Event('input', { bubbles: true })); })()",
    )
    .await;
    page.press_button("Open and review").await;
    page.until("document.querySelector('.review progress, .accuracies') !== null")
        .await;
    said(&page).await;
    page.until("document.querySelector('.graph-note').checkVisibility() === false")
        .await;
    page.assert_quiet().await;
}
