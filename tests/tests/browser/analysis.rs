//! The page at `/analyze`: lines, moves, imports, reviews, boards that are set up, games from there.

use e2e::analysis_page::{PASSAGES, import, until_moves_are};
use e2e::board::{Board, square};
use e2e::browser::{Browser, Key, Screen};
use e2e::play_page::{choose, play_to_mate, until_dialog_says, until_no_dialog};
use e2e::server::Server;
use engine::rules::Position;
use serde_json::json;

/// A game with one bad move of Black's, mated by it.
const SHORT: &str = "/analyze#pgn=e4_e5_Bc4_Nc6_Qh5_Nf6_Qxf7";
/// Paul Morphy's game at the opera, whose review takes a while.
const LONG: &str = "/analyze#pgn=e4_e5_Nf3_d6_d4_Bg4_dxe5_Bxf3_Qxf3_dxe5_Bc4_Nf6_Qb3_Qe7_Nc3_c6_Bg5_b5_\
    Nxb5_cxb5_Bxb5_Nbd7_O-O-O_Rd8_Rxd7_Rxd7_Rd1_Qe6_Bxd7_Nxd7_Qb8_Nxb8_Rd8";

/// The document shows a position before any script has run.
#[tokio::test]
async fn the_page_is_served_with_its_pieces() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/learn", Screen::DESKTOP).await;
    let served = "fetch('/analyze').then(answer => answer.text()).then(text => {
        const page = new DOMParser().parseFromString(text, 'text/html');
        return [page.querySelectorAll('main .board-frame i').length,
            page.querySelectorAll('main .board-frame i.piece').length,
            page.querySelectorAll('main .side > *').length > 3]; })";
    assert_eq!(page.eval(served).await, json!([64, 32, true]));
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_game_is_taken_along_and_what_is_tried_there_stays_in_the_address() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    choose(&page, "Two players").await;
    let board = Board::of(&page);
    for (ply, (from, to)) in [("e2", "e4"), ("e7", "e5"), ("g1", "f3")]
        .into_iter()
        .enumerate()
    {
        board.play(from, to).await;
        board.until_ply(ply + 1).await;
    }
    page.key(Key::Char('a')).await;
    until_moves_are(&page, "1.e4 e5 2.Nf3").await;
    // Three lines, each with a score and moves; above them the depth and the positions.
    page.until("document.querySelectorAll('.found-lines li:not([hidden])').length === 3")
        .await;
    page.until("document.querySelector('.work').innerText.includes('Depth')")
        .await;
    // A move that is looked at is on the board for as long as it is looked at.
    let replies = "document.querySelectorAll('[data-square=f3][data-piece=wN]').length";
    assert_eq!(page.eval(replies).await, 1);
    page.eval("document.querySelector('.found-lines .step').focus()")
        .await;
    page.until("document.querySelector('.board').innerHTML.includes('last')")
        .await;
    page.eval("document.querySelector('.found-lines .step').blur()")
        .await;
    // Back, and another move: it becomes a variation.
    page.key(Key::Left).await;
    board.play("f2", "f4").await;
    until_moves_are(&page, "1.e4 e5 2.Nf3 2.f4").await;
    page.until("location.hash.includes('(_f4)') && location.hash.includes('at=2-1-0')")
        .await;
    page.reload().await;
    until_moves_are(&page, "1.e4 e5 2.Nf3 2.f4").await;
    let fen = "rnbqkbnr/pppp1ppp/8/4p3/4PP2/8/PPPP2PP/RNBQKBNR b KQkq - 0 2";
    board
        .assert_shows(&Position::from_fen(fen).expect("legal"))
        .await;
    page.press_button("Promote to main line").await;
    until_moves_are(&page, "1.e4 e5 2.f4 2.Nf3").await;
    page.press_button("Delete following moves").await;
    until_moves_are(&page, "1.e4 e5 2.Nf3").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_engine_looks_for_as_many_lines_as_are_wanted_and_rests_when_told_to() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/analyze#pgn=e4", Screen::DESKTOP)
        .await;
    let lines = "document.querySelectorAll('.found-lines li:not([hidden])').length";
    page.until(&format!("{lines} === 3")).await;
    page.eval(
        "(() => { const list = document.querySelector('.engine-lines select'); list.value = '5'; \
         list.dispatchEvent(new Event('change', { bubbles: true })); })()",
    )
    .await;
    page.until(&format!("{lines} === 5")).await;
    // Taking a line's second move plays both.
    page.press(".found-lines li:first-child .step:nth-child(2)")
        .await;
    page.until(&format!("{PASSAGES}.split(' ').length === 3"))
        .await;
    page.key(Key::Char('l')).await;
    page.until(&format!(
        "{lines} === 0 && document.querySelector('.work').innerText.includes('rests')"
    ))
    .await;
    page.press_button("Start").await;
    page.until(&format!("{lines} === 5")).await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn what_is_imported_is_shown_or_refused_with_its_place_and_nothing_is_lost() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/analyze#pgn=d4", Screen::DESKTOP)
        .await;
    until_moves_are(&page, "1.d4").await;
    import(&page, "1. e4 e5\n2. Ke3 d5").await;
    page.until("document.querySelector('#import-said').innerText.includes('line 2, column 4')")
        .await;
    assert_eq!(
        page.eval("document.querySelector('.import textarea').value")
            .await,
        "1. e4 e5\n2. Ke3 d5"
    );
    page.key(Key::Escape).await;
    until_moves_are(&page, "1.d4").await;
    import(
        &page,
        "rnbqkbnr/pppppppp/9/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    )
    .await;
    page.until("document.querySelector('#import-said').innerText.includes('rank 6')")
        .await;
    page.key(Key::Escape).await;
    import(
        &page,
        "[White \"Ada\"]\n[Black \"Bob\"]\n[Result \"1-0\"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Nf3 1-0",
    )
    .await;
    until_no_dialog(&page).await;
    until_moves_are(&page, "1.e4 e5 1\u{2026}c5 2.Nf3 2.Nf3").await;
    assert!(page.text(".table > .own").await.contains("Ada"));
    // A file that is dropped onto the page.
    page.eval(
        "(() => { const files = new DataTransfer(); \
         files.items.add(new File(['8/8/8/8/8/4k3/4p3/4K3 b - - 0 1'], 'end.fen')); \
         document.querySelector('.analysis').dispatchEvent(\
         new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer: files })); })()",
    )
    .await;
    page.until("document.querySelector('[data-square=e3][data-piece=bK]') !== null")
        .await;
    // The whole as text, to copy.
    page.press("[data-panel=pgn] summary").await;
    page.until(
        "[...document.querySelectorAll('[data-panel=pgn] textarea')].map(e => e.value)\
                [1] === '8/8/8/8/8/4k3/4p3/4K3 b - - 0 1'",
    )
    .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn an_address_that_cannot_be_read_says_why() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser
        .open(&server, "/analyze#pgn=e4_e5_Ke3", Screen::DESKTOP)
        .await;
    until_dialog_says(&page, "\"Ke3\" is not legal").await;
    page.key(Key::Escape).await;
    page.until("document.querySelectorAll('.found-lines li:not([hidden])').length === 3")
        .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_review_shows_its_progress_stops_when_told_and_tells_where_the_game_turned() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, LONG, Screen::DESKTOP).await;
    page.press_button("Review the game").await;
    page.until("document.querySelector('progress') !== null")
        .await;
    // The button is gone; the focus stays in its place.
    page.until("document.activeElement?.dataset.panel === 'review'")
        .await;
    page.press(".review .row .button").await;
    page.until("document.querySelector('progress') === null")
        .await;
    page.assert_quiet().await;
    let page = browser.open(&server, SHORT, Screen::DESKTOP).await;
    page.press_button("Review the game").await;
    page.until("document.querySelector('.accuracies') !== null")
        .await;
    let turns = page.text(".turns").await;
    assert!(turns.contains("3\u{2026} Nf6"), "{turns}");
    assert!(turns.contains("Black allows Qxf7#."), "{turns}");
    assert!(page.text(".passages").await.contains("Nf6??"));
    // Both sides' accuracy, then every move.
    assert_eq!(
        page.eval("document.querySelectorAll('.accuracies tbody tr').length")
            .await,
        2
    );
    page.press_button("All moves").await;
    page.until("document.querySelectorAll('.all-moves tbody tr').length === 7")
        .await;
    // The better move is played beside the game; arrows step; a press on the graph goes there.
    page.press(".turns .better").await;
    page.until("document.querySelector('.passage.beside') !== null")
        .await;
    page.press(".turns li > .step:first-child").await;
    page.until("document.querySelector('.passage [aria-current]').innerText.includes('Nf6')")
        .await;
    page.key(Key::Left).await;
    page.until("document.querySelector('.passage [aria-current]').innerText.includes('Qh5')")
        .await;
    page.press(".graph").await;
    page.until("document.querySelector('.passage [aria-current]').innerText.includes('Nc6')")
        .await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn the_end_of_a_game_leads_to_its_review() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    play_to_mate(&page).await;
    page.press_button("Review").await;
    page.until("document.querySelector('.accuracies') !== null")
        .await;
    let turns = page.text(".turns").await;
    assert!(turns.contains("3\u{2026} Nf6??"), "{turns}");
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_position_is_set_up_with_the_mouse_and_with_keys_and_an_illegal_one_says_why() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/analyze", Screen::DESKTOP).await;
    page.press_button("Set up").await;
    page.press_button("Empty board").await;
    page.until("document.querySelector('.placing-end .said').innerText.includes('king')")
        .await;
    page.press_button("white king").await;
    page.press(&square("e1")).await;
    page.press_button("black king").await;
    page.press(&square("e7")).await;
    // Dragged to where it belongs.
    page.drag(&square("e7"), &square("e8")).await;
    page.until("!document.querySelector('.placing-end .primary').disabled")
        .await;
    // By keys: a queen beside the king, then one square up.
    page.eval("document.querySelector('[data-square=e1]').focus()")
        .await;
    page.key(Key::Left).await;
    page.key(Key::Char('Q')).await;
    page.until("document.querySelector('[data-square=d1][data-piece=wQ]') !== null")
        .await;
    page.press("label:has(input[aria-label=Black])").await;
    page.until(
        "document.querySelector('.placing-end .fen').innerText === \
                '4k3/8/8/8/8/8/8/3QK3 b - - 0 1'",
    )
    .await;
    page.press_button("Analyze it").await;
    page.until("document.querySelectorAll('.found-lines li:not([hidden])').length > 0")
        .await;
    page.until("location.hash.startsWith('#fen=4k3/')").await;
    page.assert_quiet().await;
}

