//! The network on the page: the page says when it is damaged, late or missing, and shows its
//! evaluation.

use std::{fs, path::PathBuf};

use e2e::board::Board;
use e2e::browser::{Browser, Page, Screen};
use e2e::folder::TempFolder;
use e2e::play_page::{choose, times_said, until_said};
use e2e::server::Server;
use engine::eval::nnue::shipped;
use engine::rules::Color;
use serde_json::{Value, json};

const NETWORK: &str = "intuition.nnue";

/// A server whose site has other bytes in the network's file, or has none, and a page of it. The
/// folder is the site.
async fn open_with(change: fn(Vec<u8>) -> Option<Vec<u8>>) -> (TempFolder, Server, Browser, Page) {
    let site = site_with(change);
    let path = site.path().display().to_string();
    let server = Server::start_with(&["--site", &path]);
    let browser = Browser::start().await;
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    (site, server, browser, page)
}

/// Plays a move that the opponent answers.
async fn play_e4(page: &Page) {
    choose(page, "Computer").await;
    let board = Board::of(page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
}

/// The built site as a folder of its own, with other bytes in the network's file, which is packed
/// no more.
fn site_with(change: fn(Vec<u8>) -> Option<Vec<u8>>) -> TempFolder {
    let site = std::env::var_os("PONDER_SITE").expect("`cargo xtask test` names the site");
    let copy = TempFolder::new().expect("a temporary folder can be made");
    let mut folders = vec![(PathBuf::from(site), copy.path().to_owned())];
    while let Some((from, to)) = folders.pop() {
        fs::create_dir_all(&to).expect("a folder can be made");
        for entry in fs::read_dir(from).expect("the site can be read") {
            let entry = entry.expect("the site can be read");
            let (from, to) = (entry.path(), to.join(entry.file_name()));
            if from.is_dir() {
                folders.push((from, to));
            } else if !entry.file_name().to_string_lossy().starts_with(NETWORK) {
                fs::copy(from, to).expect("a file can be copied");
            } else if entry.file_name() == NETWORK
                && let Some(bytes) = change(fs::read(from).expect("a file can be read"))
            {
                fs::write(to, bytes).expect("a file can be written");
            }
        }
    }
    copy
}

#[tokio::test]
async fn without_its_network_the_page_says_so_once_and_plays_on_by_the_hand_made_evaluation() {
    let (_site, server, browser, page) = open_with(|_| None).await;
    let words = "The network could not be loaded";
    until_said(&page, words).await;
    play_e4(&page).await;
    assert_eq!(times_said(&page, words).await, 1);
    page.press_button("Dismiss").await;
    page.until("document.querySelector('.network').textContent.includes('answered 404')")
        .await;
    let board = Board::of(&page);
    board.play("d2", "d4").await;
    board.until_ply(4).await;
    assert_eq!(times_said(&page, words).await, 0);
    let page = browser.open(&server, "/analyze", Screen::DESKTOP).await;
    until_said(&page, words).await;
    page.until("document.querySelectorAll('.found-lines li:not([hidden])').length === 3")
        .await;
    assert_eq!(times_said(&page, words).await, 1);
}

#[tokio::test]
async fn a_damaged_network_is_refused_with_the_reason_and_the_game_goes_on() {
    let (_site, server, browser, page) = open_with(|mut bytes| {
        bytes[5_000] ^= 1;
        Some(bytes)
    })
    .await;
    until_said(&page, "The network could not be loaded").await;
    play_e4(&page).await;
    page.until("document.querySelector('.network').textContent.includes('the network is damaged')")
        .await;
    let page = browser.open(&server, "/analyze", Screen::DESKTOP).await;
    let judge = "document.querySelector('.judge')";
    page.until(&format!(
        "{judge}.textContent === 'Judged by the hand-made evaluation' \
         && {judge}.title.includes('damaged')"
    ))
    .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_network_that_comes_late_is_spoken_of_until_it_is_here() {
    // What the worker says of a network that is here reaches the page when the test has it so.
    let script = format!(
        "{{ const Real = Worker; window.Worker = class extends Real {{ \
         set onmessage(receive) {{ super.onmessage = receive && (event => {{ const bytes = event.data; \
         const text = ArrayBuffer.isView(bytes) ? new TextDecoder('latin1').decode(bytes) : ''; \
         if (!text.includes('{:08x}')) return receive(event); \
         window.here = () => receive(event); }}); }} }}; }}",
        shipped().checksum()
    );
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open_with(&script, &server, "/?instant", Screen::DESKTOP)
        .await;
    play_e4(&page).await;
    let words = "The network is on its way: until it is here";
    until_said(&page, words).await;
    page.until("Boolean(window.here)").await;
    page.eval("here()").await;
    page.until(&format!("!document.body.innerText.includes({words:?})"))
        .await;
    page.assert_quiet().await;

    let page = browser
        .open_with(&script, &server, "/analyze", Screen::DESKTOP)
        .await;
    let judged = |words: &str| {
        format!("document.querySelector('.judge')?.textContent.startsWith('{words}')")
    };
    page.until(&judged("Hand-made evaluation; the network: "))
        .await;
    page.until("document.querySelectorAll('.found-lines li:not([hidden])').length === 3")
        .await;
    page.until("Boolean(window.here)").await;
    page.eval("here()").await;
    page.until(&judged("Judged by Ponder\u{2019}s neural network"))
        .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn what_each_piece_is_worth_to_the_network_is_shown_on_the_board_when_it_is_wanted() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Two players").await;
    page.press_button("New game").await;
    let board = Board::of(&page);
    board.until_empty().await;
    page.eval("document.querySelector('details.options').open = true")
        .await;
    page.until("document.querySelector('.network + label')?.hidden === false")
        .await;
    let wish = ".network + label input";
    page.press(wish).await;
    for (from, to) in [("e2", "e4"), ("d7", "d5"), ("e4", "d5")] {
        board.play(from, to).await;
        let position = *board.game().await.position();
        let seen = shipped().contributions(&position);
        let seen = seen.into_iter().map(|one| {
            let own = match position.piece_at(one.square) {
                Some((Color::Black, _)) => -one.score,
                _ => one.score,
            };
            json!([one.square.to_string(), own])
        });
        let seen = Value::from_iter(seen);
        assert!(seen.as_array().is_some_and(|seen| seen.len() >= 29));
        page.until(&format!(
            "(seen => {{ const words = document.querySelector('.seen')?.getAttribute('aria-label'); \
             const told = words?.split(': ')[1]?.replaceAll('\u{2212}', '-').split(', ') ?? []; \
             return told.length === seen.length && told.every((one, index) => {{ \
             const [square, pawns] = one.split(' '); \
             return square === seen[index][0] && Math.abs(100 * pawns - seen[index][1]) < 6; }}) \
             && document.querySelectorAll('.seen text').length === seen.length; }})({seen})"
        ))
        .await;
    }
    page.press(wish).await;
    page.until("document.querySelectorAll('.seen text').length === 0")
        .await;
    page.assert_quiet().await;
}
