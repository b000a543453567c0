//! The marks on the board, the cards, the panels' figures, texts to copy, colours.

use e2e::board::{Board, square};
use e2e::browser::{Browser, Page, Screen};
use e2e::play_page::{MOVES, choose, until_dialog_says};
use e2e::server::Server;
use engine::rules::Position;

/// The squares with a mark, sorted and joined.
async fn marked(page: &Page, class: &str) -> String {
    let found = page
        .eval(&format!(
            "[...document.querySelectorAll('.square.{class}')].map(e => e.dataset.square).sort().join()"
        ))
        .await;
    found.as_str().unwrap_or_default().to_owned()
}

async fn until_marked(page: &Page, class: &str, squares: &str) {
    page.until(&format!(
        "[...document.querySelectorAll('.square.{class}')].map(e => e.dataset.square).sort().join() \
         === {squares:?}"
    ))
    .await;
}

/// Two people at one board, these moves played.
async fn after(page: &Page, moves: &[(&str, &str)]) {
    choose(page, "Two players").await;
    for (ply, (from, to)) in moves.iter().enumerate() {
        Board::of(page).play(from, to).await;
        Board::of(page).until_ply(ply + 1).await;
    }
}

#[tokio::test]
async fn the_board_marks_what_is_chosen_what_can_be_played_what_was_played_and_check() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    after(&page, &[("e2", "e4"), ("d7", "d5")]).await;
    until_marked(&page, "last", "d5,d7").await;
    page.press(&square("e4")).await;
    until_marked(&page, "selected", "e4").await;
    until_marked(&page, "target", "d5,e5").await;
    assert_eq!(marked(&page, "capture").await, "d5");
    // The same square again deselects.
    page.press(&square("e4")).await;
    until_marked(&page, "selected", "").await;
    // Hovering a piece shows its moves.
    page.hover(&square("g1")).await;
    until_marked(&page, "target", "e2,f3,h3").await;
    Board::of(&page).play("f1", "b5").await;
    until_marked(&page, "check", "e8").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_board_turns_moves_come_back_and_a_long_thought_is_cut_short() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    page.press_button("Flip").await;
    page.until("document.querySelector('.board.flipped') !== null")
        .await;
    page.press_button("Flip").await;
    choose(&page, "Level 10, Full").await;
    let board = Board::of(&page);
    board.play("a2", "a3").await;
    page.press_button("Move now").await;
    board.until_ply(2).await;
    let before = board.sans().await;
    page.press_button("Take back").await;
    page.until(&format!(
        "{MOVES}.length === 0 || document.querySelector('.steps')"
    ))
    .await;
    board.assert_shows(&Position::startpos()).await;
    page.press_button("Redo").await;
    page.until("document.querySelector('[data-square=a3][data-piece=wP]') !== null")
        .await;
    assert_eq!(board.sans().await, before);
    page.assert_quiet().await;
}

