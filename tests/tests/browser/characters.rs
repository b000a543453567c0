//! The characters: their page, their link, their faces in the settings and on the card.

use e2e::board::Board;
use e2e::browser::{Browser, Page, Screen};
use e2e::server::Server;

const NAMES: [&str; 6] = ["Pim", "Berta", "Jules", "Zora", "Runa", "Anselm"];

/// Waits until the opponent's card shows a character's name and face.
async fn until_opponent_is(page: &Page, name: &str) {
    let file = name.to_lowercase();
    page.until(&format!(
        "document.querySelector('.opponent .name').innerText.includes('as {name}')
            && document.querySelector('.opponent .avatar .face').src.endsWith('/{file}.svg')
            && document.querySelector('.opponent .avatar .face').naturalWidth > 0"
    ))
    .await;
}

#[tokio::test]
async fn each_character_is_introduced_and_played_by_its_link() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        let page = browser.open(&server, "/characters", screen).await;
        let names = "[...document.querySelectorAll('.character-card h2')].map(e => e.innerText)";
        assert_eq!(
            page.eval(names).await.to_string(),
            serde_json::json!(NAMES).to_string()
        );
        let drawn = "[...document.querySelectorAll('.character-card .face')].every(e => e.naturalWidth > 0)";
        page.until(drawn).await;
        let link = page
            .eval("document.querySelectorAll('.character-card .button')[4].getAttribute('href')")
            .await;
        let link = link.as_str().expect("an address").to_owned();
        assert_eq!(link, "/play#white=you&black=intuition.6.attacker");
        let address = link.replace("/play#", "/play?instant#");
        page.goto(&server.url(&address)).await;
        until_opponent_is(&page, "Runa").await;
        let board = Board::of(&page);
        board.play("e2", "e4").await;
        board.until_ply(2).await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn a_face_in_the_settings_brings_all_of_its_character_until_something_is_changed() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.until("document.querySelectorAll('.faces button').length === 6")
        .await;
    page.press(".faces button:nth-child(3)").await;
    until_opponent_is(&page, "Jules").await;
    let chosen = "['mind', 'book', 'style'].map(id => document.getElementById(id).value).join()";
    page.until(&format!("{chosen} === 'ponder,aggressive,gambiteer'"))
        .await;
    page.until("document.querySelector('.opponent .term').innerText.includes('Level 4')")
        .await;
    page.reload().await;
    until_opponent_is(&page, "Jules").await;
    e2e::play_page::select(&page, "style", "none").await;
    page.until("!document.querySelector('.opponent .name').innerText.includes('Jules')")
        .await;
    page.until("document.querySelector('.faces [aria-pressed=true]') === null")
        .await;
    page.assert_quiet().await;
}
