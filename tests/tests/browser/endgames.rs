//! The course of endings: lessons by clicks and by keys at each width, the map, the truth that spreads,
//! without the server.

use std::sync::LazyLock;
use std::time::Duration;

use e2e::board::{Board, square};
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::server::Server;
use engine::rules::{Move, Position, Square};
use serde_json::Value;
use tablebase::{Tables, solved_moves, three_men};
use tablefiles::TableFolder;

const TABLET: Screen = Screen {
    width: 800,
    height: 1_000,
    ..Screen::DESKTOP
};
const SCREENS: [Screen; 3] = [Screen::DESKTOP, TABLET, Screen::PHONE];

const STATUS: &str = "document.querySelector('.lesson-status')?.innerText";

fn tables() -> &'static Tables {
    static TABLES: LazyLock<Tables> = LazyLock::new(three_men);
    &TABLES
}

async fn until_status(page: &Page, begin: &str) {
    page.until(&format!("{STATUS}?.startsWith({begin:?})"))
        .await;
}

/// The position on the board, with White to move.
async fn position(page: &Page) -> Position {
    let placement = "[8, 7, 6, 5, 4, 3, 2, 1].map(rank => [...'abcdefgh'].map(file => {
            const piece = document.querySelector(`[data-square=${file}${rank}]`).dataset.piece;
            return !piece ? '1' : piece[0] === 'w' ? piece[1] : piece[1].toLowerCase();
        }).join('').replace(/1+/g, ones => ones.length)).join('/')";
    let placement = page.eval(placement).await;
    let fen = format!("{} w - - 0 1", placement.as_str().unwrap_or_default());
    Position::from_fen(&fen).unwrap_or_else(|error| panic!("{fen}: {error}"))
}

fn best(tables: &Tables, position: &Position) -> Move {
    let moves = solved_moves(tables, position).expect("a solved position");
    moves[0].mv
}

/// Walks over the board by arrow keys and presses Enter there.
async fn enter(page: &Page, from: Square, to: Square) {
    let difference = |of: fn(Square) -> usize| of(to) as i32 - of(from) as i32;
    let files = difference(|square| square.file().index());
    let ranks = difference(|square| square.rank().index());
    for (steps, back, forth) in [(files, Key::Left, Key::Right), (ranks, Key::Down, Key::Up)] {
        for _ in 0..steps.abs() {
            page.key(if steps < 0 { back } else { forth }).await;
        }
    }
    page.key(Key::Enter).await;
}

async fn focused(page: &Page) -> Square {
    let name = page.eval("document.activeElement.dataset.square").await;
    let name = name.as_str().unwrap_or_default();
    name.parse()
        .unwrap_or_else(|_| panic!("no square has the focus: {name:?}"))
}

/// Wins the lesson on the page by best play.
async fn win(page: &Page, tables: &Tables, by_keys: bool) {
    loop {
        page.until(&format!("/^(Your move|Mate in)/.test({STATUS})"))
            .await;
        if page
            .eval(STATUS)
            .await
            .as_str()
            .is_some_and(|status| status.starts_with("Mate"))
        {
            return;
        }
        let before = position(page).await;
        let mv = best(tables, &before);
        if by_keys {
            page.eval("document.querySelector('[data-square][tabindex=\"0\"]').focus()")
                .await;
            enter(page, focused(page).await, mv.from()).await;
            enter(page, mv.from(), mv.to()).await;
        } else {
            let [from, to] = [mv.from(), mv.to()].map(|square| square.to_string());
            Board::of(page).play(&from, &to).await;
        }
        // Until the answer stands on the board.
        let piece = format!(
            "document.querySelector({:?}).dataset.piece",
            square(&mv.from().to_string())
        );
        page.until(&format!(
            "{piece} === undefined || document.querySelector('.promotion') !== null"
        ))
        .await;
        if let Some(piece) = mv.promotion()
            && page.has(".promotion").await
        {
            Board::of(page).promote(piece).await;
        }
        page.until(&format!("{piece} === undefined")).await;
        page.until(&format!("!{STATUS}.startsWith('The other side')"))
            .await;
    }
}

