//! Engines with a liking.

use e2e::board::Board;
use e2e::browser::{Browser, Screen};
use e2e::play_page::select;
use e2e::server::Server;

#[tokio::test]
async fn a_style_is_chosen_played_kept_and_part_of_the_link() {
    let server = Server::start();
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        let browser = Browser::start().await;
        let page = browser.open(&server, "/?instant", screen).await;
        let board = Board::of(&page);
        board.play("e2", "e4").await;
        board.until_ply(2).await;
        page.until("document.querySelector('#style') !== null")
            .await;
        select(&page, "style", "stormer").await;
        page.until("document.querySelector('.row:has(> #style) + .about').textContent.includes('Pushes its pawns')")
            .await;
        // Who has no scores has no liking.
        select(&page, "mind", "dice").await;
        page.until("document.querySelector('.row:has(> #style)').hidden")
            .await;
        select(&page, "mind", "intuition").await;
        let value = page.eval("document.querySelector('#style').value").await;
        assert_eq!(value, "stormer");
        board.play("d2", "d4").await;
        board.until_ply(4).await;
        page.reload().await;
        page.until("document.querySelector('#style')?.value === 'stormer'")
            .await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_link_brings_its_style_and_two_engines_have_one_each() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let link = "/?instant#white=intuition.2.attacker&black=explorer.1.complicator";
    let page = browser.open(&server, link, Screen::DESKTOP).await;
    page.until("document.querySelector('#style')?.value === 'complicator'")
        .await;
    page.until("document.querySelector('#style2')?.value === 'attacker'")
        .await;
    page.assert_quiet().await;
}
