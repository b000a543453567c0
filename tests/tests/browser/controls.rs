//! Each control of the playing page: clocks, draws, hints, "Why not?", variations, drawings, keys,
//! preferences.

use e2e::board::{Board, square};
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::play_page::{MOVES, choose, select, until_dialog_says, until_no_dialog};
use e2e::server::Server;
use engine::rules::{Game, san};

/// Waits until the box of the game's status says this.
async fn until_status_says(page: &Page, words: &str) {
    page.until(&format!(
        "document.querySelector('.status').innerText.includes({words:?})"
    ))
    .await;
}

async fn type_move(page: &Page, text: &str) {
    page.press("#move-box").await;
    page.type_text(text).await;
    page.key(Key::Enter).await;
}

#[tokio::test]
async fn a_clock_runs_for_who_is_to_move_and_its_flag_ends_the_game() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Two players").await;
    select(&page, "time", "custom").await;
    page.until("!document.querySelector('.time .shares').hidden")
        .await;
    // The shortest: zero minutes are ten seconds.
    page.eval(
        "(() => { const [minutes, seconds] = document.querySelectorAll('.time input'); \
         for (const [input, value] of [[minutes, 0], [seconds, 0]]) { input.value = value; \
         input.dispatchEvent(new Event('change', { bubbles: true })); } })()",
    )
    .await;
    let clocks = "[...document.querySelectorAll('.clock')].map(clock => clock.textContent)";
    page.until(&format!("{clocks}.join() === '0:10.0,0:10.0'"))
        .await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    page.until(&format!("{clocks}[0] < '0:09.0'")).await;
    assert_eq!(page.eval(&format!("{clocks}[1]")).await, "0:10.0");
    assert!(
        page.has(".clock.running.low").await,
        "red at thirty seconds"
    );
    page.press_button("Take back").await;
    page.until(&format!("{clocks}.join() === '0:10.0,0:10.0'"))
        .await;
    board.play("d2", "d4").await;
    page.until(&format!("{clocks}[0] === '0:00.0'")).await;
    until_dialog_says(&page, "On time").await;
    assert!(page.text(".status").await.contains("White won"));
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_engine_plays_on_its_own_clock_and_a_reload_keeps_both() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    select(&page, "time", "60.0").await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    let own = "document.querySelector('.own .clock').textContent";
    page.until(&format!("{own} < '0:58'")).await;
    page.reload().await;
    page.until(&format!("{own} < '0:58' && {own} > '0:40'"))
        .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_draw_is_refused_with_a_reason_and_agreed_between_people() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.press_button("Draw").await;
    until_status_says(&page, "No draw yet").await;
    choose(&page, "Two players").await;
    page.press_button("New game").await;
    page.until(&format!("{MOVES}.length === 0")).await;
    board.play("e2", "e4").await;
    page.press_button("Draw").await;
    until_dialog_says(&page, "A draw?").await;
    page.press_button("We agree").await;
    until_dialog_says(&page, "By agreement").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn advice_is_an_arrow_and_the_why_of_a_move_a_sentence() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    page.press_button("Hint").await;
    until_status_says(&page, "I would play").await;
    assert!(page.has(".arrows .arrow").await);
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.until("document.querySelector('.why:not(.invitation)')?.textContent.length > 5")
        .await;
    let reason = page.text(".why:not(.invitation)").await;
    assert_eq!(page.text(".thought .words").await.trim(), reason.trim());
    page.reload().await;
    page.until("document.querySelector('.why:not(.invitation)')?.textContent.length > 5")
        .await;
    assert_eq!(page.text(".why:not(.invitation)").await, reason, "kept");
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_doubted_move_is_answered_on_the_board_and_not_played() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Two players").await;
    let board = Board::of(&page);
    for (from, to) in [("e2", "e4"), ("e7", "e5")] {
        board.play(from, to).await;
    }
    let game = board.game().await;
    // The panel comes with the lazy part of the page.
    page.press_button("Why not\u{2026}?").await;
    until_status_says(&page, "Try another move for you").await;
    // The queen can be taken where she goes.
    board.play("d1", "g4").await;
    page.until("document.querySelector('.why-not').innerText.includes('Why not Qg4?')")
        .await;
    page.until("document.querySelector('[data-square=g4]').dataset.piece === 'wQ'")
        .await;
    page.until("document.querySelector('[data-square=g4]').dataset.piece === undefined")
        .await;
    board.assert_shows(game.position()).await;
    assert_eq!(board.sans().await, ["e4", "e5"]);
    page.assert_quiet().await;
}

