//! What can be watched and learnt: games under way, a search as a film, and the tours' searches.

use e2e::board::Board;
use e2e::browser::{Browser, Screen};
use e2e::live_page::{KEEP_SOCKETS, make_game, two_players, until_status};
use e2e::server::Server;
use serde_json::json;

/// The searches of the page: whether each has its picture.
const PICTURES: &str = "[...document.querySelectorAll('[data-diagram]')].map(figure => \
     figure.querySelector('.stage canvas, .textbook svg, .candidates') !== null)";

#[tokio::test]
async fn a_game_from_the_lobby_is_watched_move_by_move() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let watcher = browser
        .open_as_stranger(KEEP_SOCKETS, &server, "/watch", Screen::PHONE)
        .await;
    watcher
        .until("document.querySelector('.running').innerText.includes('No game from the lobby')")
        .await;
    let white = browser
        .open_as_stranger(KEEP_SOCKETS, &server, "/live", Screen::DESKTOP)
        .await;
    let game = make_game(&white, &["Anybody", "White"]).await;
    let black = browser
        .open_as_stranger(KEEP_SOCKETS, &server, &game, Screen::DESKTOP)
        .await;
    black.press_button("Play").await;
    until_status(&white, "Your move").await;
    watcher
        .until("document.querySelectorAll('.running-game .still-board .piece').length === 32")
        .await;
    Board::of(&white).play("e2", "e4").await;
    // The squares e2 and e4.
    watcher
        .until("[...document.querySelectorAll('.running-game .still-board i')].flatMap((square, index) => \
                square.matches('.mark') ? [index] : []).join() === '36,52'")
        .await;
    watcher.press(".running-game").await;
    watcher
        .until(&format!("location.pathname === {game:?}"))
        .await;
    until_status(&watcher, "Black to move").await;
    // A game by link is nobody else's.
    let _by_link = two_players(&browser, &server, "off", Screen::DESKTOP).await;
    let other = browser
        .open_as_stranger(KEEP_SOCKETS, &server, "/watch", Screen::DESKTOP)
        .await;
    other
        .until("document.querySelectorAll('.running-game').length === 1")
        .await;
    white.press_button("Call off").await;
    other
        .until("document.querySelectorAll('.running-game').length === 0")
        .await;
    for page in [&white, &black, &watcher, &other] {
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_search_plays_by_itself_and_stands_still_where_motion_is_reduced() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for (wanted, shown) in [("no-preference", "Pause"), ("reduce", "Play")] {
        let page = browser.blank(Screen::DESKTOP).await;
        let media = json!([{ "name": "prefers-reduced-motion", "value": wanted }]);
        page.command("Emulation.setEmulatedMedia", json!({ "features": media }))
            .await;
        page.goto(&server.url("/watch")).await;
        page.until(&format!("{PICTURES}.includes(true)")).await;
        page.until(&format!(
            "document.querySelector('.film-place').innerText.match(/^[1-9]/) !== null \
             && document.querySelector('.film-play').innerText === '{shown}'"
        ))
        .await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn each_tour_is_text_without_a_script_and_has_its_searches_with_one() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for (tour, title, searches) in [
        ("alpha-beta", "Alpha-beta in twenty positions", 2),
        ("horizon", "The horizon", 3),
        ("zugzwang", "A bet that fails in zugzwang", 2),
        ("move-ordering", "Why order is everything", 3),
        ("change-of-mind", "How the Explorer changes its mind", 2),
    ] {
        for screen in [Screen::DESKTOP, Screen::PHONE] {
            let page = browser
                .open(&server, &format!("/learn/{tour}"), screen)
                .await;
            let sent = "fetch(location.pathname).then(answer => answer.text()).then(text => { \
                        const page = new DOMParser().parseFromString(text, 'text/html'); \
                        return [page.title, page.querySelector('h1').textContent, \
                                page.querySelectorAll('figure .still-board').length, \
                                page.querySelector('main').textContent.split(/\\s+/).length > 200]; })";
            let expected = json!([format!("{title} \u{b7} Ponder"), title, searches, true]);
            assert_eq!(page.eval(sent).await, expected);
            for index in 0..searches {
                let figure = format!("document.querySelectorAll('[data-diagram]')[{index}]");
                page.eval(&format!("{figure}.scrollIntoView({{ block: 'center' }})"))
                    .await;
                page.until(&format!(
                    "{PICTURES}[{index}] && {figure}.querySelector('.sentence').innerText !== ''"
                ))
                .await;
            }
            let wide = "document.documentElement.scrollWidth > innerWidth";
            assert_eq!(page.eval(wide).await, false, "{tour} {screen:?}");
            page.assert_quiet().await;
        }
    }
}

#[tokio::test]
async fn the_guide_leads_to_the_tours_and_each_to_the_next() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/guide#tours", Screen::DESKTOP).await;
    // The guide's former address.
    page.until("location.pathname + location.hash === '/learn#tours'")
        .await;
    page.press("#tours a").await;
    for tour in [
        "alpha-beta",
        "horizon",
        "zugzwang",
        "move-ordering",
        "change-of-mind",
    ] {
        page.until(&format!("location.pathname === '/learn/{tour}'"))
            .await;
        page.until("document.documentElement.hasAttribute('data-hydrated')")
            .await;
        page.press("nav[aria-label=Tours] a").await;
    }
    page.until("location.pathname === '/theatre'").await;
}
