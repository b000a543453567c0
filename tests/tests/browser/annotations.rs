//! Comments, glyphs and drawings of the analysis: imported, made by hand, shared.

use e2e::analysis_page::import;
use e2e::board::square;
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::page_timing::until_at_rest;
use e2e::server::Server;

const GAME: &str = "[White \"Ada\"]\n\n{Before the game.} 1. e4! {[%eval 0.17] [%clk 0:10:00] \
                    [%csl Ge4][%cal Rd1h5] Best by test.} 1... e5 (1... c5 {Sicilian.} 2. Nf3) 2. Qh5 *";
const COMMENT: &str = ".annotations textarea";
/// The shapes that are kept with the move, by their colours.
const SHAPES: &str = "[...document.querySelectorAll('.layer.drawings .drawing')]\
                      .map(shape => shape.classList[1]).sort().join(' ')";
/// Keeps what is copied in `copies`.
const COPIES: &str = "window.copies = []; \
     navigator.clipboard.writeText = text => (copies.push(text), Promise.resolve())";

/// A board wide enough for two columns, but not for three.
const TABLET: Screen = Screen {
    width: 800,
    height: 1_100,
    touch: true,
};

async fn open(page: &Page, text: &str) {
    import(page, text).await;
    until_moves_say(page, "Best by test.").await;
}

async fn until_moves_say(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('.passages').innerText.includes({words:?})"
    ))
    .await;
}

async fn until_shapes_are(page: &Page, colors: &str) {
    page.until(&format!("{SHAPES} === {colors:?}")).await;
}

/// Shows the first move, with the tools open.
async fn show_first_move(page: &Page) {
    page.eval("document.querySelector('.passages button').click()")
        .await;
    page.until("document.querySelector('.passages [aria-current]')?.innerText.startsWith('e4')")
        .await;
    page.eval("document.querySelector('details.annotations').open = true")
        .await;
    until_at_rest(page).await;
}

#[tokio::test]
async fn what_a_game_says_is_shown_and_more_is_said_by_mouse_and_finger() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        let page = browser.open(&server, "/analyze", screen).await;
        open(&page, GAME).await;
        until_moves_say(&page, "Before the game.").await;
        until_moves_say(&page, "+0.2 \u{b7} 10:00 Best by test.").await;
        until_moves_say(&page, "Sicilian.").await;
        show_first_move(&page).await;
        until_shapes_are(&page, "green red").await;
        page.press("[aria-label='Draw in blue']").await;
        page.drag(&square("g1"), &square("f3")).await;
        until_shapes_are(&page, "blue green red").await;
        // It moved no piece, and the same again takes it away.
        page.until("document.querySelector('[data-square=g1]').dataset.piece === 'wN'")
            .await;
        page.drag(&square("g1"), &square("f3")).await;
        until_shapes_are(&page, "green red").await;
        page.press("[aria-label='Draw in blue']").await;
        page.press_button("Clear drawings").await;
        until_shapes_are(&page, "").await;
        page.press("[aria-label='brilliant move']").await;
        page.until(
            "document.querySelector(\"[aria-label='brilliant move']\").ariaPressed === 'true' \
             && document.querySelector(\"[aria-label='good move']\").ariaPressed === 'false'",
        )
        .await;
        page.until("location.hash.includes('e4_$3_')").await;
        page.reload().await;
        until_moves_say(&page, "e4!!").await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_comment_is_written_by_keyboard_and_goes_with_the_shared_link() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open_with(COPIES, &server, "/analyze", Screen::DESKTOP)
        .await;
    open(&page, GAME).await;
    show_first_move(&page).await;
    page.eval("document.querySelector('details.annotations summary').focus()")
        .await;
    // Over the glyphs to the comment.
    for _ in 0..7 {
        page.key(Key::Tab).await;
    }
    page.until(&format!(
        "document.activeElement === document.querySelector({COMMENT:?})"
    ))
    .await;
    page.eval("document.activeElement.select()").await;
    page.type_text("My own words").await;
    page.key(Key::Tab).await;
    until_moves_say(&page, "10:00 My own words").await;
    page.press_button("Share").await;
    page.until("copies.length === 1").await;
    let link = page.eval("copies[0]").await;
    page.goto(link.as_str().expect("a link")).await;
    page.press("a.button[href^='/analyze#']:not([href*='review'])")
        .await;
    page.until("location.pathname === '/analyze'").await;
    for words in ["Before the game.", "10:00 My own words", "Sicilian."] {
        until_moves_say(&page, words).await;
    }
    page.assert_quiet().await;
}
