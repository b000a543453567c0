//! A learner follows its owner: to another browser, over a killed server, after being offline.

use e2e::account::{register, sign_in, until_said};
use e2e::browser::{Browser, Page, Screen};
use e2e::dojo::raise_network;
use e2e::folder::TempFolder;
use e2e::memory::{exported, lose, until_memory_says};
use e2e::server::Server;
use serde_json::json;

const NAME: &str = "Sonja";

/// Opens the board with the memory panel.
async fn board(browser: &Browser, server: &Server) -> Page {
    let page = browser.open(server, "/?instant", Screen::DESKTOP).await;
    page.press("[data-panel=learning] summary").await;
    page
}

/// Cuts the page off from the server, or lets it back.
async fn offline(page: &Page, offline: bool) {
    let conditions = json!({
        "offline": offline, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
    });
    page.command("Network.emulateNetworkConditions", conditions)
        .await;
}

#[tokio::test]
async fn a_learner_comes_along_to_another_browser_and_survives_a_kill() {
    let data = TempFolder::new().expect("a temporary folder can be made");
    let server = Server::start_on(data.path());
    let home = Browser::start().await;
    // As a guest first: registering keeps what was learnt before.
    let page = board(&home, &server).await;
    lose(&page).await;
    until_memory_says(&page, "Computer won1").await;
    until_memory_says(&page, "on the server for when you register").await;
    let me = home.open(&server, "/me", Screen::DESKTOP).await;
    register(&me, NAME).await;
    until_memory_says(&me, "on every device where you are signed in").await;
    let page = board(&home, &server).await;
    lose(&page).await;
    until_memory_says(&page, "Computer won2").await;
    until_memory_says(&page, "on every device where you are signed in").await;
    let here = exported(&page).await;
    page.assert_quiet().await;
    me.assert_quiet().await;

    server.kill();
    let server = Server::start_on(data.path());
    let away = Browser::start().await;
    let me = away.open(&server, "/me", Screen::PHONE).await;
    sign_in(&me, NAME).await;
    until_memory_says(&me, "Computer won2").await;
    assert_eq!(exported(&me).await, here, "the same learner");
    me.until("document.querySelectorAll('.games li').length === 2")
        .await;
    let page = board(&away, &server).await;
    until_memory_says(&page, "Computer won2").await;
    assert_eq!(exported(&page).await, here);

    // What one learns, the other knows at its next game.
    lose(&page).await;
    until_memory_says(&page, "Computer won3").await;
    let back = board(&home, &server).await;
    until_memory_says(&back, "Computer won3").await;
    lose(&back).await;
    until_memory_says(&back, "Computer won4").await;
    lose(&page).await;
    until_memory_says(&page, "Computer won5").await;
    assert_eq!(exported(&page).await, {
        let again = board(&home, &server).await;
        until_memory_says(&again, "Computer won5").await;
        exported(&again).await
    });

    // Signed out, nothing of it stays.
    let me = away.open(&server, "/me", Screen::PHONE).await;
    until_said(&me, "Member since").await;
    me.press_button("Sign out").await;
    until_memory_says(&me, "Computer won0").await;
    for page in [&me, &page, &back] {
        page.assert_quiet().await;
    }
}

/// The bytes of the learner's network in the browser's storage.
async fn stored_network(page: &Page) -> String {
    let read = "new Promise((done, failed) => {
        const request = indexedDB.open('ponder');
        request.onerror = () => failed(request.error);
        request.onsuccess = () => {
            const store = request.result.transaction('learning').objectStore('learning');
            const found = store.get('network');
            found.onsuccess = () => {
                request.result.close();
                done([...(found.result ?? [])].map(byte => byte.toString(16).padStart(2, '0')).join(''));
            };
        };
    })";
    let bytes = page.eval(read).await;
    bytes.as_str().unwrap_or_default().to_owned()
}

