//! Shared games: links that hold a game, and links to games on the server.

use e2e::board::Board;
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::play_page::{choose, until_dialog_says, until_no_dialog};
use e2e::server::Server;
use engine::rules::Game;
use serde_json::Value;

/// Keeps what the page copies in `copies`.
const COPIES: &str = "window.copies = []; \
    navigator.clipboard.writeText = text => { copies.push(text); return Promise.resolve(); };";
/// Lets the page copy nothing.
const NO_COPIES: &str = "navigator.clipboard.writeText = \
    () => Promise.reject(new DOMException('no', 'NotAllowedError'));";
/// A game against an opponent that answers the same on every machine.
const HALF_PLAYED: &str = "/play?instant#moves=e4_e5_Nf3_Nc6&white=you&black=calculator.4&seed=7";

async fn open(
    browser: &Browser,
    server: &Server,
    path: &str,
    script: &str,
    screen: Screen,
) -> Page {
    let page = browser.blank(screen).await;
    page.prepare(script).await;
    page.goto(&server.url(path)).await;
    page
}

async fn until_notice_says(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('.notices:not([hidden])')?.innerText.includes({words:?}) ?? false"
    ))
    .await;
}

/// What was copied last, once something was.
async fn copied(page: &Page) -> String {
    page.until("copies.length > 0").await;
    let copied = page.eval("copies.at(-1)").await;
    copied.as_str().expect("a text").to_owned()
}

async fn plays(page: &Page, moves: &[(&str, &str)]) {
    let board = Board::of(page);
    for (from, to) in moves {
        let plies = board.sans().await.len();
        board.play(from, to).await;
        board.until_ply(plies + 1).await;
    }
}

#[tokio::test]
async fn a_link_brings_position_and_minds_and_they_answer_alike_everywhere() {
    let server = Server::start();
    let mut games = Vec::new();
    for _ in 0..2 {
        let browser = Browser::start().await;
        let page = browser.open(&server, HALF_PLAYED, Screen::DESKTOP).await;
        let board = Board::of(&page);
        board.until_ply(4).await;
        assert_eq!(board.sans().await, ["e4", "e5", "Nf3", "Nc6"]);
        assert_eq!(page.text(".opponent .name").await, "Calculator");
        assert_eq!(
            page.eval("location.hash + location.search").await,
            "?instant"
        );
        board.play("f1", "b5").await;
        board.until_ply(6).await;
        // What is played stays at a reload.
        page.reload().await;
        board.until_ply(6).await;
        board.play("e1", "g1").await;
        board.until_ply(8).await;
        games.push(board.sans().await);
        page.assert_quiet().await;
    }
    assert_eq!(games[0], games[1]);
}

