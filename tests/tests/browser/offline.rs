//! The page without its server: once visited, it can be played.

use std::net::{SocketAddr, TcpListener};
use std::time::{Duration, Instant};

use e2e::board::Board;
use e2e::browser::{Browser, Page, Screen};
use e2e::folder::TempFolder;
use e2e::http::Request;
use e2e::page_timers::{KEEP_TIMERS, run_timers};
use e2e::play_page::choose;
use e2e::server::Server;

#[tokio::test]
async fn once_visited_the_page_is_played_with_the_server_stopped() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Level 2, Beginner").await;
    page.press_button("Light theme").await;
    page.until("document.documentElement.dataset.theme === 'light'")
        .await;
    assert_eq!(
        page.eval("navigator.serviceWorker.ready.then(() => true)")
            .await,
        true
    );
    page.assert_quiet().await;
    server.kill();
    page.eval("setTimeout(() => location.reload()), true").await;
    page.until("document.querySelector('html[data-shell][data-hydrated]') !== null")
        .await;
    assert!(page.has("html[data-theme=light]").await);
    assert!(page.has("input[aria-label^='Level 2']:checked").await);
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.until("document.querySelector('.offline')?.hidden === false")
        .await;
    page.until("document.querySelector('.network')?.textContent.includes('neural network')")
        .await;
    // The lazy part is cached as well, and a result waits.
    page.press_button("Resign").await;
    page.press_button("Yes, resign").await;
    page.eval("document.querySelector('[data-panel=results]').open = true")
        .await;
    page.until("document.querySelector('[data-panel=results]').innerText.includes('sent later')")
        .await;
}

