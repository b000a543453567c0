//! Nothing on the page moves that nobody moved, while panels fill and a game goes on to its end.

use e2e::board::Board;
use e2e::browser::{Browser, Screen};
use e2e::page_timing::{LayoutShifts, WATCH_SHIFTS, until_at_rest};
use e2e::play_page::{MOVES, choose, until_dialog_says};
use e2e::server::Server;
use engine::rules::Game;

/// The most that things may move in a game, as browsers measure it.
const MAX_SHIFT: f64 = 0.02;
/// The same with what follows an input within half a second: the status changes its words then.
const MAX_SHIFT_WITH_INPUT: f64 = 0.04;
/// Whether the lines of the depths stand one below the other.
const DEPTHS_IN_ORDER: &str =
    "(lines => lines.length > 3 && lines.every((line, index) => index === 0
    || line.getBoundingClientRect().top >= lines[index - 1].getBoundingClientRect().bottom - 1))
    ([...document.querySelectorAll('.depths li')])";

#[tokio::test]
async fn the_layout_stands_still_while_panels_fill() {
    let server = Server::start();
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        let browser = Browser::start().await;
        let page = browser.open_with(WATCH_SHIFTS, &server, "/", screen).await;
        if !screen.touch {
            choose(&page, "Level 9, Expert").await;
        }
        let board = Board::of(&page);
        for ply in [2, 4, 6] {
            let legal = board.game().await.position().legal_moves();
            board
                .play_move(*legal.first().expect("the game goes on"))
                .await;
            board.until_ply(ply).await;
            // The reason comes last, if there is one.
            page.until("document.querySelector('.root-move')?.textContent.startsWith('Chose')")
                .await;
            until_at_rest(&page).await;
        }
        if !screen.touch {
            assert_eq!(page.eval(DEPTHS_IN_ORDER).await, true);
        }
        page.press_button("Hint").await;
        page.until("document.querySelector('.status').innerText.includes('I would play')")
            .await;
        page.press_button("Take back").await;
        page.until(&format!("{MOVES}.length === 4")).await;
        until_at_rest(&page).await;
        let game: Game = board.game().await;
        assert_eq!(game.ply(), 4);
        if !screen.touch {
            page.press_button("Resign").await;
            page.press_button("Yes, resign").await;
            until_dialog_says(&page, "Ponder won").await;
        }
        let shifts = LayoutShifts::of(&page).await;
        assert!(shifts.unasked <= MAX_SHIFT, "{screen:?}: {shifts:#?}");
        assert!(
            shifts.all <= MAX_SHIFT_WITH_INPUT,
            "{screen:?}: {shifts:#?}"
        );
        page.assert_quiet().await;
    }
}

/// Has the server keep a game of this browser's, and learn from it.
const WIN: &str = r#"(async () => {
    const tell = (name, body) => fetch('/fn/' + name, {
        method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body),
    });
    const moves = ['f2f3', 'e7e5', 'g2g4', 'd8h4'];
    const id = crypto.randomUUID().replaceAll('-', '');
    await tell('record_game', { game: { client_id: id, start_fen: null, moves, human: 'black',
        strategy: 'ponder', level: 3, result: { winner: 'black', reason: 'checkmate' } } });
    const how = { on: true, guard: true, rule: 'discounted-return', rate: 3, discount: 95, epsilon: 10 };
    await tell('meet_learner', { meeting: { seen: null, deeds: [
        { learn: { id, start_fen: null, moves, winner: 'black', sides: ['white'], how } } ] } });
})()"#;

#[tokio::test]
async fn the_visitors_page_fills_without_moving_what_is_there() {
    let (server, browser) = (Server::start(), Browser::start().await);
    let mut games = 0;
    for screen in [Screen::DESKTOP, Screen::PHONE] {
        let page = browser
            .open_with(WATCH_SHIFTS, &server, "/me", screen)
            .await;
        // Empty at first, then with games that were won and learnt from.
        for _ in 0..2 {
            page.until(&format!(
                "document.querySelector('#sign-in')?.offsetParent != null && \
                 document.querySelectorAll('.games li').length === {games}"
            ))
            .await;
            let shifts = LayoutShifts::of(&page).await;
            assert!(
                shifts.unasked <= MAX_SHIFT,
                "{screen:?}, {games}: {shifts:#?}"
            );
            page.eval(WIN).await;
            games += 1;
            page.reload().await;
        }
        page.assert_quiet().await;
    }
}
