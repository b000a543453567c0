//! Late answers, reloads and taps before hydration lose and mix up nothing.

use e2e::board::{Board, square};
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::page_timers::{KEEP_TIMERS, run_timers};
use e2e::play_page::{MOVES, select};
use e2e::server::Server;
use engine::rules::Game;
use serde_json::json;

/// Until no answer is under way any more. The worker answers in turn: with the hint, what it was asked
/// before has been answered. What the page shows later, a timer shows.
async fn let_late_answers_arrive(page: &Page) {
    page.press_button("Hint").await;
    page.until("document.querySelector('.status').innerText.includes('I would play')")
        .await;
    run_timers(page).await;
}

/// A page on which the engine is thinking about 1.e4 at its highest level; the search's replay,
/// 600 ms at least, gives a test the time to be in the middle of it.
async fn thinking(browser: &Browser, server: &Server) -> Page {
    let page = browser
        .open_with(KEEP_TIMERS, server, "/", Screen::DESKTOP)
        .await;
    page.press("label:has(input[aria-label^='Level 10'])").await;
    // What the book says is said at once.
    select(&page, "book", "off").await;
    Board::of(&page).play("e2", "e4").await;
    page.until("document.querySelector('.status').innerText.includes('thinking')")
        .await;
    page
}

#[tokio::test]
async fn taking_back_while_the_engine_thinks_gives_the_move_back_and_drops_the_answer() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = thinking(&browser, &server).await;
    let board = Board::of(&page);
    assert_eq!(board.sans().await, ["e4"], "the answer is not there yet");
    page.press_button("Take back").await;
    page.until(&format!("{MOVES}.length === 0")).await;
    let_late_answers_arrive(&page).await;
    board.assert_shows(Game::new().position()).await;
    board.play("d2", "d4").await;
    board.until_ply(2).await;
    assert_eq!(board.sans().await[0], "d4");
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_new_game_while_the_engine_thinks_is_not_touched_by_the_old_answer() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = thinking(&browser, &server).await;
    let board = Board::of(&page);
    assert_eq!(board.sans().await, ["e4"], "the answer is not there yet");
    page.press_button("New game").await;
    let_late_answers_arrive(&page).await;
    assert_eq!(board.sans().await, Vec::<String>::new());
    board.assert_shows(Game::new().position()).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_game_survives_a_reload_and_goes_on() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    let level = "input[aria-label^='Level 2']";
    page.press(&format!("label:has({level})")).await;
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    let before = board.sans().await;
    page.reload().await;
    board.until_ply(2).await;
    assert_eq!(board.sans().await, before);
    let game = board.game().await;
    board.assert_shows(game.position()).await;
    assert!(page.has(&format!("{level}:checked")).await);
    board.play("d2", "d3").await;
    board.until_ply(4).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_strength_between_levels_is_typed_and_stays() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let field = "#level-field";
    let value = |text: &str| format!("document.querySelector('{field}').value === {text:?}");
    let type_it = async |text: &str| {
        page.press(field).await;
        page.eval(&format!("document.querySelector('{field}').select()"))
            .await;
        page.type_text(text).await;
        page.key(Key::Enter).await;
    };
    page.until(&format!("!document.querySelector('{field}').disabled"))
        .await;
    type_it("3.4").await;
    page.until("document.cookie.includes('level=3.4')").await;
    assert!(
        !page.has("input[name=level]:checked").await,
        "no whole level"
    );
    // What is none leaves the strength as it was.
    type_it("3.45").await;
    page.until(&value("3.4")).await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    assert!(page.text("main").await.contains("Level 3.4"));
    page.reload().await;
    board.until_ply(2).await;
    page.until(&value("3.4")).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_reload_while_the_engine_thinks_lets_it_think_again() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = thinking(&browser, &server).await;
    page.reload().await;
    let board = Board::of(&page);
    board.until_ply(2).await;
    assert_eq!(board.sans().await[0], "e4");
    page.assert_quiet().await;
}

