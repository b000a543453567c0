//! Opponents as strong as the visitor.

use e2e::board::Board;
use e2e::browser::{Browser, Key, Page, Screen};
use e2e::server::Server;
use engine::rules::{Move, Position};

/// The text below the switch.
const KNOWN: &str = "document.querySelector('.match .about')?.textContent";
const LEVEL: &str = "document.querySelector('#level-field').value";

async fn level(page: &Page) -> f64 {
    let text = page.eval(LEVEL).await;
    let level = text.as_str().and_then(|text| text.parse().ok());
    level.expect("a level")
}

/// A move that gives away as much as one can be taken, but is not mated at once.
fn bad_move(position: &Position) -> Move {
    let legal = position.legal_moves();
    let given_away = |mv: &&Move| {
        let after = position.play(**mv);
        let replies = after.legal_moves();
        let mates = |reply: &&Move| {
            let end = after.play(**reply);
            end.in_check() && !end.has_legal_move()
        };
        if replies.is_empty() || replies.iter().any(|reply| mates(&reply)) {
            return None;
        }
        let taken = replies.iter().map(|reply| after.piece_at(reply.to()));
        taken
            .map(|piece| piece.map(|(_, piece)| piece.index()))
            .max()
    };
    let worst = legal.iter().max_by_key(given_away);
    *worst.expect("a legal move")
}

/// Five bad moves by the visitor, then the end.
async fn lose(page: &Page, is_phone: bool) {
    let board = Board::of(page);
    for number in 0..5 {
        let game = board.game().await;
        board.play_move(bad_move(game.position())).await;
        board.until_ply(2 * number + 2).await;
    }
    if is_phone {
        page.press_button("More").await;
    }
    page.press_button("Resign").await;
    page.press_button("Yes, resign").await;
}

/// Has the server's next answer about the visitor's strength replaced by this strength after two games.
fn made_up_rating(strength: f64) -> String {
    format!(
        "(() => {{ const ask = window.fetch; window.fetch = async (request, options) => {{ \
           const address = new URL(request.url ?? request, location.href).pathname; \
           if (address !== '/fn/rating') return ask(request, options); \
           window.fetch = ask; \
           const rating = {{ strength: {strength:.1}, interval: [1, 4], games: 2, \
             known: [500, 40000, 0, 0.1, 0] }}; \
           return new Response(JSON.stringify(rating), \
             {{ headers: {{ 'content-type': 'application/json' }} }}); }}; }})()"
    )
}

#[tokio::test]
async fn the_next_game_is_at_the_strength_that_the_last_one_told_or_stays_by_one_press() {
    let server = Server::start();
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        let browser = Browser::start().await;
        let page = browser.open(&server, "/?instant", screen).await;
        let is_phone = screen.width < 520;
        let settings = async || {
            if is_phone {
                page.press_button("More").await;
            }
        };
        let close = async || {
            if is_phone {
                page.press_button("Close settings").await;
            }
        };
        lose(&page, is_phone).await;
        page.until("document.querySelector('dialog[open]')?.contains(document.activeElement)")
            .await;
        page.key(Key::Escape).await;
        page.until("document.querySelector('dialog[open]') === null")
            .await;
        settings().await;
        page.press(".match label").await;
        page.until(&format!("{KNOWN}.includes('by 1 game. The next game')"))
            .await;
        close().await;
        page.press_button("New game").await;
        Board::of(&page).until_empty().await;
        let first = level(&page).await;
        assert!(first < 3.0, "{first}");
        settings().await;
        page.until(&format!("{KNOWN}.endsWith('by 1 game.')")).await;
        page.reload().await;
        page.until(&format!("{KNOWN}?.endsWith('by 1 game.')"))
            .await;
        // What a second game tells depends on both sides' moves: the answer about it is made up.
        let (next, how) = match first > 1.5 {
            true => (first - 0.4, "easier"),
            false => (first + 0.4, "harder"),
        };
        page.eval(&made_up_rating(next)).await;
        lose(&page, is_phone).await;
        page.until(&format!(
            "document.querySelector('dialog[open]')?.innerText.includes('{how} for you')"
        ))
        .await;
        let note = page.text("dialog[open] .note").await;
        assert!(note.contains(&format!("after {first}:")), "{note}");
        page.press_button(&format!("Stay at level {first}")).await;
        Board::of(&page).until_empty().await;
        assert_eq!(level(&page).await, first);
        settings().await;
        page.until("!document.querySelector('.match input').checked")
            .await;
        // Switched on again and begun anew, nothing is known.
        page.press(".match label").await;
        page.until(&format!("{KNOWN}.includes('by 2 games')")).await;
        page.press_button("Start over").await;
        page.until(&format!("{KNOWN}.startsWith('Each game tells me')"))
            .await;
        page.until(&format!("{LEVEL} === '3'")).await;
        page.assert_quiet().await;
    }
}

#[tokio::test]
async fn without_the_server_the_games_that_wait_tell_the_strength() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let page = browser.open(&server, "/?instant", Screen::DESKTOP).await;
    let again = async || {
        page.until("document.querySelector('dialog[open]')?.contains(document.activeElement)")
            .await;
        page.key(Key::Escape).await;
        page.until("document.querySelector('dialog[open]') === null")
            .await;
    };
    lose(&page, false).await;
    again().await;
    page.press(".match label").await;
    page.until(&format!("{KNOWN}.includes('by 1 game. The next game')"))
        .await;
    page.press_button("New game").await;
    Board::of(&page).until_empty().await;
    let first = level(&page).await;
    page.eval("window.fetch = () => Promise.reject(new TypeError('no network'))")
        .await;
    lose(&page, false).await;
    again().await;
    page.until(&format!("{KNOWN}.includes('by 2 games')")).await;
    page.press_button("New game").await;
    Board::of(&page).until_empty().await;
    let second = level(&page).await;
    assert!(second < first || first == 1.0, "{first} and {second}");
    // The server is there again: the game arrives, and the server knows no more than the browser did.
    page.reload().await;
    page.until(&format!("{KNOWN}?.endsWith('by 2 games.')"))
        .await;
    page.until("!Object.keys(localStorage).some(key => key.startsWith('ponder.unsent.'))")
        .await;
    page.until(&format!("{KNOWN}.endsWith('by 2 games.')"))
        .await;
    assert_eq!(level(&page).await, second);
    page.assert_quiet().await;
}