#[tokio::test]
async fn a_position_alone_is_played_by_the_side_to_move() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/play?instant", Screen::DESKTOP)
        .await;
    choose(&page, "Level 2, Beginner").await;
    // Escaped as another page may do it.
    let fen = "8/5k2/8/8/8/8/1r6/4K3 b - - 0 1";
    page.eval(&format!(
        "location.hash = 'fen=' + encodeURIComponent({fen:?})"
    ))
    .await;
    page.until("document.querySelector('.table > .own').innerText.includes('Black')")
        .await;
    let board = Board::of(&page);
    board
        .assert_shows(Game::from_fen(fen).expect("legal").position())
        .await;
    board.play("b2", "a2").await;
    board.until_ply(2).await;
    assert!(page.has("input[aria-label^='Level 2']:checked").await);
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_game_in_progress_makes_room_and_comes_back() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/play?instant", Screen::DESKTOP)
        .await;
    choose(&page, "Two players").await;
    plays(&page, &[("e2", "e4"), ("e7", "e5"), ("g1", "f3")]).await;
    page.eval("location.hash = 'moves=d4_d5&white=you&black=dice'")
        .await;
    until_notice_says(&page, "You opened a shared game; yours is saved.").await;
    let board = Board::of(&page);
    assert_eq!(board.sans().await, ["d4", "d5"]);
    // It is kept for as long as the other one is on the board.
    page.reload().await;
    until_notice_says(&page, "yours is saved").await;
    page.press_button("Back to my game").await;
    board.until_ply(3).await;
    assert_eq!(board.sans().await, ["e4", "e5", "Nf3"]);
    page.until("document.querySelector('.notices').hidden")
        .await;
    plays(&page, &[("b8", "c6")]).await;
    page.reload().await;
    board.until_ply(4).await;
    assert_eq!(
        page.eval("document.querySelector('.notices')?.hidden ?? true")
            .await,
        true
    );
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_link_that_cannot_be_read_says_why_and_changes_nothing() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/play?instant", Screen::DESKTOP)
        .await;
    choose(&page, "Two players").await;
    plays(&page, &[("e2", "e4")]).await;
    for (fragment, words) in [
        ("moves=e4_e5_Ke3", "moves, half-move 3"),
        (
            "black=%3Cimg%20src=x%3E",
            "black: expected you, person, or a mind",
        ),
        ("fen=8/8", "fen: "),
    ] {
        page.eval(&format!("location.hash = {fragment:?}")).await;
        until_notice_says(&page, words).await;
    }
    assert_eq!(Board::of(&page).sans().await, ["e4"]);
    page.press_button("Dismiss").await;
    page.until("document.querySelector('.notices').hidden")
        .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_shared_game_has_one_link_that_shows_how_it_stands() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = open(&browser, &server, HALF_PLAYED, COPIES, Screen::DESKTOP).await;
    Board::of(&page).until_ply(4).await;
    page.press_button("Share").await;
    until_notice_says(&page, "Link copied.").await;
    let link = copied(&page).await;
    assert!(link.starts_with(&server.url("/game/")), "{link}");
    let shown = shown(&page, &link).await;
    assert_eq!(shown["moves"].as_array().map(Vec::len), Some(4));
    assert_eq!(shown["white"]["player"], "guest");
    assert_eq!(shown["black"]["strategy"], "calculator");
    assert_eq!(
        (&shown["black"]["level"], &shown["kind"]),
        (&4.into(), &"ai".into())
    );
    // Played on, to its end, it has the same link.
    page.press_button("Resign").await;
    page.press_button("Yes, resign").await;
    until_dialog_says(&page, "Calculator won").await;
    page.press("dialog[open] .choices button:nth-child(2)")
        .await;
    until_no_dialog(&page).await;
    page.until("copies.length === 2").await;
    assert_eq!(copied(&page).await, link);
    let shown = self::shown(&page, &link).await;
    assert_eq!(shown["stage"]["outcome"]["reason"], "resignation");
    page.assert_quiet().await;
}

/// What the server says of a game.
async fn shown(page: &Page, link: &str) -> Value {
    page.eval(&format!(
        "fetch({link:?} + '.json').then(answer => answer.json())"
    ))
    .await
}

#[tokio::test]
async fn an_analysis_is_shared_with_its_variations_and_again_under_the_same_link() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let address = "/analyze#pgn=e4_e5_(_c5_)_Nf3&white=Ada&view=black";
    let page = open(&browser, &server, address, COPIES, Screen::DESKTOP).await;
    for shared in 1..=3 {
        page.press_button("Share").await;
        page.until(&format!("copies.length === {shared}")).await;
        until_notice_says(&page, "Link copied.").await;
        if shared == 2 {
            // Another game is another link.
            Board::of(&page).play("b8", "c6").await;
        }
    }
    let copies = page.eval("copies").await;
    assert_eq!(copies[0], copies[1]);
    assert_ne!(copies[1], copies[2]);
    let link = copies[0].as_str().expect("a link");
    let shown = shown(&page, link).await;
    assert_eq!(shown["white"]["name"], "Ada");
    assert_eq!(shown["bottom"], "black");
    let pgn = page
        .eval(&format!(
            "fetch({link:?} + '.pgn').then(answer => answer.text())"
        ))
        .await;
    let pgn = pgn.as_str().expect("a text");
    assert!(pgn.contains("(1... c5)"), "{pgn}");
    page.assert_quiet().await;
}

