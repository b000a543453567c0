//! What a browser may refuse: each is said once on the page, and the game goes on where it can.

use std::{fs, path::PathBuf};

use e2e::board::Board;
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::folder::TempFolder;
use e2e::server::Server;
use e2e::table::{choose, until_dialog_says, until_no_dialog};

/// How often the page says this where it can be read.
async fn times_said(page: &Page, words: &str) -> u64 {
    let times = page
        .eval(&format!(
            "document.body.innerText.split({words:?}).length - 1"
        ))
        .await;
    times.as_u64().expect("a number")
}

async fn until_said(page: &Page, words: &str) {
    page.until(&format!("document.body.innerText.includes({words:?})"))
        .await;
}

/// Two people play a game to its end.
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
        page.press_button("All right").await;
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
    board.play("d2", "d3").await;
    board.until_ply(4).await;
    until_said(&page, words).await;
    page.eval("crash()").await;
    board.play("g2", "g3").await;
    board.until_ply(6).await;
    assert_eq!(page.eval("workers").await, 3);
    assert_eq!(times_said(&page, words).await, 1);
    page.press_button("All right").await;
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

/// The built site as a folder of its own, less the files of this name.
fn site_without(name: &str) -> TempFolder {
    site_with(name, |_| None)
}

/// The same with other bytes in the file of this name, which is packed no more.
fn site_with(name: &str, change: fn(Vec<u8>) -> Option<Vec<u8>>) -> TempFolder {
    let site = std::env::var_os("PONDER_SITE").expect("`cargo xtask test` names the site");
    let copy = TempFolder::new().expect("a temporary folder can be made");
    let mut folders = vec![(PathBuf::from(site), copy.path().to_owned())];
    while let Some((from, to)) = folders.pop() {
        fs::create_dir_all(&to).expect("a folder can be made");
        for entry in fs::read_dir(from).expect("the site can be read") {
            let entry = entry.expect("the site can be read");
            let (from, to) = (entry.path(), to.join(entry.file_name()));
            if from.is_dir() {
                folders.push((from, to));
            } else if !entry.file_name().to_string_lossy().starts_with(name) {
                fs::copy(from, to).expect("a file can be copied");
            } else if entry.file_name() == name
                && let Some(bytes) = change(fs::read(from).expect("a file can be read"))
            {
                fs::write(to, bytes).expect("a file can be written");
            }
        }
    }
    copy
}

#[tokio::test]
async fn without_its_network_the_page_says_so_once_and_plays_on_by_the_hand_made_evaluation() {
    let site = site_without("intuition.nnue");
    let site = site.path().display().to_string();
    let (server, browser) = (
        Server::start_with(&["--site", &site]),
        Browser::start().await,
    );
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Computer").await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    let words = "The network could not be loaded";
    until_said(&page, words).await;
    assert_eq!(times_said(&page, words).await, 1);
    page.press_button("All right").await;
    page.until("document.querySelector('.network').textContent.includes('answered 404')")
        .await;
    board.play("d2", "d4").await;
    board.until_ply(4).await;
    assert_eq!(times_said(&page, words).await, 0);
    let page = browser.open(&server, "/analyze", Screen::DESKTOP).await;
    until_said(&page, words).await;
    page.until("document.querySelectorAll('.found-lines li:not([hidden])').length === 3")
        .await;
    assert_eq!(times_said(&page, words).await, 1);
}

#[tokio::test]
async fn a_damaged_network_is_refused_with_the_reason_and_the_game_goes_on() {
    let site = site_with("intuition.nnue", |mut bytes| {
        bytes[5_000] ^= 1;
        Some(bytes)
    });
    let site = site.path().display().to_string();
    let (server, browser) = (
        Server::start_with(&["--site", &site]),
        Browser::start().await,
    );
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Computer").await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    until_said(&page, "The network could not be loaded").await;
    page.until("document.querySelector('.network').textContent.includes('the network is damaged')")
        .await;
    let page = browser.open(&server, "/analyze", Screen::DESKTOP).await;
    let judge = "document.querySelector('.judge')";
    page.until(&format!(
        "{judge}.textContent === 'Judged by the hand-made evaluation' \
         && {judge}.title.includes('damaged')"
    ))
    .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_network_that_comes_late_is_spoken_of_until_it_is_here() {
    // What the worker says of a network that is here reaches the page when the test has it so.
    let script = "{ const Real = Worker; window.Worker = class extends Real { \
                  set onmessage(hear) { super.onmessage = hear && (event => { \
                  const bytes = event.data; \
                  const text = ArrayBuffer.isView(bytes) ? new TextDecoder('latin1').decode(bytes) : ''; \
                  if (!text.includes('generation')) return hear(event); \
                  window.here = () => hear(event); }); } }; }";
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open_with(script, &server, "/?instant", Screen::DESKTOP)
        .await;
    choose(&page, "Computer").await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    let words = "The network is on its way: until it is here";
    until_said(&page, words).await;
    page.until("Boolean(window.here)").await;
    page.eval("here()").await;
    page.until(&format!("!document.body.innerText.includes({words:?})"))
        .await;
    page.assert_quiet().await;

    let page = browser
        .open_with(script, &server, "/analyze", Screen::DESKTOP)
        .await;
    let judged = |words: &str| {
        format!("document.querySelector('.judge')?.textContent.startsWith('{words}')")
    };
    page.until(&judged("Hand-made evaluation; the network: "))
        .await;
    page.until("document.querySelectorAll('.found-lines li:not([hidden])').length === 3")
        .await;
    page.until("Boolean(window.here)").await;
    page.eval("here()").await;
    page.until(&judged("Judged by network ")).await;
    page.assert_quiet().await;
}