/// What one browser learns in WebAssembly the server learns on its own target, for another browser.
#[tokio::test]
async fn a_network_learns_from_each_game_and_is_the_same_everywhere() {
    let server = Server::start();
    let (home, away) = (Browser::start().await, Browser::start().await);
    let me = home.open(&server, "/me", Screen::DESKTOP).await;
    register(&me, NAME).await;
    until_memory_says(&me, "on every device where you are signed in").await;
    let dojo = home.open(&server, "/dojo", Screen::PHONE).await;
    raise_network(&dojo, 1).await;
    dojo.press_button("Pause").await;
    dojo.press_button("Give it to the Learner").await;
    dojo.until("document.body.innerText.includes('The Learner has it')")
        .await;
    let page = board(&home, &server).await;
    until_memory_says(&page, "A network of 16 neurons").await;
    lose(&page).await;
    until_memory_says(&page, "it has learnt from 1 game.").await;
    until_memory_says(&page, "on every device where you are signed in").await;

    let me = away.open(&server, "/me", Screen::PHONE).await;
    sign_in(&me, NAME).await;
    until_memory_says(&me, "it has learnt from 1 game.").await;
    let learnt = stored_network(&page).await;
    assert!(learnt.len() > 90_000 && learnt.starts_with("504f4e44455257"));
    assert_eq!(stored_network(&me).await, learnt);

    let there = board(&away, &server).await;
    lose(&there).await;
    until_memory_says(&there, "it has learnt from 2 games").await;
    let back = board(&home, &server).await;
    until_memory_says(&back, "it has learnt from 2 games").await;
    assert_eq!(stored_network(&back).await, stored_network(&there).await);
    assert_ne!(stored_network(&back).await, learnt);

    // What has learnt is not replaced unasked, and goes with the rest.
    dojo.press_button("Give it to the Learner").await;
    dojo.until("document.body.innerText.includes('has learnt from 2 games. Press again')")
        .await;
    back.press_button("Forget").await;
    back.press_button("Forget everything?").await;
    until_memory_says(&back, "Computer won0").await;
    back.until(
        "!document.querySelector('[data-panel=learning]').textContent.includes('A network of')",
    )
    .await;
    for page in [&me, &dojo, &page, &there, &back] {
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn requests_that_make_a_guest_go_out_one_at_a_time() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let slow = "{ const fetch = window.fetch; window.fetch = async (...what) => { \
           const path = new URL(what[0].url ?? what[0], location).pathname; \
           if (path === '/fn/record_game') await new Promise(done => window.let_go = done); \
           return fetch(...what); }; }";
    let page = browser
        .open_with(slow, &server, "/?instant", Screen::DESKTOP)
        .await;
    page.press("[data-panel=learning] summary").await;
    // While the page sends the result, its worker tells the server nothing.
    lose(&page).await;
    page.until("window.let_go !== undefined").await;
    until_memory_says(&page, "Computer won1").await;
    page.until("navigator.locks.query().then(locks => locks.held.length === 1)")
        .await;
    page.eval("window.let_go()").await;
    until_memory_says(&page, "on the server for when you register").await;
    // While anybody sends something, the worker waits for its turn.
    page.eval(
        "(navigator.locks.request('ponder.request', () => \
          new Promise(done => window.let_go = done)), true)",
    )
    .await;
    page.press_button("Forget").await;
    page.press_button("Forget everything?").await;
    page.until(
        "navigator.locks.query().then(({ held, pending }) => \
         pending.length === 1 && pending[0].clientId !== held[0].clientId)",
    )
    .await;
    until_memory_says(&page, "Computer won0").await;
    page.eval("window.let_go()").await;
    page.until(
        "navigator.locks.query().then(({ held, pending }) => held.length + pending.length === 0)",
    )
    .await;
    // One guest has the game and the learner.
    let me = browser.open(&server, "/me", Screen::DESKTOP).await;
    me.until("document.querySelectorAll('.games li').length === 1")
        .await;
    until_memory_says(&me, "on the server for when you register").await;
    until_memory_says(&me, "Computer won0").await;
    page.assert_quiet().await;
    me.assert_quiet().await;
}

#[tokio::test]
async fn what_was_played_offline_on_two_devices_comes_together() {
    let server = Server::start();
    let (home, away) = (Browser::start().await, Browser::start().await);
    let me = home.open(&server, "/me", Screen::DESKTOP).await;
    register(&me, NAME).await;
    let me = away.open(&server, "/me", Screen::DESKTOP).await;
    sign_in(&me, NAME).await;
    let pages = [board(&home, &server).await, board(&away, &server).await];
    for page in &pages {
        lose(page).await;
        until_memory_says(page, "on every device where you are signed in").await;
        offline(page, true).await;
    }
    for page in &pages {
        lose(page).await;
        until_memory_says(page, "1 change not told to the server yet").await;
    }
    for page in &pages {
        offline(page, false).await;
    }
    // Each sends its game once it is online again, and no game counts twice.
    for page in &pages {
        page.until(
            "!document.querySelector('[data-panel=learning]').textContent.includes('not told')",
        )
        .await;
    }
    let again = [board(&home, &server).await, board(&away, &server).await];
    for page in &again {
        until_memory_says(page, "Computer won4").await;
    }
    assert_eq!(exported(&again[0]).await, exported(&again[1]).await);
}
