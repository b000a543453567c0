//! Compares every stored and exchanged format with recordings: programs, links and browsers of earlier
//! versions go on working.

use e2e::board::Board;
use e2e::browser::{Browser, Screen};
use e2e::browser_storage::{read_storage, write_storage};
use e2e::memory::{lose, until_memory_says};
use e2e::play_page::choose;
use e2e::recorded::{fixture, hold, is_recording, record};
use e2e::server::Server;
use serde_json::json;

#[tokio::test]
async fn searches_and_positions_are_told_as_recorded() {
    hold(Server::start().addr, "api").await;
}

#[tokio::test]
async fn the_pages_own_requests_are_answered_as_recorded() {
    hold(Server::start().addr, "server_functions").await;
}

#[tokio::test]
async fn live_games_are_told_as_recorded() {
    hold(Server::start().addr, "socket").await;
}

/// The game of a link: the moves, and the ply that is shown.
#[tokio::test]
async fn links_show_the_games_that_they_showed() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let mut links = fixture("links");
    for link in links.as_array_mut().expect("a list") {
        let address = link["address"].as_str().expect("an address");
        let page = browser
            .open_as_stranger("", &server, address, Screen::DESKTOP)
            .await;
        page.until(&format!("{MOVES}.length > 0")).await;
        let found = json!({
            "moves": page.eval(MOVES).await,
            "pieces": page.eval(PIECES).await,
        });
        match is_recording() {
            true => link["shows"] = found,
            false => assert_eq!(link["shows"], found, "{address}"),
        }
        page.assert_quiet().await;
    }
    if is_recording() {
        record("links", &links);
    }
}

/// The moves of the list, variations, too.
const MOVES: &str = "[...document.querySelectorAll(
    '[data-panel=history] .moves button:not(.branch), [data-panel=history] .passages button'
)].map(e => e.firstChild.textContent.trim())";

/// The pieces on the board, by their squares.
const PIECES: &str = "Object.fromEntries([...document.querySelectorAll('[data-piece]')]\
                      .map(e => [e.closest('[data-square]').dataset.square, e.dataset.piece]))";

#[tokio::test]
async fn a_browser_finds_what_it_kept() {
    let (server, browser) = (Server::start(), Browser::start().await);
    if is_recording() {
        keep_something(&server, &browser).await;
        return;
    }
    let fixture = fixture("browser");
    let page = browser.blank(Screen::DESKTOP).await;
    write_storage(&page, &server, &fixture["kept"]).await;
    page.goto(&server.url("/?instant")).await;
    // What came by a link is on the board, the visitor's own game beside it.
    page.until("document.body.innerText.includes('You opened a shared game; yours is saved.')")
        .await;
    page.press_button("Back to my game").await;
    let board = Board::of(&page);
    board.until_ply(2).await;
    assert_eq!(json!(board.sans().await), fixture["sans"]);
    assert!(page.has("html[data-theme=light]").await);
    assert!(page.has("input[aria-label^='Level 2']:checked").await);
    page.press("[data-panel=learning] summary").await;
    until_memory_says(&page, "Computer won1").await;
    page.until("!Object.keys(localStorage).some(key => key.startsWith('ponder.unsent.'))")
        .await;
    page.goto(&server.url("/me")).await;
    page.until("document.querySelector('.games')?.innerText.includes('Lost') ?? false")
        .await;
    page.assert_quiet_but("favicon.ico").await;
}

/// Records a browser that has lost a game of which the server does not know, plays another one, and has
/// opened a link.
async fn keep_something(server: &Server, browser: &Browser) {
    let page = browser.open(server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Level 2, Beginner").await;
    page.press_button("Light theme").await;
    page.set_offline(true).await;
    lose(&page).await;
    page.press_button("New game").await;
    let board = Board::of(&page);
    board.until_empty().await;
    board.play("d2", "d4").await;
    board.until_ply(2).await;
    let sans = board.sans().await;
    page.press("[data-panel=learning] summary").await;
    until_memory_says(&page, "Computer won1").await;
    page.eval("location.hash = 'moves=e4_e5&white=you&black=ponder', true")
        .await;
    page.until("localStorage.getItem('ponder.aside') !== null")
        .await;
    record(
        "browser",
        &json!({ "sans": sans, "kept": read_storage(&page).await }),
    );
}
