//! The page at `/api`, and the API request that the playing page offers for a move.

use std::time::Duration;

use e2e::board::Board;
use e2e::browser::{Browser, Page, Screen};
use e2e::folder::TempFolder;
use e2e::http::Request;
use e2e::server::Server;
use serde_json::Value;

/// A script for the page's start: records copied texts.
const KEEP_COPIES: &str = "window.copies = [];
    navigator.clipboard.writeText = text => { copies.push(text); return Promise.resolve(); };";

const STATUS: &str = "document.querySelector('[data-panel=answer] [role=status]').innerText";

async fn until_status_is(page: &Page, words: &str) {
    page.until(&format!("{STATUS} === {words:?}")).await;
}

async fn choose(page: &Page, place: &str, value: &str) {
    page.eval(&format!(
        "(() => {{ const field = document.querySelector({place:?}); field.value = {value:?}; \
         field.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
    ))
    .await;
}

async fn write(page: &Page, text: &str) {
    page.eval(&format!(
        "(() => {{ const field = document.querySelector('textarea.code'); field.value = {text:?}; \
         field.dispatchEvent(new Event('input', {{ bubbles: true }})); }})()"
    ))
    .await;
}

#[tokio::test]
async fn every_request_that_is_offered_is_answered() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/api", Screen::DESKTOP).await;
    page.until("document.querySelectorAll('.panel-head option').length === 8")
        .await;
    for index in 0..8 {
        let option = format!("document.querySelectorAll('.panel-head option')[{index}]");
        // The servers of tests have no endgame tables.
        let is_tablebase = format!("{option}.innerText.includes('tablebase')");
        if page.eval(&is_tablebase).await == true {
            continue;
        }
        choose(&page, ".panel-head select", &index.to_string()).await;
        until_status_is(&page, "Nothing was sent yet.").await;
        page.press_button("Send").await;
        until_status_is(&page, "Status 200").await;
        page.until("document.querySelector('.answer').innerText.length > 100")
            .await;
    }
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_request_is_told_step_by_step_stopped_and_shown_as_a_program() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open_with(KEEP_COPIES, &server, "/api", Screen::PHONE)
        .await;
    page.until("document.querySelectorAll('.panel-head option').length === 8")
        .await;
    page.press_button("three lines").await;
    choose(&page, ".row select", "application/x-ndjson").await;
    page.press_button("Send").await;
    until_status_is(&page, "Status 200").await;
    page.until(
        "document.querySelector('.answer').innerText.trim().split('\\n')\
         .map(line => JSON.parse(line).type).join() === 'depth,depth,depth,depth,depth,result'",
    )
    .await;
    page.press_button("Copy code").await;
    page.until("copies.length === 1 && copies[0].startsWith('curl -sN ')")
        .await;
    write(
        &page,
        r#"{"position":"startpos","limits":{"movetime_ms":9000}}"#,
    )
    .await;
    page.press_button("Send").await;
    page.until("document.querySelector('.answer').innerText.includes('depth')")
        .await;
    page.press_button("Stop").await;
    until_status_is(&page, "Stopped.").await;
    let fits = "document.documentElement.scrollWidth <= innerWidth";
    assert_eq!(page.eval(fits).await, true);
    page.assert_quiet().await;
}

/// The same search plays the same move natively, in the worker and on the server.
#[tokio::test]
async fn a_move_on_the_board_is_a_request_with_that_move_for_an_answer() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open_with(KEEP_COPIES, &server, "/?instant", Screen::DESKTOP)
        .await;
    let board = Board::of(&page);
    board.play("a2", "a3").await;
    board.until_ply(2).await;
    page.press(".options summary").await;
    page.press_button("API request").await;
    page.until("copies.length === 1").await;
    let copied = page.eval("copies[0]").await;
    let copied = copied.as_str().expect("a command");
    let (_, body) = copied.split_once("-d '").expect("a body");
    let body = body.strip_suffix('\'').expect("its end");
    let answer = Request::post("/api/v1/search", "application/json", body)
        .send(server.addr)
        .expect("an answer");
    assert_eq!(answer.status, 200, "{}", answer.text());
    let played: Vec<Value> = board.sans().await.into_iter().map(Value::from).collect();
    assert_eq!(answer.json()["bestmove"]["san"], played[1], "{body}");
    page.assert_quiet().await;
}

/// A search of a game whose link names endgame tables: the same move after as many positions in the worker
/// and on the server.
#[tokio::test]
async fn a_game_that_names_its_tables_is_searched_with_them_everywhere() {
    let folder = TempFolder::new().expect("a folder");
    let path = folder.path().to_string_lossy().into_owned();
    let server = Server::start_with(&["--tables", &path]);
    let browser = Browser::start().await;
    // Four men, so the root is not solved; three are one exchange away.
    let game = "/play?instant#fen=3k4/3p4/3P4/8/1K6/8/8/8_w_-_-_0_1&white=you&black=intuition.10&depth=6&tables=3&seed=1";
    let page = browser
        .open_with(KEEP_COPIES, &server, game, Screen::DESKTOP)
        .await;
    let board = Board::of(&page);
    // The network, too, is the same.
    page.until(
        "(document.querySelector('details.options').open = true, \
         document.querySelector('.network')?.textContent.includes('Judged by'))",
    )
    .await;
    board.play("b4", "c5").await;
    board.until_ply(2).await;
    page.press_button("API request").await;
    page.until("copies.length === 1").await;
    let copied = page.eval("copies[0]").await;
    let copied = copied.as_str().expect("a command");
    let (_, body) = copied.split_once("-d '").expect("a body");
    let body = body.strip_suffix('\'').expect("its end");
    let ask = |body: &str| {
        let answer = Request::post("/api/v1/search", "application/json", body).send(server.addr);
        answer.expect("an answer")
    };
    // Until they are made.
    let mut answer = ask(body);
    for _ in 0..300 {
        if answer.status != 503 {
            break;
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
        answer = ask(body);
    }
    assert_eq!(answer.status, 200, "{}", answer.text());
    let found = answer.json();
    assert_eq!(found["tables"], "3");
    let played: Vec<Value> = board.sans().await.into_iter().map(Value::from).collect();
    assert_eq!(played[1], found["bestmove"]["san"]);
    let nodes = |found: &Value| found["nodes"].as_u64().expect("a count");
    let shown = page.text("body").await;
    let digits: String = shown.chars().filter(|letter| *letter != ',').collect();
    let count = format!("{} position", nodes(&found));
    assert!(digits.contains(&count), "{shown}: {found}");
    // Without tables it is another search.
    let without = ask(&body.replace("\"tables\":\"3\"", "\"tables\":\"none\""));
    assert_eq!(without.status, 200, "{}", without.text());
    assert_ne!(nodes(&without.json()), nodes(&found));
    page.assert_quiet().await;
}