#[tokio::test]
async fn without_its_server_the_page_shares_links_that_hold_the_game() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = open(&browser, &server, HALF_PLAYED, COPIES, Screen::DESKTOP).await;
    Board::of(&page).until_ply(4).await;
    page.eval("navigator.serviceWorker.ready.then(() => true)")
        .await;
    page.assert_quiet().await;
    let (play, analyze) = (server.url("/play"), server.url("/analyze"));
    server.kill();
    page.eval("setTimeout(() => location.reload()), true").await;
    page.until("document.querySelector('html[data-shell][data-hydrated]') !== null")
        .await;
    Board::of(&page).until_ply(4).await;
    page.press_button("Share").await;
    until_notice_says(
        &page,
        "The server is out of reach, so the link holds the game. Copied.",
    )
    .await;
    let link = copied(&page).await;
    let game = "#moves=e4_e5_Nf3_Nc6&white=you&black=calculator.4&seed=7";
    assert_eq!(link, format!("{play}{game}"));
    // The other page does the same.
    page.eval("setTimeout(() => location.href = '/analyze#pgn=d4_d5'), true")
        .await;
    page.until("document.querySelector('html[data-shell] .found-lines') !== null")
        .await;
    page.press_button("Share").await;
    assert_eq!(copied(&page).await, format!("{analyze}#pgn=d4_d5&at=2"));
    // And the link is opened without the server.
    page.eval("setTimeout(() => location.href = '/play?instant#moves=d4_d5_c4&white=you&black=you'), true")
        .await;
    page.until("document.querySelector('html[data-shell][data-hydrated]') !== null")
        .await;
    Board::of(&page).until_ply(3).await;
}

#[tokio::test]
async fn where_nothing_may_be_copied_the_link_is_there_to_be_taken_by_hand() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = open(&browser, &server, HALF_PLAYED, NO_COPIES, Screen::DESKTOP).await;
    Board::of(&page).until_ply(4).await;
    page.press_button("Share").await;
    until_dialog_says(&page, "Copy the link").await;
    let field = "document.querySelector('dialog[open] input')";
    let link = page.eval(&format!("{field}.value")).await;
    let link = link.as_str().expect("a link");
    assert!(link.starts_with(&server.url("/game/")), "{link}");
    // It is selected, so that one key copies it.
    page.until(&format!(
        "document.activeElement === {field} && {field}.selectionEnd === {field}.value.length"
    ))
    .await;
    page.key(Key::Escape).await;
    until_no_dialog(&page).await;
    // Once it may be copied, it is.
    page.press_button("Share").await;
    until_dialog_says(&page, "Copy the link").await;
    page.eval(COPIES).await;
    page.press_button("Copy").await;
    until_notice_says(&page, "Link copied.").await;
    assert_eq!(copied(&page).await, link);
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_phone_is_asked_where_to_send_the_link() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let sheet = "window.sent = []; window.copies = []; \
        navigator.clipboard.writeText = text => { copies.push(text); return Promise.resolve(); }; \
        navigator.share = data => { sent.push(data); return sent.length === 1 ? Promise.resolve() \
            : Promise.reject(new DOMException('no', sent.length === 2 ? 'AbortError' : 'DataError')); };";
    let page = open(&browser, &server, HALF_PLAYED, sheet, Screen::PHONE).await;
    Board::of(&page).until_ply(4).await;
    for sent in 1..=3 {
        page.press_button("More").await;
        page.press_button("Share").await;
        page.until(&format!("sent.length === {sent}")).await;
    }
    // Sent, not wanted after all, and the third time not possible.
    page.until("copies.length === 1").await;
    let links = page.eval("sent.map(data => data.url)").await;
    assert!(
        links[0]
            .as_str()
            .is_some_and(|link| link.contains("/game/")),
        "{links}"
    );
    assert_eq!(links[2], page.eval("copies[0]").await);
    page.assert_quiet().await;
}