/// A browser without a network logs each failed request to the console.
#[tokio::test]
async fn without_a_network_the_page_asks_for_nothing() {
    for path in ["/", "/play", "/analyze"] {
        let (server, browser) = (Server::start(), Browser::start().await);
        let page = browser
            .open_with(KEEP_TIMERS, &server, path, Screen::DESKTOP)
            .await;
        assert_eq!(
            page.eval("navigator.serviceWorker.ready.then(() => true)")
                .await,
            true
        );
        page.assert_quiet().await;
        server.kill();
        page.set_offline(true).await;
        page.eval("setTimeout(() => location.reload()), true").await;
        page.until("document.querySelector('html[data-shell][data-hydrated]') !== null")
            .await;
        assert_eq!(page.eval("navigator.onLine").await, false, "{path}");
        page.until("document.querySelector('.offline')?.hidden === false")
            .await;
        page.until("/judged? by network|neural network/i.test(document.body.textContent)")
            .await;
        // All that the page does later, again and again.
        run_timers(&page).await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn what_waits_for_the_network_is_sent_when_it_is_back() {
    let free = TcpListener::bind("127.0.0.1:0").expect("a free port");
    let figures = free.local_addr().expect("an address");
    drop(free);
    let server = Server::start_with(&["--metrics", &figures.to_string()]);
    let browser = Browser::start().await;
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Level 2, Beginner").await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.until("document.querySelector('.network')?.textContent.includes('neural network')")
        .await;
    page.eval("document.querySelector('[data-panel=results]').open = true")
        .await;
    let results = "document.querySelector('[data-panel=results]').innerText";
    page.until(&format!("{results}.includes('Drawn')")).await;
    // What is on its way when the network goes fails, and the browser says so.
    until_worker_is_answered(&page, figures).await;
    page.set_offline(true).await;
    page.until("document.querySelector('.offline')?.hidden === false")
        .await;
    page.press_button("Resign").await;
    page.press_button("Yes, resign").await;
    page.until(&format!("{results}.includes('sent later')"))
        .await;
    page.assert_quiet().await;
    page.set_offline(false).await;
    page.until("document.querySelector('.offline')?.hidden === true")
        .await;
    page.until(&format!("{results}.includes('This result is saved.')"))
        .await;
    page.assert_quiet().await;
}

/// Waits until the server has answered the page's worker: more calls than the page has made itself.
async fn until_worker_is_answered(page: &Page, figures: SocketAddr) {
    let start = Instant::now();
    loop {
        let own = "performance.getEntriesByType('resource')\
                   .filter(entry => entry.name.includes('/fn/')).length";
        let own = page.eval(own).await.as_u64().expect("a number");
        let shown = Request::get("/metrics").send(figures).expect("an answer");
        let shown = shown.text();
        let answered = shown
            .lines()
            .find_map(|line| line.strip_prefix(r#"ponder_requests_total{kind="fn",status="2xx"} "#))
            .map_or(0, |calls| calls.parse::<u64>().expect("a number"));
        if own > 0 && answered > own {
            return;
        }
        assert!(start.elapsed().as_secs() < 60, "{answered}, {own}");
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test]
async fn the_visitors_own_page_sends_what_was_played_without_a_network() {
    let folder = TempFolder::new().expect("a temporary folder");
    let browser = Browser::start().await;
    let server = Server::start_on(folder.path());
    let addr = server.addr;
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let ready = "navigator.serviceWorker.ready.then(() => true)";
    assert_eq!(page.eval(ready).await, true);
    choose(&page, "Level 2, Beginner").await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    server.kill();
    page.press_button("Resign").await;
    page.press_button("Yes, resign").await;
    page.until("Object.keys(localStorage).some(key => key.startsWith('ponder.unsent.'))")
        .await;
    page.eval("setTimeout(() => location.assign('/me')), true")
        .await;
    page.until("document.title.startsWith('Offline')").await;
    let server = Server::start_again(folder.path(), addr);
    page.goto(&server.url("/me")).await;
    page.until("document.querySelector('.games')?.innerText.includes('Lost') ?? false")
        .await;
    page.until("!Object.keys(localStorage).some(key => key.startsWith('ponder.unsent.'))")
        .await;
}

#[tokio::test]
async fn the_shell_is_the_same_for_every_visitor() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    // All but the nonce, which no two answers share.
    let shell = "fetch('/shell').then(answer => answer.text())\
                 .then(text => text.replaceAll(/nonce=\"([^\"]*)\"/.exec(text)[1], ''))";
    let before = page.eval(shell).await;
    page.press_button("Light theme").await;
    choose(&page, "Level 9, Expert").await;
    page.until("document.cookie.includes('level=9')").await;
    assert_eq!(page.eval(shell).await, before);
    page.assert_quiet().await;
}

#[tokio::test]
async fn pages_that_need_the_server_say_so_and_the_guide_is_read_without_it() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/", Screen::DESKTOP).await;
    let ready = "navigator.serviceWorker.ready.then(() => true)";
    assert_eq!(page.eval(ready).await, true);
    // What was seen of the guide is there without a network.
    page.goto(&server.url("/learn")).await;
    page.until("navigator.serviceWorker.controller !== null")
        .await;
    let pictures_there = "[...document.querySelectorAll('main img')].every(picture => {\
            picture.loading = 'eager';\
            return picture.complete && picture.naturalWidth > 0;\
        })";
    page.until(pictures_there).await;
    server.kill();
    page.set_offline(true).await;
    for (path, title) in [
        ("/me", "Offline"),
        ("/live", "Offline"),
        ("/api", "Offline"),
        ("/privacy", "Offline"),
        ("/game/AAAAAAAAAAAA", "Offline"),
        ("/characters", "Six characters"),
        ("/learn", "How to play"),
    ] {
        page.eval(&format!(
            "setTimeout(() => location.assign('{path}')), true"
        ))
        .await;
        page.until(&format!(
            "location.pathname === '{path}' && document.title.startsWith('{title}') \
             && document.documentElement.hasAttribute('data-hydrated')"
        ))
        .await;
        // The cached document is hydrated as the page that it is.
        assert!(!page.has(".trouble").await, "{path}");
        page.until("document.querySelector('main h1') !== null")
            .await;
        page.assert_quiet().await;
    }
    page.until(pictures_there).await;
}
