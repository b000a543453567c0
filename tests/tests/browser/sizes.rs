//! What a window's size may not take away: a board as large as there is room for, the head, the
//! players and their clocks, and targets that a finger meets.

use e2e::board::Board;
use e2e::browser::{Browser, Page, Screen};
use e2e::server::Server;
use serde_json::json;

const fn screen(width: u32, height: u32) -> Screen {
    Screen {
        width,
        height,
        touch: false,
    }
}

/// The board's side in CSS pixels.
async fn board_side(page: &Page) -> f64 {
    let side = page
        .eval("document.querySelector('.board').getBoundingClientRect().width")
        .await;
    side.as_f64().expect("a length")
}

/// On a wide window the height decides: head, players and margins take less than a fifth of it.
#[tokio::test]
async fn the_board_grows_with_the_window() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for path in ["/?instant", "/analyze"] {
        let page = browser.open(&server, path, Screen::DESKTOP).await;
        for (width, height) in [(1440, 900), (1920, 1080), (2560, 1440), (3840, 2160)] {
            page.resize(screen(width, height)).await;
            page.until(&format!(
                "innerWidth === {width} && document.documentElement.scrollWidth <= innerWidth"
            ))
            .await;
            page.until("document.querySelector('.board') !== null")
                .await;
            let side = board_side(&page).await;
            let (least, most) = (f64::from(height) * 0.75, f64::from(height));
            assert!(
                (least..most).contains(&side),
                "{path} at {width} \u{d7} {height}: {side}"
            );
        }
        page.assert_quiet().await;
    }
}

/// Whether these are seen without scrolling: the logo, the way to all pages, both names, both clocks.
const IN_SIGHT: &str = "(wanted => wanted.filter(selector => {
    const found = [...document.querySelectorAll(selector)].filter(e => e.checkVisibility());
    return found.length === 0 || found.some(e => {
        const r = e.getBoundingClientRect();
        return r.width < 8 || r.height < 8 || r.top < -4 || r.bottom > innerHeight + 4
            || r.left < 0 || r.right > innerWidth;
    });
}))";

#[tokio::test]
async fn a_low_window_keeps_head_players_and_clocks_in_sight() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let low = [
        // A phone on its side, and a window of a laptop at twice the size.
        Screen {
            touch: true,
            ..screen(667, 375)
        },
        screen(720, 450),
    ];
    for window in low {
        let page = browser.open(&server, "/?instant", window).await;
        page.eval(
            "(() => { const list = document.getElementById('time'); list.value = '300.0'; \
             list.dispatchEvent(new Event('change', { bubbles: true })); })()",
        )
        .await;
        let board = Board::of(&page);
        board.play("e2", "e4").await;
        board.until_ply(2).await;
        page.eval("scrollTo(0, 0)").await;
        let wanted = json!([
            ".brand",
            ".menu-button",
            ".player .name",
            ".player [role=timer]"
        ]);
        assert_eq!(
            page.eval(&format!("{IN_SIGHT}({wanted})")).await,
            json!([]),
            "{window:?}"
        );
        page.assert_quiet().await;
        for path in ["/analyze", "/live", "/me", "/learn"] {
            let page = browser.open(&server, path, window).await;
            let links = match path {
                "/analyze" => ".menu-button",
                _ => ".site-header > nav a",
            };
            let wanted = json!([".brand", ".menu-button", links]);
            assert_eq!(
                page.eval(&format!("{IN_SIGHT}({wanted})")).await,
                json!([]),
                "{path}, {window:?}"
            );
            page.press_button("Menu").await;
            page.until(
                "document.querySelector('#menu:popover-open [aria-label=Preferences]') !== null",
            )
            .await;
        }
    }
}

/// Success criterion 2.5.8 of WCAG 2.2: 24 by 24 pixels, or so far from others that a circle of
/// that size around the middle meets none of theirs. Links in running text are free of it.
const TOO_SMALL: &str = "(all => {
    const targets = all.filter(e => e.checkVisibility({ visibilityProperty: true })
            && !e.closest('.visually-hidden, .skip-link, dialog:not([open])')
            && !(e.matches('a') && getComputedStyle(e).display === 'inline'))
        .map(e => [e, (e.closest('label') ?? e).getBoundingClientRect()])
        .filter(([, r]) => r.width > 0);
    const middle = r => [r.x + r.width / 2, r.y + r.height / 2];
    const small = r => r.width < 23.9 || r.height < 23.9;
    const near = (a, b) => {
        const [x, y] = middle(a);
        const away = small(b)
            ? Math.hypot(x - middle(b)[0], y - middle(b)[1]) - 12
            : Math.hypot(Math.max(b.left - x, 0, x - b.right), Math.max(b.top - y, 0, y - b.bottom));
        return away < 11.9;
    };
    return targets.filter(([e, r]) => small(r) && targets.some(([f, other]) =>
            f !== e && !e.contains(f) && !f.contains(e) && near(r, other)))
        .map(([e]) => e.getAttribute('aria-label') ?? (e.innerText.trim() || e.outerHTML.slice(0, 80)));
})([...document.querySelectorAll('a[href], button, input:not([type=hidden]), select, summary')])";

/// The heading is a part of what it heads, and every target is large enough.
#[tokio::test]
async fn every_page_has_its_heading_in_place_and_targets_that_can_be_met() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for path in [
        "/?instant",
        "/analyze",
        "/live",
        "/me",
        "/api",
        "/characters",
        "/learn",
        "/privacy",
        "/theatre",
        "/watch",
        "/arena",
        "/dojo",
        "/endgames",
        "/train",
        "/train/openings",
        "/endgames#rook",
        "/learn/alpha-beta",
    ] {
        for window in [Screen::DESKTOP, Screen::PHONE] {
            let page = browser.open(&server, path, window).await;
            let headings = "[document.querySelectorAll('h1').length,\
                            document.querySelectorAll('main h1').length]";
            assert_eq!(page.eval(headings).await, json!([1, 1]), "{path}");
            let named_for_nothing = "document.querySelectorAll('pre[aria-label]:not([role]),\
                                     div[aria-label]:not([role]), span[aria-label]:not([role])').length";
            assert_eq!(page.eval(named_for_nothing).await, 0, "{path}");
            if path == "/?instant" {
                continue;
            }
            page.eval(
                "document.querySelectorAll('main details').forEach(e => e.open = true), true",
            )
            .await;
            page.until("!document.querySelector('main').innerText.includes('Loading')")
                .await;
            assert_eq!(page.eval(TOO_SMALL).await, json!([]), "{path}, {window:?}");
        }
    }
}
