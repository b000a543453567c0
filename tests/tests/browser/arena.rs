//! Tournaments: set up, played in the background, left and taken up again, saved.

use e2e::browser::{Browser, Page, Screen};
use e2e::server::Server;
use serde_json::{Value, json};

const TABLET: Screen = Screen {
    width: 800,
    height: 1_000,
    ..Screen::DESKTOP
};

/// Two players that need a while for a game, without the network.
const SLOW: &str = "players=calculator,calculator!null-move&nodes=3000&pairs=3";
/// Players that need next to no time.
const QUICK: &str = "players=dice,grabber&nodes=50&pairs=2";

/// Keeps what is saved as files, for `window.saved`.
const KEEP_SAVED: &str = "window.saved = {};
    const make = URL.createObjectURL.bind(URL);
    URL.createObjectURL = blob => { window.lastSaved = blob; return make(blob); };
    HTMLAnchorElement.prototype.click = function () {
        if (this.download) window.saved[this.download] = window.lastSaved.text();
    };";

/// Sets `isPlanStored` once the storage has the tournament, which may be over by then.
const LOOK_FOR_PLAN: &str = "(() => { \
    const look = () => { \
        const open = indexedDB.open('ponder-arena'); \
        open.onsuccess = () => { \
            const kept = open.result.transaction('tournament').objectStore('tournament'); \
            const get = kept.get('plan'); \
            get.onsuccess = () => { \
                open.result.close(); \
                if (get.result) { window.isPlanStored = true; } else { setTimeout(look, 20); } \
            }; \
        }; \
    }; \
    look(); \
    return true; \
})()";

/// How many games were played, and how it stands: `Paused: 3 of 6 games`.
const STATUS: &str = "document.querySelector('.games-played')?.innerText.trim()";

async fn open(browser: &Browser, server: &Server, fragment: &str, screen: Screen) -> Page {
    let path = format!("/arena#{fragment}");
    browser.open_with(KEEP_SAVED, server, &path, screen).await
}

async fn until_status(page: &Page, status: &str) {
    page.until(&format!("{STATUS} === {status:?}")).await;
}

/// What was saved under a name.
async fn saved(page: &Page, name: &str) -> String {
    page.until(&format!("window.saved[{name:?}] !== undefined"))
        .await;
    let text = page.eval(&format!("window.saved[{name:?}]")).await;
    text.as_str().unwrap_or_default().to_owned()
}

/// Removes the tournament, so that another one can be set up.
async fn remove(page: &Page) {
    page.press_button("New tournament").await;
    page.press_button("Remove these games?").await;
    page.until("document.querySelector('.arena-setup') !== null")
        .await;
}