#[tokio::test]
async fn a_game_goes_on_from_the_position_against_any_mind() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let address = "/analyze#fen=4k3/8/8/8/8/8/4P3/4K2R_w_K_-_0_1&pgn=e4_Kd7";
    let page = browser.open(&server, address, Screen::DESKTOP).await;
    page.press_button("Play on").await;
    until_dialog_says(&page, "Play from here").await;
    page.eval(
        "(() => { const list = document.querySelector('.play-from select'); list.value = 'grabber'; \
         list.dispatchEvent(new Event('change', { bubbles: true })); })()",
    )
    .await;
    page.press_button("Play").await;
    page.until(
        "location.pathname === '/play' && document.querySelector('[data-hydrated]') !== null",
    )
    .await;
    let board = Board::of(&page);
    board.until_ply(2).await;
    page.until("document.querySelector('.opponent .name').innerText === 'Grabber'")
        .await;
    // The visitor castles; Grabber answers.
    board.play("e1", "g1").await;
    board.until_ply(4).await;
    let sans = board.sans().await;
    assert_eq!(sans[..3], ["e4", "Kd7", "O-O"]);
    page.assert_quiet().await;
}

#[tokio::test]
async fn on_a_phone_everything_fits_and_works_by_touch() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, SHORT, Screen::PHONE).await;
    page.until("document.querySelector('.found-lines') !== null")
        .await;
    assert_eq!(
        page.eval("document.documentElement.scrollWidth <= innerWidth")
            .await,
        true
    );
    page.press("[aria-label='Previous move']").await;
    page.press("[aria-label='Previous move']").await;
    page.until("document.querySelector('.passage [aria-current]').innerText.includes('Qh5')")
        .await;
    Board::of(&page).play("g7", "g6").await;
    page.until("document.querySelector('.passage.beside')?.innerText.includes('g6')")
        .await;
    page.press_button("Set up").await;
    page.press_button("black queen").await;
    page.press(&square("e4")).await;
    page.until("document.querySelector('[data-square=e4]').dataset.piece !== 'wP'")
        .await;
    assert_eq!(
        page.eval("document.documentElement.scrollWidth <= innerWidth")
            .await,
        true
    );
    page.assert_quiet().await;
}

#[tokio::test]
async fn once_visited_the_page_works_without_its_server() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    page.eval("navigator.serviceWorker.ready.then(() => true)")
        .await;
    page.goto(&server.url(SHORT)).await;
    page.until("document.querySelector('.found-lines') !== null")
        .await;
    page.assert_quiet().await;
    server.kill();
    page.eval("setTimeout(() => location.reload()), true").await;
    page.until("document.querySelector('html[data-shell] .found-lines') !== null")
        .await;
    page.press_button("Previous move").await;
    page.until("document.querySelectorAll('.found-lines li:not([hidden])').length > 0")
        .await;
}
