//! Every control that is shown can be pressed, at each width and in each state of the panels.

use e2e::board::Board;
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::play_page::{choose, until_dialog_says, until_no_dialog};
use e2e::pressable::out_of_reach;
use e2e::server::Server;
use serde_json::json;

const SCREENS: [Screen; 7] = [
    screen(320, 568),
    screen(375, 667),
    screen(667, 375),
    screen(800, 1000),
    screen(1200, 800),
    screen(1440, 900),
    screen(2560, 1440),
];

const fn screen(width: u32, height: u32) -> Screen {
    Screen {
        width,
        height,
        touch: width < 700,
    }
}

#[track_caller]
fn assert_all(found: &serde_json::Value, screen: Screen, state: &str) {
    let Screen { width, height, .. } = screen;
    assert_eq!(
        found,
        &json!([]),
        "covered at {width} \u{d7} {height}, {state}"
    );
}

async fn open_everything(page: &Page) {
    page.eval("document.querySelectorAll('main details').forEach(e => e.open = true)")
        .await;
    page.until(
        "![...document.querySelectorAll('main details')].some(e => e.innerText.includes('Loading'))",
    )
    .await;
}

#[tokio::test]
async fn on_the_playing_page_before_in_and_after_a_game() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in SCREENS {
        let page = browser.open(&server, "/?instant", screen).await;
        assert_all(&out_of_reach(&page, "body").await, screen, "at the start");
        let board = Board::of(&page);
        if screen.width > 520 {
            // Several depths, each a line of its own.
            choose(&page, "Level 7, Strong").await;
        }
        board.play("e2", "e4").await;
        board.until_ply(2).await;
        board.play("b1", "a3").await;
        board.until_ply(4).await;
        assert_all(&out_of_reach(&page, "body").await, screen, "in the game");
        open_everything(&page).await;
        assert_all(&out_of_reach(&page, "body").await, screen, "all is open");
        // What lies over the page is reached, too.
        if screen.width < 960 {
            page.press_button("Menu").await;
            assert_all(&out_of_reach(&page, "#menu").await, screen, "the menu");
            page.press_button("Preferences").await;
        } else {
            page.press_button("Preferences").await;
        }
        until_dialog_says(&page, "Preferences").await;
        let dialog = out_of_reach(&page, "dialog[open]").await;
        assert_all(&dialog, screen, "the preferences");
        page.key(Key::Escape).await;
        until_no_dialog(&page).await;
        if screen.width < 520 {
            for (button, sheet) in [
                ("Opponent and settings", ".setup"),
                ("Show thinking", ".thinking"),
            ] {
                page.eval("scrollTo(0, 0)").await;
                page.press_button(button).await;
                page.until(&format!("document.querySelector('{sheet}.open') !== null"))
                    .await;
                assert_all(&out_of_reach(&page, sheet).await, screen, sheet);
                page.press_button(match sheet {
                    ".setup" => "Close settings",
                    _ => "Close thinking",
                })
                .await;
            }
        }
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn on_every_other_page() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for path in [
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
        for screen in SCREENS {
            let page = browser.open(&server, path, screen).await;
            page.until("![...document.querySelectorAll('main')].some(e => e.innerText.includes('Loading'))")
                .await;
            open_everything(&page).await;
            assert_all(&out_of_reach(&page, "body").await, screen, path);
            page.assert_quiet().await;
        }
    }
}