#[tokio::test]
async fn moves_of_a_thought_are_looked_at_on_the_board() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    select(&page, "book", "off").await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    page.until("document.querySelectorAll('.depths .step').length > 0")
        .await;
    let game = board.game().await;
    let step = page.text(".depths .step").await;
    let mv = san::parse(&game.position_at(1), &step).expect("a legal move");
    page.eval("document.querySelector('.depths .step').focus()")
        .await;
    board.assert_shows(&game.position_at(1).play(mv)).await;
    page.eval("document.activeElement.blur()").await;
    board.assert_shows(game.position()).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn an_earlier_move_can_be_played_on_from_and_the_old_line_comes_back() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Two players").await;
    let board = Board::of(&page);
    for (from, to) in [("e2", "e4"), ("e7", "e5"), ("g1", "f3")] {
        board.play(from, to).await;
    }
    page.key(Key::Left).await;
    board.play("d2", "d4").await;
    page.until(&format!("{MOVES}[2].firstChild.textContent === 'd4'"))
        .await;
    assert_eq!(page.text(".moves .branch").await.trim(), "2. Nf3");
    page.press(".moves .branch").await;
    page.until(&format!("{MOVES}[2].firstChild.textContent === 'Nf3'"))
        .await;
    assert_eq!(page.text(".moves .branch").await.trim(), "2. d4");
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_right_button_draws_and_a_left_press_clears() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    page.draw(&square("g1"), &square("f3")).await;
    page.draw(&square("e4"), &square("e4")).await;
    page.until("document.querySelectorAll('.drawing').length === 2")
        .await;
    assert!(page.has(".drawing.circle").await && page.has(".drawing.arrow-drawn").await);
    page.draw(&square("g1"), &square("f3")).await;
    page.until("document.querySelectorAll('.drawing').length === 1")
        .await;
    page.press(&square("e5")).await;
    page.until("document.querySelectorAll('.drawing').length === 0")
        .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_whole_game_is_played_by_the_keyboard_alone() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    // The two players' choice, by keys: to the choice, then one to the right.
    page.eval("document.querySelector('input[name=opponent]').focus()")
        .await;
    page.key(Key::Right).await;
    until_status_says(&page, "Two players").await;
    let board = Board::of(&page);
    // On the board: to e2's cell, up to f2, and so on.
    page.eval("document.querySelector('[data-square=e2]').focus()")
        .await;
    page.key(Key::Right).await;
    page.key(Key::Enter).await;
    page.key(Key::Up).await;
    page.key(Key::Enter).await;
    page.until(&format!("{MOVES}.length === 1")).await;
    assert_eq!(board.sans().await, ["f3"]);
    // The rest in words; a wrong one is said to be none.
    page.eval("document.activeElement.blur()").await;
    page.key(Key::Char('/')).await;
    // The box comes with the lazy part of the page.
    page.until("document.activeElement?.id === 'move-box'")
        .await;
    page.type_text("e4e5").await;
    page.key(Key::Enter).await;
    page.until("document.querySelector('#move-box-wrong').textContent.includes('no move here')")
        .await;
    page.eval("document.querySelector('#move-box').value = ''")
        .await;
    for (ply, text) in [(2, "e5"), (3, "g2g4"), (4, "Qh4#")] {
        page.type_text(text).await;
        page.key(Key::Enter).await;
        page.until(&format!("{MOVES}.length === {ply}")).await;
    }
    until_dialog_says(&page, "Black won").await;
    page.until("document.querySelector('[data-announcer]').textContent.includes('checkmate')")
        .await;
    page.key(Key::Escape).await;
    until_no_dialog(&page).await;
    page.eval("document.activeElement.blur()").await;
    page.key(Key::Char('u')).await;
    page.until(&format!("{MOVES}.length === 3")).await;
    page.key(Key::Left).await;
    until_status_says(&page, "Looking back").await;
    page.key(Key::Char('f')).await;
    page.until("document.querySelector('.board').classList.contains('flipped')")
        .await;
    // The same while the board has the focus.
    page.eval("document.querySelector('[data-square=e2]').focus()")
        .await;
    page.key(Key::Char('f')).await;
    page.until("!document.querySelector('.board').classList.contains('flipped')")
        .await;
    page.key(Key::Char('?')).await;
    until_dialog_says(&page, "Keys").await;
    page.key(Key::Escape).await;
    until_no_dialog(&page).await;
    page.key(Key::Char('n')).await;
    page.until(&format!("{MOVES}.length === 0")).await;
    board.assert_shows(Game::new().position()).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn preferences_hold_at_the_first_paint_and_can_be_reset() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    page.press_button("Preferences").await;
    until_dialog_says(&page, "Preferences").await;
    for name in ["Light", "Sea", "Outside"] {
        choose(&page, name).await;
    }
    page.press("dialog label:nth-of-type(4)").await;
    page.press_button("Done").await;
    until_no_dialog(&page).await;
    page.reload().await;
    let look = "(({ theme, board, coordinates }) => [theme, board, coordinates].join())\
                (document.documentElement.dataset)";
    assert_eq!(page.eval(look).await, "light,sea,outside");
    let document = served(&page).await;
    assert!(
        document.contains(r#"data-board="sea""#),
        "the server paints it: {document}"
    );
    // Automatic promotion to a queen.
    choose(&page, "Two players").await;
    for text in ["h4", "g5", "hxg5", "h6", "gxh6", "a6", "h7", "a5"] {
        type_move(&page, text).await;
    }
    let board = Board::of(&page);
    board.until_ply(8).await;
    board.play("h7", "g8").await;
    board.until_ply(9).await;
    assert_eq!(board.sans().await[8], "hxg8=Q");
    page.press_button("Preferences").await;
    page.press_button("Back to defaults").await;
    page.until(&format!("{look} === 'dark,wood,inside'")).await;
    page.assert_quiet().await;
}

