//! Features that a browser may refuse: the page says each once, and the game goes on where it can.

use e2e::board::Board;
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::play_page::{choose, times_said, until_dialog_says, until_no_dialog, until_said};
use e2e::server::Server;

/// Plays a game of two people at one board to its end.
async fn two_people_play(page: &Page) {
    choose(page, "Two players").await;
    page.press_button("New game").await;
    let board = Board::of(page);
    board.until_empty().await;
    for (from, to) in [("f2", "f3"), ("e7", "e5"), ("g2", "g4"), ("d8", "h4")] {
        board.play(from, to).await;
    }
    until_dialog_says(page, "Black won").await;
    assert_eq!(board.sans().await, ["f3", "e5", "g4", "Qh4#"]);
}

#[tokio::test]
async fn storage_that_is_full_or_refused_is_said_once_and_the_game_goes_on() {
    let full = "Storage.prototype.setItem = () => \
                { throw new DOMException('no room', 'QuotaExceededError'); };";
    let read_only = "Storage.prototype.setItem = () => \
                     { throw new DOMException('not here', 'SecurityError'); };";
    let forbidden = "Object.defineProperty(window, 'localStorage', { get() \
                     { throw new DOMException('not here', 'SecurityError'); } });";
    let (server, browser) = (Server::start(), Browser::start().await);
    for (script, words) in [
        (full, "storage is full"),
        (read_only, "keeps nothing for this page"),
        (forbidden, "keeps nothing for this page"),
    ] {
        let page = browser
            .open_with(script, &server, "/?instant", Screen::DESKTOP)
            .await;
        choose(&page, "Computer").await;
        let board = Board::of(&page);
        board.play("e2", "e4").await;
        board.until_ply(2).await;
        until_said(&page, words).await;
        assert_eq!(times_said(&page, words).await, 1);
        page.press_button("Dismiss").await;
        two_people_play(&page).await;
        assert_eq!(times_said(&page, words).await, 0, "said once, {words}");
        page.assert_quiet().await;
    }
}

/// Workers whose script is the engine's; `crash(n)` tells how the nth of them comes to its end.
fn crashing(crash: &str) -> String {
    format!(
        "{{ const Real = Worker; let count = 0; \
         window.Worker = class extends Real {{ constructor(...given) {{ \
         super(...given); const own = ++count; window.workers = count; \
         const crash = () => {{ this.terminate(); \
         this.dispatchEvent(new ErrorEvent('error', {{ message: 'out of memory' }})); }}; \
         ({crash})(own, crash); }} }}; }}"
    )
}

#[tokio::test]
async fn a_worker_that_crashes_in_mid_game_is_started_again_and_that_is_said_once() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let script = crashing("(own, crash) => { if (own <= 2) window.crash = crash; }");
    let page = browser
        .open_with(&script, &server, "/?instant", Screen::DESKTOP)
        .await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    let words = "was started again";
    page.eval("crash()").await;
    // Black cannot answer these with a check.
    board.play("a2", "a3").await;
    board.until_ply(4).await;
    until_said(&page, words).await;
    page.eval("crash()").await;
    board.play("h2", "h3").await;
    board.until_ply(6).await;
    assert_eq!(page.eval("workers").await, 3);
    assert_eq!(times_said(&page, words).await, 1);
    page.press_button("Dismiss").await;
    two_people_play(&page).await;
    assert_eq!(times_said(&page, words).await, 0);
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_worker_that_always_crashes_is_given_up_and_can_be_tried_again() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let script = crashing("(own, crash) => { if (!window.healed) setTimeout(crash, 50); }");
    let page = browser
        .open_with(&script, &server, "/?instant", Screen::DESKTOP)
        .await;
    let words = "The engine has stopped: out of memory";
    until_said(&page, words).await;
    assert_eq!(times_said(&page, words).await, 1);
    assert_eq!(page.eval("workers").await, 3);
    two_people_play(&page).await;
    assert_eq!(times_said(&page, words).await, 1);
    page.key(Key::Escape).await;
    until_no_dialog(&page).await;
    page.eval("window.healed = true").await;
    page.press_button("Try again").await;
    page.until(&format!("!document.body.innerText.includes({words:?})"))
        .await;
    choose(&page, "Computer").await;
    page.press_button("New game").await;
    let board = Board::of(&page);
    board.until_empty().await;
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn without_workers_two_people_can_play() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open_with(
            "delete window.Worker;",
            &server,
            "/?instant",
            Screen::DESKTOP,
        )
        .await;
    let words = "The engine has stopped";
    until_said(&page, words).await;
    two_people_play(&page).await;
    assert_eq!(times_said(&page, words).await, 1);
    page.assert_quiet().await;
}

#[tokio::test]
async fn without_webassembly_the_page_says_what_is_missing() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.blank(Screen::DESKTOP).await;
    page.prepare("delete window.WebAssembly;").await;
    page.goto_drawn(&server.url("/")).await;
    let words = "Ponder needs WebAssembly";
    until_said(&page, words).await;
    assert_eq!(times_said(&page, words).await, 1);
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_page_whose_engine_does_not_load_says_so_once() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.blank(Screen::DESKTOP).await;
    page.prepare(
        "for (const name of ['instantiate', 'instantiateStreaming']) \
         WebAssembly[name] = () => Promise.reject(new WebAssembly.CompileError('too new'));",
    )
    .await;
    page.goto_drawn(&server.url("/")).await;
    let words = "Ponder could not be started";
    until_said(&page, words).await;
    assert_eq!(times_said(&page, words).await, 1);
}