#[tokio::test]
async fn a_tournament_of_a_link_is_played_and_saved_at_every_width() {
    let server = Server::start();
    for screen in [Screen::DESKTOP, TABLET, Screen::PHONE] {
        let browser = Browser::start().await;
        let page = open(
            &browser,
            &server,
            "players=dice,grabber,plodder.1&nodes=50&pairs=2",
            screen,
        )
        .await;
        page.until("document.querySelectorAll('.entrant').length === 3")
            .await;
        page.press_button("Start the tournament").await;
        until_status(&page, "Finished: 12 of 12 games").await;
        let rows = page
            .eval("[...document.querySelectorAll('.cross-table tbody tr')].map(row => [...row.cells].map(cell => cell.innerText.trim()))")
            .await;
        let rows: Vec<Vec<String>> = serde_json::from_value(rows).expect("a table");
        assert_eq!(rows.len(), 3);
        for row in &rows {
            assert!(row[2].ends_with('8'), "{row:?}");
            assert!(
                row[3].contains('\u{b1}'),
                "no number without its interval: {row:?}"
            );
        }
        assert_eq!(rows[2][1], "Dice");
        page.press_button("PGN").await;
        let pgn = saved(&page, "tournament.pgn").await;
        assert_eq!(pgn.matches("[Result ").count(), 12);
        page.press_button("JSON").await;
        let document: Value =
            serde_json::from_str(&saved(&page, "tournament.json").await).expect("JSON");
        assert_eq!(document["games"].as_array().map(Vec::len), Some(12));
        let wide = "document.documentElement.scrollWidth > innerWidth";
        assert_eq!(page.eval(wide).await, false, "{screen:?}");
        // A finished game leads to its analysis.
        page.press(".game-lines a").await;
        page.until("location.pathname === '/analyze' && document.querySelectorAll('[data-square]').length === 64")
            .await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn twenty_tournaments_with_reloads_in_between_lose_no_game() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = open(&browser, &server, SLOW, Screen::DESKTOP).await;
    for tournament in 0..20 {
        page.press_button("Start the tournament").await;
        // In the middle of the first game, or after some.
        let least = tournament % 4;
        page.until(&format!("parseInt({STATUS}.split(' ')[1]) >= {least}"))
            .await;
        if least == 0 {
            // What is on the screen is written down a moment later.
            page.eval(LOOK_FOR_PLAN).await;
            page.until("window.isPlanStored === true").await;
        }
        let before = page
            .eval(&format!("parseInt({STATUS}.split(' ')[1])"))
            .await;
        page.reload().await;
        page.until(&format!("{STATUS} !== undefined")).await;
        let after = page
            .eval(&format!("parseInt({STATUS}.split(' ')[1])"))
            .await;
        assert!(after.as_u64() >= before.as_u64(), "{before} {after}");
        until_status(&page, "Finished: 6 of 6 games").await;
        page.press_button("JSON").await;
        let document: Value =
            serde_json::from_str(&saved(&page, "tournament.json").await).expect("JSON");
        let numbers: Vec<&Value> = document["games"]
            .as_array()
            .into_iter()
            .flatten()
            .map(|game| &game["number"])
            .collect();
        assert_eq!(json!(numbers), json!([0, 1, 2, 3, 4, 5]));
        remove(&page).await;
    }
    page.assert_quiet().await;
}

#[tokio::test]
async fn what_a_part_is_worth_is_one_press_and_can_be_paused() {
    let (server, browser) = (Server::start(), Browser::start().await);
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        let page = open(&browser, &server, "", screen).await;
        page.press_button("What is null move worth?").await;
        page.until("document.querySelectorAll('.arena-board .still-board .piece').length > 2")
            .await;
        assert!(page.has(".sprt-bar").await);
        page.until(&format!("parseInt({STATUS}.split(' ')[1]) >= 1"))
            .await;
        page.press_button("Pause").await;
        page.until(&format!("{STATUS}.startsWith('Paused')")).await;
        page.until("document.querySelectorAll('.arena-board').length === 0")
            .await;
        let fragment = "location.hash.includes('players=intuition,intuition!null-move&nodes=5000')";
        page.until(fragment).await;
        page.press_button("Go on").await;
        page.until(&format!("{STATUS}.startsWith('Running')")).await;
        page.press_button("Pause").await;
        remove(&page).await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn players_are_chosen_changed_and_refused_with_the_reason() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = open(&browser, &server, "players=wizard,dice", Screen::PHONE).await;
    page.until("document.querySelector('main [role=alert]')?.innerText.includes('Player 1 (players), \"wizard\"')")
        .await;
    page.press_button("Add a player").await;
    page.until("document.querySelectorAll('.entrant').length === 3")
        .await;
    let choose = |row: usize, label: &str, value: &str| {
        format!(
            "(() => {{ const row = document.querySelectorAll('.entrant')[{row}]; \
             const select = [...row.querySelectorAll('label')].find(e => e.innerText.includes({label:?})).querySelector('select'); \
             select.value = [...select.options].find(e => e.innerText === {value:?}).value; \
             select.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        )
    };
    page.eval(&choose(0, "Without", "Null move")).await;
    let list =
        "[...document.querySelectorAll('.entrant')[0].querySelectorAll('select')].pop().value";
    page.until(&format!("{list} === ''")).await;
    page.eval(&choose(0, "Without", "Delta pruning")).await;
    page.eval(&choose(1, "Level", "3")).await;
    page.eval(&choose(2, "Mind", "Learner")).await;
    page.until("location.hash.includes('players=intuition!null-move!delta,calculator.3,learner&')")
        .await;
    // The place of something on the page is no tournament.
    page.eval("location.hash = 'main', true").await;
    page.until("document.querySelectorAll('.entrant .chips .chip').length === 2")
        .await;
    page.press_button("Switch null move on again").await;
    page.press_button("Remove player 2").await;
    page.until("document.querySelectorAll('.entrant')[1].querySelector('select').selectedOptions[0].innerText === 'Learner'")
        .await;
    page.until("location.hash.includes('players=intuition!delta,learner&')")
        .await;
    // Files are read and checked.
    let put = |text: &str| {
        format!(
            "(() => {{ const files = new DataTransfer(); files.items.add(new File([{text:?}], 'mine.json')); \
             const input = document.querySelectorAll('.entrant')[1].querySelector('input[type=file]'); \
             input.files = files.files; input.dispatchEvent(new Event('change', {{ bubbles: true }})); }})()"
        )
    };
    page.eval(&put("no learner")).await;
    page.until(
        "document.querySelector('main [role=alert]')?.innerText.includes('no learner as JSON')",
    )
    .await;
    page.eval(&put(
        r#"{"format":"ponder-learning","version":1,"results":"","games":[],"states":{}}"#,
    ))
    .await;
    page.until("document.querySelectorAll('.entrant')[1].innerText.includes('mine.json')")
        .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn two_tabs_do_not_play_the_same_tournament() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let first = open(&browser, &server, QUICK, Screen::DESKTOP).await;
    first
        .until("document.querySelector('.arena-setup') !== null")
        .await;
    let second = open(&browser, &server, "", Screen::DESKTOP).await;
    second
        .until("document.querySelector('main').innerText.includes('open in another tab')")
        .await;
    first.press_button("Start the tournament").await;
    until_status(&first, "Finished: 4 of 4 games").await;
    // It comes to the other tab when this one goes elsewhere; its link is another tournament's.
    first.goto(&server.url("/privacy")).await;
    until_status(&second, "Finished: 4 of 4 games").await;
    second.assert_quiet().await;
    let third = open(&browser, &server, SLOW, Screen::DESKTOP).await;
    second.goto(&server.url("/privacy")).await;
    third
        .until("document.querySelector('main').innerText.includes('The link describes another tournament')")
        .await;
    third.press_button("Set it up in place of this one").await;
    third.press_button("Remove these games?").await;
    third
        .until("location.hash.includes('players=calculator,calculator!null-move')")
        .await;
    third.assert_quiet().await;
}

#[tokio::test]
async fn a_wide_table_scrolls_within_its_panel() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let players = "players=dice,dice,dice,dice,grabber,grabber,grabber,grabber&nodes=10&pairs=1";
    let page = open(&browser, &server, players, Screen::PHONE).await;
    page.press_button("Start the tournament").await;
    until_status(&page, "Finished: 56 of 56 games").await;
    let widths = "[document.documentElement.scrollWidth <= innerWidth, \
                  (e => e.scrollWidth > e.clientWidth)(document.querySelector('.table-scroll'))]";
    assert_eq!(page.eval(widths).await, json!([true, true]));
    page.assert_quiet().await;
}