#[tokio::test]
async fn cards_count_what_was_taken_and_the_bar_and_the_figures_follow() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    after(&page, &[("e2", "e4"), ("d7", "d5"), ("e4", "d5")]).await;
    page.until(
        "document.querySelector('.own .captured').getAttribute('aria-label') === 'Taken: pawn'",
    )
    .await;
    assert!(page.text(".own .captured").await.contains("+1"));
    assert_eq!(
        page.eval("document.querySelector('.opponent .captured').getAttribute('aria-label')")
            .await,
        "Nothing taken"
    );
    // A queen that is given away moves the bar far, and the words with it.
    for (ply, (from, to)) in [("d8", "d6"), ("b1", "c3"), ("d6", "h2"), ("h1", "h2")]
        .into_iter()
        .enumerate()
    {
        Board::of(&page).play(from, to).await;
        Board::of(&page).until_ply(4 + ply).await;
    }
    page.until(
        "document.querySelector('.bar').getAttribute('aria-label').includes('White is winning')",
    )
    .await;
    let share = "+document.querySelector('.bar .upright .white').getAttribute('height')";
    page.until(&format!("{share} > 850")).await;
    let figures = page.text("[data-panel=evaluation]").await;
    assert!(figures.contains("White is winning"), "{figures}");
    // Depth, positions and speed are numbers.
    page.until(
        "[...document.querySelectorAll('[data-panel=evaluation] dd')]\
                .every(e => /^[0-9][0-9,.kM]*$/.test(e.innerText))",
    )
    .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_game_is_copied_as_pgn_fen_and_a_link_that_opens_it() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    after(&page, &[("e2", "e4"), ("c7", "c5")]).await;
    page.press("[data-panel=pgn] summary").await;
    let text = |name: &str| format!("document.querySelector('textarea[aria-label={name}]').value");
    page.until(&format!("{}.includes('1. e4 c5 *')", text("PGN")))
        .await;
    let dated = r#"/\[Date "20\d\d\.\d\d\.\d\d"\]/.test"#;
    assert_eq!(page.eval(&format!("{dated}({})", text("PGN"))).await, true);
    let fen = "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(page.eval(&text("FEN")).await, fen);
    for name in ["Copy PGN", "Copy FEN", "Copy link", "Copy link to play on"] {
        page.press_button(name).await;
        // To the clipboard, or selected where the browser refuses.
        page.until(
            "[...document.querySelectorAll('[data-panel=pgn] [role=status]')]\
                    .some(e => ['Copied', 'Press Ctrl+C'].includes(e.innerText))",
        )
        .await;
    }
    let link = page.eval(&text("link")).await;
    let play_on = page
        .eval("document.querySelector('[aria-label=\"link to play on\"]').value")
        .await;
    page.goto(link.as_str().expect("an address")).await;
    page.until("document.querySelector('.passages')?.innerText.includes('c5') ?? false")
        .await;
    Board::of(&page)
        .assert_shows(&Position::from_fen(fen).expect("legal"))
        .await;
    page.goto(play_on.as_str().expect("an address")).await;
    page.until("document.querySelector('.status').innerText.includes('White to move')")
        .await;
    assert_eq!(Board::of(&page).sans().await, ["e4", "c5"]);
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_dialog_at_the_end_waits_a_moment_and_says_result_reason_and_what_next() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    after(&page, &[("f2", "f3"), ("e7", "e5"), ("g2", "g4")]).await;
    page.eval(
        "(() => { window.seen = {}; const look = () => { \
         if (document.querySelector('dialog[open]')) seen.dialog ??= performance.now(); }; \
         addEventListener('pointerdown', () => { seen.press = performance.now(); }, true); \
         new MutationObserver(look).observe(document, { subtree: true, childList: true, \
         characterData: true, attributes: true }); })()",
    )
    .await;
    Board::of(&page).play("d8", "h4").await;
    until_dialog_says(&page, "Black won").await;
    until_dialog_says(&page, "By checkmate").await;
    page.until("seen.dialog !== undefined").await;
    // The move is made then or later, and a timer never fires early, however slow the machine is.
    assert_eq!(page.eval("seen.dialog - seen.press >= 580").await, true);
    let names = page
        .eval("[...document.querySelectorAll('dialog[open] button')].map(e => e.innerText).join()")
        .await;
    assert_eq!(names, "Review,Share,New game");
    assert!(page.has("dialog[open] .mark .piece.bK").await);
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_colours_are_variables_with_the_articles_values() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    for (name, value) in [
        ("--bg", "#0f0f1a"),
        ("--card", "#1a1a2e"),
        ("--primary", "#009999"),
        ("--gold", "#e8b84b"),
        ("--square-light", "#f0d9b5"),
        ("--square-dark", "#b58863"),
    ] {
        let found =
            format!("getComputedStyle(document.documentElement).getPropertyValue('{name}').trim()");
        assert_eq!(page.eval(&found).await, value, "{name}");
    }
    assert_eq!(
        page.eval("getComputedStyle(document.querySelector('[data-square=a1]')).backgroundColor")
            .await,
        "rgb(181, 136, 99)"
    );
    page.assert_quiet().await;
}