#[tokio::test]
async fn a_lesson_is_won_by_clicks_and_by_keys_at_every_width() {
    let server = Server::start();
    for screen in SCREENS {
        for by_keys in [false, true] {
            let browser = Browser::start().await;
            let page = browser.open(&server, "/endgames", screen).await;
            page.until("document.querySelectorAll('[data-lesson]').length === 24")
                .await;
            page.press("[data-lesson=queen]").await;
            until_status(&page, "Your move.").await;
            page.until("document.querySelector('.truth').innerText === 'Best play mates in 9.'")
                .await;
            win(&page, tables(), by_keys).await;
            assert_eq!(
                page.eval(STATUS).await,
                "Mate in 9 moves: it can\u{2019}t be done in fewer.",
                "{screen:?}"
            );
            // The next one is a press away, and what was solved is known after a reload.
            page.until("document.querySelector('.lesson-actions .primary').innerText === 'Next: Two rooks'")
                .await;
            page.press("a[href='#']").await;
            page.reload().await;
            page.until(
                "document.querySelector('[data-lesson=queen] .mark').innerText === 'Solved in 9'",
            )
            .await;
            let wide = "document.documentElement.scrollWidth > innerWidth";
            assert_eq!(page.eval(wide).await, false, "{screen:?}");
            page.assert_quiet().await;
        }
    }
}

#[tokio::test]
async fn a_click_is_heard_though_the_page_is_completed_between_press_and_release() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/", Screen::DESKTOP).await;
    page.hold("*endgames*.wasm").await;
    page.goto(&server.url("/endgames")).await;
    let loaded = "performance.getEntriesByType('resource').some(it => /endgames.*wasm/.test(it.name) && it.responseEnd > 0)";
    assert_eq!(page.eval(loaded).await, false);
    page.press_during("[data-lesson=queen]", async {
        page.let_load().await;
        page.until(loaded).await;
        // Time to replace what is pressed.
        tokio::time::sleep(Duration::from_secs(1)).await;
    })
    .await;
    until_status(&page, "Your move.").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_move_that_gives_the_draw_away_is_named_and_taken_back_by_a_key() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/endgames#hold-the-opposition", Screen::DESKTOP)
        .await;
    until_status(&page, "Your move.").await;
    Board::of(&page).play("e7", "d8").await;
    until_status(
        &page,
        "Kd8 gives the draw away: with best play you are mated in 11 moves.",
    )
    .await;
    page.key(Key::Char('u')).await;
    until_status(&page, "Your move.").await;
    let best = "[...document.querySelectorAll('button')].find(e => e.innerText === 'Best move')";
    page.until(&format!("{best}.disabled === false")).await;
    page.key(Key::Char('h')).await;
    page.until("document.querySelectorAll('.arrows path').length === 1")
        .await;
    Board::of(&page).play("e7", "d7").await;
    page.until(
        "document.querySelector('.truth').innerText.startsWith('A draw with best play. 1 of 20')",
    )
    .await;
    page.assert_quiet().await;
}

/// The numbers of the map's tiles by their squares.
async fn tiles(page: &Page) -> Value {
    page.eval(
        "Object.fromEntries([...document.querySelectorAll('.tile')].map(tile => [
            'abcdefgh'[tile.style.getPropertyValue('--column')] + (8 - tile.style.getPropertyValue('--row')),
            tile.className + ' ' + tile.innerText,
        ]))",
    )
    .await
}