#[tokio::test]
async fn moves_of_the_list_show_their_positions() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    let game = board.game().await;
    let marked = |ply: usize| format!("{MOVES}[{}].hasAttribute('aria-current')", ply - 1);
    page.press("[data-panel=history] .moves button").await;
    page.until(&marked(1)).await;
    board.assert_shows(&game.position_at(1)).await;
    page.press_button("Last move").await;
    page.until(&marked(2)).await;
    board.assert_shows(game.position()).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn nothing_is_cut_off_at_any_width() {
    const SIZES: [(u32, u32); 7] = [
        (320, 568),
        (375, 667),
        (520, 900),
        (800, 1000),
        (960, 700),
        (1200, 800),
        (1440, 900),
    ];
    const FITS: &str = "new Promise(done => requestAnimationFrame(() => requestAnimationFrame(() => {
        const cells = [...document.querySelectorAll('[data-square]')].map(e => e.getBoundingClientRect());
        done([document.documentElement.scrollWidth <= innerWidth,
              cells.length === 64 && cells.every(r => r.left >= 0 && r.right <= innerWidth + 0.5),
              cells.every(r => Math.abs(r.width - r.height) < 0.6),
              covered()]);
    })))";
    // The elements of the header that the status covers.
    const COVERED: &str = "window.covered = () => {
        const words = document.createRange();
        words.selectNodeContents(document.querySelector('.status-line'));
        return [...document.querySelectorAll('.site-header :is(a, button)')].filter(e => {
            const r = e.getBoundingClientRect();
            return [...words.getClientRects()].some(w =>
                w.left < r.right && w.right > r.left && w.top < r.bottom && w.bottom > r.top);
        }).map(e => e.innerText || e.ariaLabel); }";
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::PHONE).await;
    page.eval(COVERED).await;
    for begun in [false, true] {
        if begun {
            Board::of(&page).play("e2", "e4").await;
            Board::of(&page).until_ply(2).await;
        }
        for (width, height) in SIZES {
            page.resize(Screen {
                width,
                height,
                touch: width < 600,
            })
            .await;
            assert_eq!(
                page.eval(FITS).await,
                json!([true, true, true, []]),
                "at {width} × {height}"
            );
        }
    }
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_tap_before_the_page_is_ready_is_kept_and_replayed() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open_without_engine(&server, "/?instant", Screen::DESKTOP)
        .await;
    page.press(&square("b1")).await;
    assert!(!page.has("[data-hydrated]").await, "the tap came first");
    page.let_engine_load().await;
    page.until("document.querySelector('[data-square=b1]').classList.contains('selected')")
        .await;
    page.press(&square("c3")).await;
    let board = Board::of(&page);
    board.until_ply(2).await;
    assert_eq!(board.sans().await[0], "Nc3");
    page.assert_quiet().await;
}

#[tokio::test]
async fn an_unknown_address_shows_the_sites_own_page() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/", Screen::DESKTOP).await;
    let answer = "fetch('/nowhere').then(async a => [a.status, await a.text()])";
    let answer = page.eval(answer).await;
    assert_eq!(answer[0], 404);
    let html = answer[1].as_str().unwrap_or_default();
    assert!(
        html.contains("Ponder") && html.contains("href=\"/\""),
        "{html}"
    );
}

#[tokio::test]
async fn the_guide_is_text_with_pictures_and_fits_every_width() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    page.press("a[href='/learn']").await;
    page.until("location.pathname === '/learn' && document.querySelector('.guide') !== null")
        .await;
    let headings = page.text(".guide").await;
    for part in [
        "Playing",
        "Minds",
        "Levels",
        "Panels",
        "Keys",
        "Tips",
        "Troubleshooting",
    ] {
        assert!(headings.contains(part), "{part}");
    }
    let pictures = "Promise.all([...document.images].map(image => { image.loading = 'eager'; \
                    return image.decode(); })).then(() => document.images.length)";
    assert!(page.eval(pictures).await.as_u64() >= Some(4));
    until_it_fits_every_width(&page).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn what_is_kept_is_said_in_words_that_fit_every_width_and_need_no_script() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/me", Screen::DESKTOP).await;
    page.until("document.querySelector('a[href=\"/privacy\"]') !== null")
        .await;
    page.press("a[href='/privacy']").await;
    page.until("location.pathname === '/privacy' && document.querySelector('.guide') !== null")
        .await;
    let text = page.text(".guide").await;
    for part in [
        "On the server",
        "In your browser",
        "For how long",
        "ponder_session",
        "ponder_prefs",
    ] {
        assert!(text.contains(part), "{part}");
    }
    let sent = "fetch('/privacy').then(answer => answer.text())";
    let sent = page.eval(sent).await;
    let sent = sent.as_str().expect("a document");
    assert!(sent.contains("ponder_session") && !sent.contains("<noscript>"));
    until_it_fits_every_width(&page).await;
    page.assert_quiet().await;
}

