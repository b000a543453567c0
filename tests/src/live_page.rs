//! Steps on the pages of live games, in two or three browsers.

use serde_json::Value;

use crate::board::Board;
use crate::browser::{Browser, Page, Screen};
use crate::play_page::choose;
use crate::server::Server;

/// A script for the page's start: records its sockets, so that a test may cut them, and refuses new
/// ones while `refused` is true.
pub const KEEP_SOCKETS: &str = "window.sockets = []; window.refused = false;
    { const Plain = WebSocket;
      window.WebSocket = class extends Plain {
        constructor(...given) {
          if (window.refused) throw new DOMException('refused', 'SecurityError');
          super(...given);
          sockets.push(this);
        }
      }; }";

/// Makes a game on the lobby's page. Returns the game's address.
pub async fn make_game(page: &Page, choices: &[&str]) -> String {
    page.until("document.querySelector('.new-game') !== null")
        .await;
    for name in choices {
        choose(page, name).await;
    }
    page.press_button("Create the game").await;
    page.until("location.pathname.startsWith('/game/')").await;
    page.until("document.querySelector('.game .status') !== null && document.querySelector('.still') === null")
        .await;
    address(page).await
}

/// The path that a page is at.
pub async fn address(page: &Page) -> String {
    let path = page.eval("location.pathname").await;
    path.as_str().expect("a path").to_owned()
}

/// Chooses the time on the lobby's page by its value: `off`, `300.3`.
pub async fn choose_time(page: &Page, value: &str) {
    page.until("document.querySelector('.time select') !== null")
        .await;
    page.eval(&format!(
        "(() => {{ const list = document.querySelector('.time select'); list.value = {value:?}; \
         list.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    ))
    .await;
}

/// Chooses a time that is not in the list, by the first two of its fields.
pub async fn choose_other_time(page: &Page, shares: [u32; 2]) {
    choose_time(page, "other").await;
    page.until("document.querySelectorAll('.shares input').length === 2")
        .await;
    page.eval(&format!(
        "document.querySelectorAll('.shares input').forEach((field, index) => {{ \
         field.value = {shares:?}[index]; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})"
    ))
    .await;
}

/// Waits until the box beside the board says this.
pub async fn until_status(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('.game .status')?.textContent.includes({words:?}) ?? false"
    ))
    .await;
}

/// Plays these moves in turn, White's page first, and waits until both pages show each.
pub async fn play(white: &Page, black: &Page, moves: &[(&str, &str)]) {
    let before = Board::of(white).sans().await.len();
    for (index, (from, to)) in moves.iter().enumerate() {
        let ply = before + index;
        let mover = if ply.is_multiple_of(2) { white } else { black };
        until_status(mover, "Your move").await;
        Board::of(mover).play(from, to).await;
        for page in [white, black] {
            Board::of(page).until_ply(ply + 1).await;
        }
    }
}

/// Two people at a new game, White's page first.
pub async fn two_players(
    browser: &Browser,
    server: &Server,
    time: &str,
    screen: Screen,
) -> (Page, Page) {
    let white = browser
        .open_as_stranger(KEEP_SOCKETS, server, "/live", screen)
        .await;
    choose_time(&white, time).await;
    let game = make_game(&white, &["A friend", "White"]).await;
    let black = browser
        .open_as_stranger(KEEP_SOCKETS, server, &game, screen)
        .await;
    black.press_button("Play").await;
    until_status(&white, "Your move").await;
    until_status(&black, "you are Black").await;
    (white, black)
}

/// The squares of the premove.
pub async fn planned(page: &Page) -> Vec<String> {
    let squares = page
        .eval("[...document.querySelectorAll('.square.planned')].map(e => e.dataset.square).sort()")
        .await;
    let squares = squares.as_array().cloned().unwrap_or_default();
    let squares = squares.iter().filter_map(Value::as_str);
    squares.map(str::to_owned).collect()
}