#[tokio::test]
async fn the_map_of_a_piece_lies_on_the_board_while_it_is_held_or_chosen() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/endgames#rook", Screen::DESKTOP)
        .await;
    until_status(&page, "Your move.").await;
    page.press(".switch-line input").await;
    page.press(&square("a1")).await;
    page.until("document.querySelectorAll('.tile').length > 50")
        .await;
    let shown = tiles(&page).await;
    let before = position(&page).await;
    for solved in solved_moves(tables(), &before).expect("a solved position") {
        if solved.mv.from() == Square::A1 {
            let moves = solved.value.moves_to_mate().expect("a win");
            // One move is made already.
            let expected = format!("tile won {}", moves - 1);
            assert_eq!(shown[solved.mv.to().to_string()], expected, "{}", solved.mv);
        }
    }
    page.press(&square("a1")).await;
    page.until("document.querySelectorAll('.tile').length === 0")
        .await;
    page.press("[aria-label='Map of the black king on e5']")
        .await;
    page.until("document.querySelectorAll('.tile').length > 40")
        .await;
    // It goes with the king.
    Board::of(&page).play_move(best(tables(), &before)).await;
    page.until("document.querySelector('.map-piece[aria-pressed=true]') !== null && document.querySelectorAll('.tile').length > 40")
        .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_truth_spreads_over_the_board() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/endgames#queen", Screen::PHONE)
        .await;
    until_status(&page, "Your move.").await;
    page.press_button("Watch").await;
    page.until("document.querySelectorAll('.tiles.spreads .tile').length === 64")
        .await;
    let text = "document.querySelector('.share').innerText";
    page.until(&format!("{text}.includes('within 10 moves: ')"))
        .await;
    let range = "document.querySelector('.spread .scrubber')";
    page.eval(&format!(
        "({range}.value = 0, {range}.dispatchEvent(new Event('input')))"
    ))
    .await;
    page.until(&format!(
        "{text}.includes('within 0 moves: 0.0 %') || {text}.includes('at once')"
    ))
    .await;
    page.press_button("Back to the position").await;
    page.until("document.querySelectorAll('.tile').length === 0")
        .await;
    page.assert_quiet().await;
}

/// A lesson without the server: its page is a shell, and three men are solved in the browser.
#[tokio::test]
async fn without_the_server_lessons_of_three_men_are_there() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/learn", Screen::PHONE).await;
    page.eval("navigator.serviceWorker.ready.then(() => true)")
        .await;
    let address = server.url("/endgames#sixth-rank");
    server.kill();
    page.set_offline(true).await;
    page.goto(&address).await;
    until_status(&page, "Your move.").await;
    page.until("document.querySelector('.truth').innerText === 'Best play mates in 11.'")
        .await;
    win(&page, tables(), false).await;
    page.assert_quiet().await;
    // Four men are not here; the page says so and asks the network for nothing.
    page.eval("location.hash = 'two-rooks', true").await;
    page.until(
        "document.querySelector('.lesson-panel .trouble')?.innerText.includes('be had now')",
    )
    .await;
    page.assert_quiet().await;
}

/// `TABLES_DIR` names a folder of `ponder tables make`. What was fetched once is enough.
#[tokio::test]
async fn lessons_of_four_men_are_won_without_the_server_once_their_tables_were_there() {
    let Some(folder) = std::env::var_os("TABLES_DIR") else {
        println!("TABLES_DIR is not set: no lesson of four men was played");
        return;
    };
    let native = TableFolder::new(&folder).read(4).expect("tables");
    let folder = folder.to_string_lossy().into_owned();
    let server = Server::start_with(&["--tables", &folder]);
    let browser = Browser::start().await;
    let page = browser.open(&server, "/endgames", Screen::DESKTOP).await;
    page.until("fetch('/tables/set').then(answer => answer.text()).then(text => text === '4')")
        .await;
    page.eval("navigator.serviceWorker.ready.then(() => true)")
        .await;
    page.reload().await;
    let lessons = [
        ("bishop-and-knight", 30),
        ("queen-against-rook", 33),
        ("opposition", 19),
    ];
    for (lesson, least) in lessons {
        page.eval(&format!("location.hash = {lesson:?}, true"))
            .await;
        page.until(&format!(
            "document.querySelector('.truth')?.innerText === 'Best play mates in {least}.'"
        ))
        .await;
    }
    server.kill();
    page.set_offline(true).await;
    for (lesson, least) in lessons {
        page.eval(&format!("location.hash = {lesson:?}, true"))
            .await;
        page.reload().await;
        page.until(&format!(
            "document.querySelector('.truth')?.innerText === 'Best play mates in {least}.'"
        ))
        .await;
        win(&page, &native, false).await;
        assert_eq!(
            page.eval(STATUS).await,
            format!("Mate in {least} moves: it can\u{2019}t be done in fewer.")
        );
    }
    page.assert_quiet().await;
}