/// The first bytes of the page as the server sends it to this visitor.
async fn served(page: &Page) -> String {
    let text = page
        .eval("fetch('/').then(answer => answer.text()).then(text => text.slice(0, 300))")
        .await;
    text.as_str().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn a_position_is_told_in_figures_and_a_game_begun_with_an_opening() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Two players").await;
    page.press("[data-panel=position] summary").await;
    page.press_button("Ruy Lopez").await;
    page.until(&format!("{MOVES}.length === 5")).await;
    let board = Board::of(&page);
    assert_eq!(board.sans().await, ["e4", "e5", "Nf3", "Nc6", "Bb5"]);
    page.until("document.querySelector('[data-panel=opening]').textContent.includes('C60')")
        .await;
    let told = page.text("[data-panel=position]").await;
    assert!(told.contains("39"), "{told}");
    assert!(told.contains("Black to move"), "{told}");
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_new_game_can_be_undone_and_all_of_the_old_one_comes_back() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let board = Board::of(&page);
    board.play("e2", "e4").await;
    board.until_ply(2).await;
    let before = board.sans().await;
    page.press_button("New game").await;
    board.until_ply(0).await;
    page.press_button("Undo").await;
    board.until_ply(2).await;
    assert_eq!(board.sans().await, before);
    // The key does the same.
    page.key(Key::Char('n')).await;
    board.until_ply(0).await;
    page.reload().await;
    page.press_button("Undo").await;
    board.until_ply(2).await;
    assert_eq!(board.sans().await, before);
    page.assert_quiet().await;
}
