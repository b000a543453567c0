//! Opponents as strong as the visitor.

use e2e::board::Board;
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::server::Server;
use engine::rules::Move;

/// The text below the switch.
const KNOWN: &str = "document.querySelector('.match .about')?.textContent";
const LEVEL: &str = "document.querySelector('#level-field').value";

async fn level(page: &Page) -> f64 {
    let text = page.eval(LEVEL).await;
    let level = text.as_str().and_then(|text| text.parse().ok());
    level.expect("a level")
}

/// Five moves by the visitor that are harmless where they are legal, then the end.
async fn lose(page: &Page, is_phone: bool) {
    let board = Board::of(page);
    for number in 0..5 {
        let game = board.game().await;
        let wished = ["e2e4", "g1f3", "f1e2", "d2d3", "b1c3", "a2a3", "h2h3"];
        let mut wished = wished
            .iter()
            .filter_map(|text| game.position().parse_uci(text).ok());
        let legal = game.position().legal_moves();
        let mv: Option<Move> = wished.next().or_else(|| legal.iter().next().copied());
        board.play_move(mv.expect("a legal move")).await;
        board.until_ply(2 * number + 2).await;
    }
    if is_phone {
        page.press_button("More").await;
    }
    page.press_button("Resign").await;
    page.press_button("Yes, resign").await;
}

#[tokio::test]
async fn the_next_game_is_at_the_strength_that_the_last_one_told_or_stays_by_one_press() {
    let server = Server::start();
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        let browser = Browser::start().await;
        let page = browser.open(&server, "/?instant", screen).await;
        let is_phone = screen.width < 520;
        let settings = async || {
            if is_phone {
                page.press_button("More").await;
            }
        };
        let close = async || {
            if is_phone {
                page.press_button("Close settings").await;
            }
        };
        lose(&page, is_phone).await;
        page.until("document.querySelector('dialog[open]')?.contains(document.activeElement)")
            .await;
        page.key(Key::Escape).await;
        page.until("document.querySelector('dialog[open]') === null")
            .await;
        settings().await;
        page.press(".match label").await;
        page.until(&format!("{KNOWN}.includes('by 1 game. The next game')"))
            .await;
        close().await;
        page.press_button("New game").await;
        Board::of(&page).until_empty().await;
        let first = level(&page).await;
        assert!(first < 3.0, "{first}");
        settings().await;
        page.until(&format!("{KNOWN}.endsWith('by 1 game.')")).await;
        page.reload().await;
        page.until(&format!("{KNOWN}?.endsWith('by 1 game.')"))
            .await;
        lose(&page, is_phone).await;
        page.until("document.querySelector('dialog[open]')?.innerText.includes('easier for you')")
            .await;
        let note = page.text("dialog[open] .note").await;
        assert!(note.contains(&format!("after {first}:")), "{note}");
        page.press_button(&format!("Stay at level {first}")).await;
        Board::of(&page).until_empty().await;
        assert_eq!(level(&page).await, first);
        settings().await;
        page.until("!document.querySelector('.match input').checked")
            .await;
        // Switched on again and begun anew, nothing is known.
        page.press(".match label").await;
        page.until(&format!("{KNOWN}.includes('by 2 games')")).await;
        page.press_button("Start over").await;
        page.until(&format!("{KNOWN}.startsWith('Each game tells me')"))
            .await;
        page.until(&format!("{LEVEL} === '3'")).await;
        page.assert_quiet().await;
    }
}