/// Every page leads to the others and has the preferences, be it text or a board.
#[tokio::test]
async fn every_page_has_the_same_head() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let links =
        "[...document.querySelectorAll('.site-header nav a')].map(e => e.innerText.trim()).join()";
    let current = "(e => e ? e.innerText + ' ' + e.getAttribute('aria-current') : '')(\
         document.querySelector('.site-header a[aria-current]'))";
    for (path, here) in [
        ("/?instant", "Play page"),
        ("/watch", "Watch page"),
        ("/learn", "Learn page"),
        ("/analyze", "Analyze page"),
        ("/me", "Me page"),
        ("/live", "Play true"),
        ("/characters", "Play true"),
        ("/learn/horizon", "Learn true"),
        ("/api", ""),
        ("/privacy", ""),
        ("/theatre", "Watch true"),
        ("/arena", "Watch true"),
        ("/dojo", "Watch true"),
        ("/endgames", "Learn true"),
        ("/train", "Learn true"),
        ("/train/openings", "Learn true"),
        ("/nowhere", ""),
    ] {
        let page = browser.blank(Screen::DESKTOP).await;
        page.goto(&server.url(path)).await;
        assert_eq!(
            page.eval(links).await,
            "Play,Watch,Learn,Analyze,Me",
            "{path}"
        );
        assert_eq!(page.eval(current).await, here, "{path}");
        page.press_button("Preferences").await;
        page.until("document.querySelector('dialog[open]') !== null")
            .await;
        page.press("dialog label:has(input[aria-label=Light])")
            .await;
        page.until("document.documentElement.dataset.theme === 'light'")
            .await;
        page.press_button("Back to defaults").await;
        page.press_button("Done").await;
        page.until("document.querySelector('dialog[open]') === null")
            .await;
        // On a phone the links are at the bottom, and beside a board in the menu.
        page.resize(Screen::PHONE).await;
        let at_bottom = "(e => e !== null && e.getBoundingClientRect().bottom === innerHeight)(\
             document.querySelector('.site-header > nav'))";
        let has_board = ["/?instant", "/analyze"].contains(&path);
        assert_eq!(page.eval(at_bottom).await, !has_board, "{path}");
        page.press_button("Menu").await;
        page.until(
            "document.querySelector('#menu:popover-open [aria-label=Preferences]') !== null",
        )
        .await;
        let in_menu = "document.querySelector('#menu a[href=\"/learn\"]') !== null";
        assert_eq!(page.eval(in_menu).await, has_board, "{path}");
        if path != "/nowhere" {
            page.assert_quiet().await;
        }
    }
}

/// The first Tab reaches the skip link, which leads to the board.
#[tokio::test]
async fn the_board_is_reached_by_the_keyboard_at_once() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for path in ["/?instant", "/analyze"] {
        let page = browser.open(&server, path, Screen::DESKTOP).await;
        page.until("document.querySelector('[data-square][tabindex=\"0\"]') !== null")
            .await;
        page.key(Key::Tab).await;
        page.until("document.activeElement.innerText === 'Skip to the board'")
            .await;
        page.key(Key::Enter).await;
        page.until("document.activeElement.dataset.square !== undefined")
            .await;
        page.assert_quiet().await;
    }
}

/// Nothing is wider than the window, however wide that is.
async fn until_it_fits_every_width(page: &Page) {
    for width in [320, 375, 800, 1440] {
        page.resize(Screen {
            width,
            height: 700,
            touch: false,
        })
        .await;
        page.until("document.documentElement.scrollWidth <= innerWidth")
            .await;
    }
}
