//! Endgame tables on the page: solved positions in the analysis, with and without the server's files.

use e2e::browser::{Browser, Page, Screen};
use e2e::server::Server;

/// Rook against king, won in 14 moves.
const ROOK: &str = "/analyze#fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1";
/// Bishop and knight against king, won in 30 moves.
const BISHOP_AND_KNIGHT: &str = "/analyze#fen=8/8/8/8/8/2k5/8/KBN5_w_-_-_0_1";

async fn until_lines_say(page: &Page, text: &str) {
    let lines = "document.querySelector('[data-panel=lines]')?.innerText";
    page.until(&format!("{lines}.includes({text:?})")).await;
}

/// The worker solves the endings of three men itself.
#[tokio::test]
async fn an_ending_of_three_men_is_solved_without_the_servers_tables() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        let page = browser.open(&server, ROOK, screen).await;
        until_lines_say(&page, "Solved: mate in 14, whatever is played").await;
        until_lines_say(&page, "#14").await;
        until_lines_say(&page, "Looked up in the endgame tables").await;
        page.assert_quiet().await;
    }
}

/// Four men are more than the worker makes: without files it searches.
#[tokio::test]
async fn without_tables_of_four_men_the_position_is_searched() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, BISHOP_AND_KNIGHT, Screen::DESKTOP)
        .await;
    until_lines_say(&page, "Depth ").await;
    page.assert_quiet().await;
}

/// `TABLES_DIR` names a folder of `ponder tables make`.
#[tokio::test]
async fn an_ending_of_four_men_is_fetched_and_stays_for_visits_without_the_server() {
    let Some(folder) = std::env::var_os("TABLES_DIR") else {
        println!("TABLES_DIR is not set: no file was fetched");
        return;
    };
    let folder = folder.to_string_lossy().into_owned();
    let server = Server::start_with(&["--tables", &folder]);
    let browser = Browser::start().await;
    let page = browser.open(&server, "/learn", Screen::DESKTOP).await;
    page.until("fetch('/tables/set').then(answer => answer.text()).then(text => text === '4')")
        .await;
    page.eval("navigator.serviceWorker.ready.then(() => true)")
        .await;
    page.goto(&server.url(BISHOP_AND_KNIGHT)).await;
    until_lines_say(&page, "Solved: mate in 30, 10 of 12 moves win").await;
    page.assert_quiet().await;
}

/// The move that loses the rook turns a win into a draw; nothing of it is an opinion.
#[tokio::test]
async fn a_review_is_judged_by_the_tables() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let game = "/analyze#fen=8/8/8/8/8/2k5/8/K6R_w_-_-_0_1&pgn=Rh4_Kd3_Rd4_Kxd4";
    let page = browser.open(&server, game, Screen::DESKTOP).await;
    page.press_button("Review the game").await;
    page.until(
        "document.body.innerText.includes('4 positions were looked up in the endgame tables.')",
    )
    .await;
    page.until("document.body.innerText.includes('2. Rd4')")
        .await;
    page.assert_quiet().await;
}
