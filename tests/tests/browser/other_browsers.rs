//! The page in Firefox and WebKit, where their drivers are installed (`GECKODRIVER`,
//! `WEBKIT_DRIVER`): played, dragged, promoted, loaded anew, without its server, analysed, and live
//! against a person with another browser.

use e2e::board::{Board, square};
use e2e::browser::{Browser, Screen};
use e2e::live_page::{make_game, until_status};
use e2e::other_browser::{Kind, Window};
use e2e::server::Server;

/// The moves of the playing page's list.
const MOVES: &str = "[...document.querySelectorAll('[data-panel=history] .moves button:not(.branch)')]\
     .map(e => e.firstChild.textContent.trim())";

async fn play(window: &Window, from: &str, to: &str) {
    window.press(&square(from)).await;
    window.press(&square(to)).await;
}

async fn until_ply(window: &Window, plies: usize) {
    window.until(&format!("{MOVES}.length >= {plies}")).await;
}

#[tokio::test]
async fn a_game_is_played_and_dragged_and_comes_back_when_the_page_is_loaded_anew() {
    let server = Server::start();
    for kind in Kind::installed() {
        let window = Window::open(kind, &server, "/?instant").await;
        play(&window, "e2", "e4").await;
        until_ply(&window, 2).await;
        window.drag(&square("g1"), &square("f3")).await;
        until_ply(&window, 4).await;
        let moves = window.eval(MOVES).await;
        assert_eq!((&moves[0], &moves[2]), (&"e4".into(), &"Nf3".into()));
        window.reload().await;
        until_ply(&window, 4).await;
        assert_eq!(window.eval(MOVES).await, moves, "{kind:?}");
        // It goes on.
        window.press_button("Hint").await;
        window
            .until("document.querySelector('.board-frame .arrows path') !== null")
            .await;
        window.close().await;
    }
}

#[tokio::test]
async fn a_pawn_becomes_what_is_chosen() {
    let server = Server::start();
    for kind in Kind::installed() {
        let window = Window::open(kind, &server, "/?instant").await;
        window
            .press("label:has(input[aria-label='Two players'])")
            .await;
        let way = "a2a4 b7b5 a4b5 a7a6 b5a6 h7h6 a6a7 h6h5 a7b8";
        for mv in way.split(' ') {
            play(&window, &mv[..2], &mv[2..]).await;
        }
        window.press_button("Promote to knight").await;
        until_ply(&window, 9).await;
        assert_eq!(window.eval(MOVES).await[8], "axb8=N", "{kind:?}");
        window.close().await;
    }
}

#[tokio::test]
async fn once_visited_the_page_is_played_without_its_server() {
    for kind in Kind::installed() {
        let server = Server::start();
        let window = Window::open(kind, &server, "/?instant").await;
        window
            .eval("void navigator.serviceWorker.ready.then(() => { window.keeps = true })")
            .await;
        window.until("window.keeps === true").await;
        let address = server.url("/?instant");
        server.kill();
        window.goto(&address).await;
        window
            .until("document.documentElement.hasAttribute('data-shell')")
            .await;
        play(&window, "d2", "d4").await;
        until_ply(&window, 2).await;
        window.close().await;
    }
}

#[tokio::test]
async fn a_position_is_looked_into() {
    let server = Server::start();
    for kind in Kind::installed() {
        let window = Window::open(kind, &server, "/analyze").await;
        let lines = "(document.querySelector('.analysis [data-panel=lines]')?.innerText ?? '')";
        window
            .until(&format!("/[+\u{2212}]\\d/.test({lines})"))
            .await;
        play(&window, "e2", "e4").await;
        window
            .until("document.querySelector('[data-panel=history]').innerText.includes('e4')")
            .await;
        window
            .until(&format!("/[+\u{2212}]\\d/.test({lines})"))
            .await;
        window.close().await;
    }
}

#[tokio::test]
async fn two_people_with_different_browsers_play_each_other() {
    let server = Server::start();
    for kind in Kind::installed() {
        let browser = Browser::start().await;
        let white = browser.open(&server, "/live", Screen::DESKTOP).await;
        let address = make_game(&white, &["White"]).await;
        let black = Window::open(kind, &server, &address).await;
        black.press_button("Play").await;
        until_status(&white, "Your move").await;
        Board::of(&white).play("e2", "e4").await;
        let status = |words: &str| {
            format!(
                "document.querySelector('.game .status')?.textContent.includes({words:?}) ?? false"
            )
        };
        black.until(&status("Your move")).await;
        play(&black, "c7", "c5").await;
        until_status(&white, "Your move").await;
        Board::of(&white).play("g1", "f3").await;
        black.until(&status("Your move")).await;
        black.reload().await;
        black.until(&status("Your move")).await;
        play(&black, "d7", "d6").await;
        until_status(&white, "Your move").await;
        white.assert_quiet().await;
        black.close().await;
    }
}
