//! The proof of a sentence: played on the board, step by step, and taken on from there.

use e2e::board::Board;
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::page_timing::until_at_rest;
use e2e::server::Server;

/// White threatens mate with its first move, which Black stops.
const START: &str = "/play?instant#fen=5rk1/5ppp/8/8/8/3B4/5PPP/3Q2K1_w_-_-_0_1&white=you&black=intuition.10&depth=6&seed=1";
const BUTTON: &str = ".reason-tools > .button:not([hidden])";

/// A board wide enough for two columns, but not for three.
const TABLET: Screen = Screen {
    width: 800,
    height: 1_100,
    touch: true,
};

/// Plays the threat, and waits for the sentence about the answer.
async fn until_explained(page: &Page) {
    // The link's position comes after the page's own, which may be the game of a screen before.
    page.until("document.querySelector('[data-square=d3]').dataset.piece === 'wB'")
        .await;
    until_queen_stands(page, "d1").await;
    let board = Board::of(page);
    board.play("d1", "h5").await;
    board.until_ply(2).await;
    page.until(&format!("document.querySelector({BUTTON:?}) !== null"))
        .await;
    let reason = page.text(".why").await;
    assert!(reason.contains("Qxh7#"), "{reason}");
}

async fn until_queen_stands(page: &Page, square: &str) {
    page.until(&format!(
        "document.querySelector('[data-square={square}]').dataset.piece === 'wQ'"
    ))
    .await;
}

#[tokio::test]
async fn a_proof_plays_on_the_board_and_the_game_comes_back() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        let page = browser.open(&server, START, screen).await;
        until_explained(&page).await;
        if screen.width == Screen::PHONE.width {
            page.press("[aria-label='Show thinking']").await;
        }
        // The sheet slides in, and the button with it.
        until_at_rest(&page).await;
        page.press(BUTTON).await;
        page.until("document.querySelector('.status').innerText.includes('A line, not the game')")
            .await;
        let steps = "[...document.querySelectorAll('.proof .step')].map(step => step.innerText)";
        assert_eq!(page.eval(steps).await.to_string(), r#"["pass","Qxh7#"]"#);
        until_queen_stands(&page, "h7").await;
        let on_board = page.text(".proof .step[aria-current]").await;
        assert_eq!(on_board, "Qxh7#");
        let top = "document.querySelector('.board').getBoundingClientRect().bottom > 200";
        assert_eq!(page.eval(top).await, true, "the board is in view");
        until_queen_stands(&page, "h5").await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_proof_is_stepped_through_by_keys_and_taken_on_in_the_analysis() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, START, Screen::DESKTOP).await;
    until_explained(&page).await;
    page.eval(&format!("document.querySelector({BUTTON:?}).focus()"))
        .await;
    page.key(Key::Enter).await;
    page.until("document.querySelectorAll('.proof .step').length === 2")
        .await;
    page.key(Key::Tab).await;
    page.key(Key::Tab).await;
    page.key(Key::Tab).await;
    until_queen_stands(&page, "h7").await;
    page.key(Key::Tab).await;
    until_queen_stands(&page, "h5").await;
    page.key(Key::Enter).await;
    page.until("location.pathname === '/analyze'").await;
    until_queen_stands(&page, "h7").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_proof_is_there_after_a_reload_and_ends_with_the_next_move() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, START, Screen::DESKTOP).await;
    until_explained(&page).await;
    page.eval("location.replace('/play?instant')").await;
    page.until(&format!(
        "!location.hash && document.querySelector({BUTTON:?}) !== null"
    ))
    .await;
    page.press(BUTTON).await;
    until_queen_stands(&page, "h7").await;
    until_queen_stands(&page, "h5").await;
    Board::of(&page).play("h5", "h4").await;
    page.until("document.querySelector('.proof') === null")
        .await;
    page.assert_quiet().await;
}
